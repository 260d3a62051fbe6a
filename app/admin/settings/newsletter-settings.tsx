import { t } from '#app/admin/kit/messages.ts'
import { PostalField } from '#app/admin/settings/responsible-fields.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import {
  ChangedMeanwhile,
  SettingChoice,
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
  return (
    <SettingSection form={form} section={SECTIONS.newsletter}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingText
          form={form}
          stored={stored}
          name="newsletter_time"
          label={t('settings.newsletter.time')}
          hint={t('settings.newsletter.timeHint')}
          placeholder={defaults.newsletter_time}
        />
        <SettingText
          form={form}
          stored={stored}
          name="newsletter_zone"
          label={t('settings.newsletter.zone')}
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
      <SettingText
        form={form}
        stored={stored}
        name="newsletter_reply_to"
        label={t('settings.newsletter.replyTo')}
        hint={t('settings.newsletter.replyToHint')}
        type="email"
        spellCheck={false}
      />
      <PostalField {...props} />
      <SettingGroup legend={t('settings.newsletter.rate')} hint={t('settings.newsletter.rateHint')}>
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
        <ChangedMeanwhile form={form} name="newsletter_rate" label={t('settings.newsletter.rate')} />
      </SettingGroup>
      <SettingChoice
        form={form}
        name="newsletter_automatic"
        label={t('settings.newsletter.automatic')}
        hint={t('settings.newsletter.automaticHint')}
      />
      <SettingChoice
        form={form}
        name="newsletter_counts_clicks"
        label={t('settings.newsletter.clicks')}
        hint={t('settings.newsletter.clicksHint')}
      />
      <SettingChoice
        form={form}
        name="newsletter_pictures"
        label={t('settings.newsletter.pictures')}
        hint={t('settings.newsletter.picturesHint')}
      />
    </SettingSection>
  )
}
