import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import { ResponsibleFields } from '#app/admin/settings/responsible-fields.tsx'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingFields, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The publication as a whole. */
export function SiteConfiguration(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SECTIONS.site}>
      <SettingFields
        {...props}
        section={SECTIONS.site}
        own={{
          tagline: <TaglineFields {...props} />,
          editorial_responsibility: <ResponsibleFields {...props} />,
        }}
      />
    </SettingSection>
  )
}

/** The tagline in English, and in other languages where somebody wants it. */
export function TaglineFields({ form }: SettingPartProps) {
  const tagline = form.draft('tagline')
  const offered = useOfferedLanguages()
  return (
    <SettingGroup legend={SETTING_LABELS.tagline} hint={t('settings.site.taglineHint')}>
      <LocalizedText
        form={form}
        field="tagline"
        label={languageName('en')}
        texts={tagline}
        languages={LANGUAGE_CODES.filter((code) => offered.includes(code) || tagline[code])}
        onChange={(texts) => form.change('tagline', texts)}
      />
      <ChangedMeanwhile form={form} name="tagline" label={SETTING_LABELS.tagline} />
    </SettingGroup>
  )
}
