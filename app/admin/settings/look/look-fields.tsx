import { useEffect, useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { ColorInput } from '#app/admin/kit/form/color-input.tsx'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { anchorOf, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { browserFetch } from '#app/browser-fetch.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { type StoredLookFile, storeLookFile } from '#core/data/settings.ts'
import { COLOR_PATTERN, TYPES, type Type } from '#core/domain/publication-settings.ts'
import { fitLogo, LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'
import { SHIPPED_ACCENT } from '#core/look/mark.ts'
import { contrast, type Hex } from '#core/look/oklch.ts'
import { GROUNDS, type Palette, paletteOf, THEMES, type Theme } from '#core/look/palette.ts'
import { frontPreviewPath, type PreviewedSettings } from '#core/look/previewed-settings.ts'

const TYPE_NAMES: Record<Type, string> = {
  editorial: t('look.type.editorial'),
  grotesk: t('look.type.grotesk'),
  classic: t('look.type.classic'),
}

/** Accent, typefaces, logo and icon, without the frame of a page. */
export function LookFields({ form, settings: { stored } }: SettingPartProps) {
  return (
    <div className="min-w-0 space-y-6">
      <div>
        <AccentField
          id={anchorOf(SETTING_LABELS.accent)}
          value={form.draft('accent')}
          error={form.problemOf('accent')}
          onChange={(value) => form.change('accent', value)}
        />
        <ChangedMeanwhile form={form} name="accent" label={SETTING_LABELS.accent} theirs={stored.accent} />
      </div>
      <div>
        <Field label={SETTING_LABELS.type} hint={t('look.type.hint')} id={anchorOf(SETTING_LABELS.type)}>
          {(control) => (
            <SelectControl
              {...control}
              value={form.draft('type') || 'editorial'}
              onChange={({ target }) => form.change('type', target.value === 'editorial' ? '' : target.value)}
            >
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {TYPE_NAMES[type]}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        <ChangedMeanwhile form={form} name="type" label={SETTING_LABELS.type} theirs={stored.type} />
      </div>
      <LogoFields form={form} />
      <div>
        <IconField form={form} />
        <ChangedMeanwhile form={form} name="icon" label={SETTING_LABELS.icon} />
      </div>
    </div>
  )
}

function LogoFields({ form }: { form: SettingForm }) {
  const logo = form.draft('logo')
  return (
    <div className="space-y-4">
      <LookFileField
        id={anchorOf(SETTING_LABELS.logo)}
        label={SETTING_LABELS.logo}
        hint={t('look.logo.hint')}
        use="logo"
        shown={logo && <Shown theme="light" file={logo.light} alt={t('look.logo.alt')} size={logo} />}
        onStored={({ file, recoloured, ...size }) =>
          form.change('logo', {
            light: file,
            dark: recoloured,
            ...fitLogo(size),
            named: logo?.named ?? false,
          })
        }
        onRemove={logo ? () => form.change('logo', null) : undefined}
      />
      {logo && (
        <>
          <LookFileField
            label={t('look.logo.dark')}
            hint={t(logo.dark ? 'look.logo.darkHint' : 'look.logo.darkNone')}
            use="logo"
            shown={
              <Shown theme="dark" file={logo.dark ?? logo.light} alt={t('look.logo.altDark')} size={logo} />
            }
            onStored={({ file }) => form.change('logo', { ...logo, dark: file })}
            onRemove={logo.dark ? () => form.change('logo', { ...logo, dark: null }) : undefined}
            recolours={logo.dark ? undefined : logo.light}
          />
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-ink"
              checked={logo.named}
              onChange={(event) => form.change('logo', { ...logo, named: event.target.checked })}
            />
            {t('look.logo.named')}
          </label>
        </>
      )}
      <ChangedMeanwhile form={form} name="logo" label={SETTING_LABELS.logo} />
    </div>
  )
}

function IconField({ form }: { form: SettingForm }) {
  const icon = form.draft('icon')
  return (
    <LookFileField
      id={anchorOf(SETTING_LABELS.icon)}
      label={SETTING_LABELS.icon}
      hint={t('look.icon.hint')}
      use="icon"
      shown={
        icon && (
          <Shown theme="light" file={icon.file} alt={t('look.icon.alt')} size={{ width: 64, height: 64 }} />
        )
      }
      onStored={({ file }) => form.change('icon', { file })}
      onRemove={icon ? () => form.change('icon', null) : undefined}
    />
  )
}

interface ShownProps {
  theme: 'light' | 'dark'
  file: string
  alt: string
  size: { width: number; height: number }
}

/** A file on the paper of its theme. */
function Shown({ theme, file, alt, size: { width, height } }: ShownProps) {
  return (
    <div className="rounded-sm border border-line p-4" style={{ background: GROUNDS[theme].paper }}>
      <img src={`/${file}`} alt={alt} width={width} height={height} className="max-w-full object-contain" />
    </div>
  )
}

const WAIT_MS = 400
const SCALE = 0.25
const FRAMES = [
  { kind: 'desk', width: 1280 },
  { kind: 'phone', width: 375 },
] as const
const HEIGHT = 900

/** The front page with settings that are not saved, in both themes, at a desk and on a phone. */
export function LookPreview({ look }: { look: PreviewedSettings }) {
  const address = useDebouncedValue(frontPreviewPath(look), WAIT_MS)
  return (
    <section aria-label={t('look.preview.title')}>
      <p className="mb-2 font-medium text-sm">{t('look.preview.title')}</p>
      <div className="flex flex-wrap gap-3">
        {FRAMES.map((frame) =>
          THEMES.map((theme) => <Frame key={theme} {...frame} theme={theme} address={address} />),
        )}
      </div>
    </section>
  )
}

interface FrameProps {
  kind: (typeof FRAMES)[number]['kind']
  width: number
  theme: Theme
  address: string
}

/** A picture of the page: nothing in it can be reached by pointer or keyboard. */
function Frame({ kind, width, theme, address }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    frame.current?.contentDocument?.documentElement?.classList.toggle('dark', theme === 'dark')
  }
  // A frame that the server sent may have loaded before this page was hydrated.
  useEffect(show)
  const name = t(theme === 'light' ? 'look.light' : 'look.dark')
  return (
    <div
      className="max-w-full shrink-0 overflow-hidden border border-edge"
      style={{ width: width * SCALE, height: HEIGHT * SCALE }}
    >
      <iframe
        ref={frame}
        inert
        tabIndex={-1}
        title={t(kind === 'desk' ? 'look.preview.desk' : 'look.preview.phone', { theme: name })}
        src={address}
        onLoad={show}
        width={width}
        height={HEIGHT}
        className="pointer-events-none max-w-none origin-top-left"
        style={{ transform: `scale(${SCALE})` }}
      />
    </div>
  )
}

interface AccentFieldProps {
  /** The colour as it was typed; empty for the default. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  id?: string
}

/** Chooses the accent, and shows what becomes of it in both themes. */
function AccentField({ value, onChange, error, id }: AccentFieldProps) {
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

const ACCEPTED = '.svg,.png,.webp,image/svg+xml,image/png,image/webp'

interface LookFileFieldProps {
  label: string
  hint: string
  use: 'logo' | 'icon'
  /** The view of what there is; null for nothing. */
  shown: React.ReactNode
  id?: string
  onStored: (stored: StoredLookFile) => void
  onRemove?: (() => void) | undefined
  /** A stored logo from which this one can be made, in the colours of the dark theme. */
  recolours?: string | undefined
}

/** A logo or an icon: chosen or dropped, uploaded at once, and in force when the settings are saved. */
function LookFileField(props: LookFileFieldProps) {
  const { label, hint, use, shown, id, onStored, onRemove, recolours } = props
  const frame = useRef<HTMLFieldSetElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const drop = useFileDrop(([file]) => file && void upload(file))

  async function upload(file: File) {
    const stored = await store(file.name, async () => file)
    if (stored) onStored(stored)
  }

  async function recolour(source: string) {
    const stored = await store(label, () => readStored(source))
    if (!stored) return
    if (!stored.recoloured) return setProblem(t('look.logo.opaque'))
    onStored({ ...stored, file: stored.recoloured })
    // The button disappears.
    frame.current?.focus()
  }

  function remove(onRemove: () => void) {
    setProblem('')
    onRemove()
    // The button disappears.
    frame.current?.focus()
  }

  /** Null after saying why it was not stored. */
  async function store(name: string, read: () => Promise<Blob>): Promise<StoredLookFile | null> {
    if (isBusy) return null
    const fail = (text: string) => {
      setProblem(t('look.file.problem', { name, problem: text }))
      return null
    }
    setProblem('')
    setIsBusy(true)
    try {
      const file = await read()
      if (file.size > LOOK_FILE_MAX_BYTES) return fail(t('look.file.tooLarge'))
      const answer = await signedIn((client) => storeLookFile(client, file, use))
      return answer.status === 'refused' ? fail(answer.message) : answer.data
    } catch (error) {
      return fail(describeError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <fieldset ref={frame} id={id} tabIndex={-1} className="min-w-0" aria-busy={isBusy}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div
        {...drop.handlers}
        className={`space-y-3 rounded-sm border border-dashed p-4 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
      >
        {shown}
        <div className="flex flex-wrap items-center gap-2">
          <BrowseButton
            label={isBusy ? t('look.file.busy') : shown ? t('look.file.replace') : t('look.file.choose')}
            inputLabel={label}
            accept={ACCEPTED}
            disabled={isBusy}
            onFiles={([file]) => file && void upload(file)}
          />
          {recolours && (
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={isBusy}
              onClick={() => void recolour(recolours)}
            >
              {t('look.logo.make')}
            </Button>
          )}
          {onRemove && (
            <Button variant="ghost" size="sm" onClick={() => remove(onRemove)}>
              {t('look.file.remove')}
            </Button>
          )}
        </div>
        <p className="text-faint text-sm">{hint}</p>
        <Announcement urgent>{problem}</Announcement>
        {problem && <p className="text-red text-sm wrap-anywhere">{problem}</p>}
      </div>
    </fieldset>
  )
}

const READ_TIMEOUT_MS = 30_000

async function readStored(file: string): Promise<Blob> {
  const response = await browserFetch(`/${file}`, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The stored file was answered with ${response.status}`)
  return response.blob()
}
