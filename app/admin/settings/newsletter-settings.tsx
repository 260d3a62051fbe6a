import { t } from '#app/admin/kit/messages.ts'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import {
  ChangedMeanwhile,
  SettingFields,
  SettingGroup,
  SettingText,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'

/** The settings for when the newsletter leaves, and how. */
export function NewsletterSettings(props: SettingPartProps) {
  const {
    form,
    settings: { stored, defaults },
  } = props
  const rate = form.draft('newsletter_rate')
  const times = (
    <div className="grid gap-4 sm:grid-cols-2">
      <SettingText
        form={form}
        stored={stored}
        name="newsletter_time"
        label={SETTING_LABELS.newsletter_time}
        hint={t('settings.newsletter.timeHint')}
        placeholder={defaults.newsletter_time}
      />
      <SettingText
        form={form}
        stored={stored}
        name="newsletter_zone"
        label={SETTING_LABELS.newsletter_zone}
        hint={t('settings.newsletter.zoneHint', { zone: defaults.newsletter_zone })}
        placeholder={defaults.newsletter_zone}
        list="time-zones"
        spellCheck={false}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
  const speed = (
    <SettingGroup legend={SETTING_LABELS.newsletter_rate} hint={t('settings.newsletter.rateHint')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('settings.newsletter.perSecond')}
          inputMode="numeric"
          autoComplete="off"
          value={rate.per_second}
          error={form.problemOf('newsletter_rate.per_second')}
          onChange={(event) => form.change('newsletter_rate', { ...rate, per_second: event.target.value })}
        />
        <TextField
          label={t('settings.newsletter.perHour')}
          inputMode="numeric"
          autoComplete="off"
          value={rate.per_hour}
          error={form.problemOf('newsletter_rate.per_hour')}
          onChange={(event) => form.change('newsletter_rate', { ...rate, per_hour: event.target.value })}
        />
      </div>
      <ChangedMeanwhile form={form} name="newsletter_rate" label={SETTING_LABELS.newsletter_rate} />
    </SettingGroup>
  )
  return (
    <SettingSection form={form} section={SECTIONS.newsletter}>
      <SettingFields
        {...props}
        section={SECTIONS.newsletter}
        own={{ newsletter_time: times, newsletter_zone: null, newsletter_rate: speed }}
      />
    </SettingSection>
  )
}
