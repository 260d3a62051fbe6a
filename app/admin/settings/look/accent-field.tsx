import { ColorInput } from '#app/admin/kit/form/color-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { SHIPPED_ACCENT } from '#core/look/mark.ts'
import { contrast, type Hex } from '#core/look/oklch.ts'
import { GROUNDS, type Palette, paletteOf, THEMES, type Theme } from '#core/look/palette.ts'

interface AccentFieldProps {
  /** The colour as it was typed; empty for the default. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  id?: string
}

/** Chooses the accent, and shows what becomes of it in both themes. */
export function AccentField({ value, onChange, error, id }: AccentFieldProps) {
  return (
    <div>
      <Field label={SETTING_LABELS.accent} hint={t('look.accent.hint')} error={error} {...(id && { id })}>
        {(control) => (
          <div className="flex flex-wrap items-center gap-2">
            <ColorInput
              control={control}
              value={value}
              defaultColor={SHIPPED_ACCENT}
              pickLabel={t('look.accent.pick')}
              onChange={onChange}
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
      <ul className="space-y-2 text-sm">
        {rows.map(({ name, color, front, back, needs }) => (
          <li key={name} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3">
            <span
              aria-hidden
              className="rounded-sm border px-2 py-1 text-center font-semibold"
              style={{ color: front, background: back, borderColor: mark }}
            >
              {needs > 3 ? (
                t('look.pairs.sample')
              ) : (
                <span className="inline-block size-3" style={{ background: mark }} />
              )}
            </span>
            <p>
              {name}{' '}
              <span className="whitespace-nowrap tabular-nums">
                {t('look.pairs.contrast', { ratio: contrast(front, back).toFixed(1) })}
              </span>
              <span className="block text-xs">
                <code>{color}</code> {t(color === accent ? 'look.accent.asChosen' : 'look.accent.adjusted')},{' '}
                {t('look.pairs.needs', { ratio: String(needs) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
