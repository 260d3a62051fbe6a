import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import { ContactField, ResponsibleFields } from '#app/admin/settings/responsible-fields.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import {
  ChangedMeanwhile,
  SettingChoice,
  SettingGroup,
  SettingText,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field } from '#app/components/ui/field.tsx'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The publication as a whole. */
export function SiteConfiguration(props: SettingPartProps) {
  const { form } = props
  return (
    <SettingSection form={form} section={SECTIONS.site}>
      <NameField {...props} />
      <TaglineFields {...props} />
      <ContactField {...props} />
      <ResponsibleFields {...props} />
      <div>
        <Field label={t('settings.site.crawlers')} hint={t('settings.site.crawlersHint')}>
          {(control) => (
            <SelectControl
              {...control}
              value={form.draft('ai_crawlers')}
              onChange={(event) => form.change('ai_crawlers', event.target.value)}
            >
              <option value="">{t('settings.site.crawlersDefault')}</option>
              <option value="welcome">{t('settings.site.crawlersWelcome')}</option>
              <option value="refused">{t('settings.site.crawlersRefused')}</option>
            </SelectControl>
          )}
        </Field>
        <ChangedMeanwhile form={form} name="ai_crawlers" label={t('settings.site.crawlers')} />
      </div>
      <SettingChoice
        form={form}
        name="counts_page_views"
        label={t('settings.site.views')}
        hint={t('settings.site.viewsHint')}
      />
      <SettingChoice
        form={form}
        name="social_web"
        label={t('settings.site.social')}
        hint={t('settings.site.socialHint')}
      />
      <SettingChoice
        form={form}
        name="offline_reading"
        label={t('settings.site.offline')}
        hint={t('settings.site.offlineHint')}
      />
      <SettingText
        form={form}
        stored={props.settings.stored}
        name="daily_megabytes"
        label={t('settings.site.storage')}
        hint={t('settings.site.storageHint')}
        inputMode="numeric"
        placeholder={String(props.settings.defaults.daily_megabytes)}
      />
    </SettingSection>
  )
}

/** The name of the publication. */
export function NameField({ form, settings: { stored, defaults } }: SettingPartProps) {
  return (
    <SettingText
      form={form}
      stored={stored}
      name="site_name"
      label={t('settings.site.name')}
      hint={t('settings.site.nameHint')}
      placeholder={defaults.site_name}
    />
  )
}

/** The tagline in English, and in other languages where somebody wants it. */
export function TaglineFields({ form }: SettingPartProps) {
  const tagline = form.draft('tagline')
  const offered = useOfferedLanguages()
  return (
    <SettingGroup legend={t('settings.site.tagline')} hint={t('settings.site.taglineHint')}>
      <LocalizedText
        form={form}
        field="tagline"
        label={languageName('en')}
        texts={tagline}
        languages={LANGUAGE_CODES.filter((code) => offered.includes(code) || tagline[code])}
        onChange={(texts) => form.change('tagline', texts)}
      />
      <ChangedMeanwhile form={form} name="tagline" label={t('settings.site.tagline')} />
    </SettingGroup>
  )
}
