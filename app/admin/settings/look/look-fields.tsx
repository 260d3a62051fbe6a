import { useEffect, useRef } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { AccentField } from '#app/admin/settings/look/accent-field.tsx'
import { LookFileField } from '#app/admin/settings/look/look-file-field.tsx'
import { anchorOf, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field } from '#app/components/ui/field.tsx'
import { TYPES, type Type } from '#core/domain/publication-settings.ts'
import { fitLogo } from '#core/look/logo.ts'
import { GROUNDS, THEMES, type Theme } from '#core/look/palette.ts'
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
