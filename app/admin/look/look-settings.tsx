import { LookFields } from '#app/admin/look/look-fields.tsx'
import { LookPreview } from '#app/admin/look/look-preview.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { toValue } from '#app/admin/settings/setting-drafts.ts'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import {
  checkSetting,
  type SettingForm,
  type SettingPartProps,
} from '#app/admin/settings/use-setting-form.ts'
import type { PreviewedSettings } from '#core/look/previewed-settings.ts'

const KEYS = ['accent', 'type', 'logo', 'icon'] as const

/** The look of the publication, with the front page beside it. */
export function LookSettings(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SECTIONS.look} isWide>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <LookFields {...props} />
        <div className="min-w-0 self-start xl:sticky xl:top-6">
          <LookPreview look={lookOf(props.form)} />
        </div>
      </div>
    </SettingSection>
  )
}

/** What the form has, as far as it is valid, for the preview. */
export function lookOf(form: SettingForm): PreviewedSettings {
  const drafts = KEYS.flatMap((key) => {
    const value = toValue(key, form.draft(key) as never)
    if (value === null) return [[key, null]]
    const checked = checkSetting(key, value)
    return checked.problems ? [] : [[key, checked.value]]
  })
  return Object.fromEntries(drafts)
}
