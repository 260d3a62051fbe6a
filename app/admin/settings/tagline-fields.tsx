import { t } from '#app/admin/messages.ts'
import { ChangedMeanwhile } from '#app/admin/settings/changed-meanwhile.tsx'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import { LANGUAGES } from '#core/i18n/languages.ts'

/** The tagline in every language. */
export function TaglineFields({ form }: SettingPartProps) {
  const tagline = form.draft('tagline')
  return (
    <SettingGroup legend={t('settings.site.tagline')} hint={t('settings.site.taglineHint')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {LANGUAGES.map(({ code, name }) => (
          <TextField
            key={code}
            label={<bdi lang={code}>{name}</bdi>}
            lang={code}
            autoComplete="off"
            placeholder={code === 'en' ? undefined : tagline.en}
            value={tagline[code]}
            error={form.problemOf(`tagline.${code}`)}
            onChange={(event) => form.change('tagline', { ...tagline, [code]: event.target.value })}
          />
        ))}
      </div>
      <ChangedMeanwhile form={form} name="tagline" label={t('settings.site.tagline')} />
    </SettingGroup>
  )
}
