import { useId } from 'react'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { SHIPPED_ACCENT } from '#core/look/mark.ts'
import { contrast, type Hex } from '#core/look/oklch.ts'
import { GROUNDS, type Palette, paletteOf, THEMES, type Theme } from '#core/look/palette.ts'

interface AccentFieldProps {
  /** As it was typed; empty for the default. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  id?: string
}

/** Chooses the accent, and shows what becomes of it in both themes. */
export function AccentField({ value, onChange, error, id }: AccentFieldProps) {
  const pickId = useId()
  const shown = COLOR_PATTERN.test(value) ? value : SHIPPED_ACCENT
  return (
    <div>
      <Field label={t('look.accent.label')} hint={t('look.accent.hint')} error={error} {...(id && { id })}>
        {(control) => (
          <div className="flex flex-wrap items-center gap-2">
            <label htmlFor={pickId} className="sr-only">
              {t('look.accent.pick')}
            </label>
            <input
              id={pickId}
              type="color"
              value={shown}
              onChange={(event) => onChange(event.target.value.toLowerCase())}
              className="size-11 cursor-pointer rounded-sm border border-edge bg-paper p-1"
            />
            <input
              {...control}
              type="text"
              value={value}
              placeholder={SHIPPED_ACCENT}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              onChange={(event) => onChange(event.target.value.toLowerCase())}
              className={`${control.className} max-w-40 font-mono`}
            />
            {value !== '' && (
              <Button variant="ghost" size="sm" onClick={() => onChange('')}>
                {t('look.accent.shipped')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {COLOR_PATTERN.test(value) && <Pairs accent={value} />}
    </div>
  )
}

/** The colours that are computed from an accent, as they stand in each theme. */
function Pairs({ accent }: { accent: Hex }) {
  const palette = paletteOf(accent)
  return (
    <section aria-label={t('look.pairs.title')} className="mt-4 grid gap-3 sm:max-xl:grid-cols-2">
      {THEMES.map((theme) => (
        <ThemePairs key={theme} theme={theme} accent={accent} palette={palette} />
      ))}
    </section>
  )
}

interface ThemePairsProps {
  theme: Theme
  accent: Hex
  palette: Palette
}

function ThemePairs({ theme, accent, palette }: ThemePairsProps) {
  const { paper, wash, ink, onAccent } = GROUNDS[theme]
  const { text, mark } = palette[theme]
  const rows = [
    {
      name: t('look.pairs.button'),
      color: palette.brand,
      front: palette.onBrand,
      back: palette.brand,
      needs: 4.5,
    },
    { name: t('look.pairs.text'), color: text, front: text, back: wash, needs: 4.5 },
    { name: t('look.pairs.badge'), color: text, front: onAccent, back: text, needs: 4.5 },
    { name: t('look.pairs.edge'), color: mark, front: mark, back: wash, needs: 3 },
  ]
  return (
    <div className="rounded-sm border border-edge p-3" style={{ background: paper, color: ink }}>
      <p className="mb-2 text-sm font-semibold">{t(theme === 'light' ? 'look.light' : 'look.dark')}</p>
      <dl className="space-y-2 text-sm">
        {rows.map(({ name, color, front, back, needs }) => (
          <div key={name} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3">
            <dt
              aria-hidden
              className="rounded-sm border px-2 py-1 text-center font-semibold"
              style={{ color: front, background: back, borderColor: mark }}
            >
              {needs > 3 ? (
                t('look.pairs.sample')
              ) : (
                <span className="inline-block size-3" style={{ background: mark }} />
              )}
            </dt>
            <dd>
              {name}{' '}
              <span className="whitespace-nowrap tabular-nums">
                {t('look.pairs.contrast', { ratio: contrast(front, back).toFixed(1) })}
              </span>
              <span className="block text-xs">
                <code>{color}</code> {t(color === accent ? 'look.accent.asChosen' : 'look.accent.adjusted')},{' '}
                {t('look.pairs.needs', { ratio: String(needs) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
