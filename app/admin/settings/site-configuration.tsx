import { languageName } from '#app/admin/article/language-name.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup, SettingText } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The publication as a whole. */
export function SiteConfiguration(props: SettingPartProps) {
  const {
    form,
    settings: { stored, defaults },
  } = props
  const responsible = form.draft('editorial_responsibility')
  const text = { form, stored }
  return (
    <SettingSection form={form} section={SECTIONS.site}>
      <SettingText
        {...text}
        name="site_name"
        label={t('settings.site.name')}
        hint={t('settings.site.nameHint')}
        placeholder={defaults.site_name}
      />
      <TaglineFields {...props} />
      <SettingText
        {...text}
        name="contact_address"
        label={t('settings.site.contact')}
        hint={t('settings.site.contactHint', { address: defaults.contact_address })}
        placeholder={defaults.contact_address}
        type="email"
        spellCheck={false}
      />
      <SettingGroup legend={t('settings.site.responsible')} hint={t('settings.site.responsibleHint')}>
        <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Field label={t('settings.site.responsibleKind')}>
            {(control) => (
              <SelectControl
                {...control}
                value={responsible.kind}
                onChange={(event) =>
                  form.change('editorial_responsibility', { ...responsible, kind: event.target.value })
                }
              >
                <option value="organization">{t('settings.site.organization')}</option>
                <option value="person">{t('settings.site.person')}</option>
              </SelectControl>
            )}
          </Field>
          <TextField
            label={t('settings.site.responsibleName')}
            autoComplete="off"
            value={responsible.name}
            error={form.problemOf('editorial_responsibility.name')}
            onChange={(event) =>
              form.change('editorial_responsibility', { ...responsible, name: event.target.value })
            }
          />
        </div>
        <ChangedMeanwhile
          form={form}
          name="editorial_responsibility"
          label={t('settings.site.responsible')}
          theirs={stored.editorial_responsibility?.name}
        />
      </SettingGroup>
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
    </SettingSection>
  )
}

/** The tagline in every language. */
function TaglineFields({ form }: SettingPartProps) {
  const tagline = form.draft('tagline')
  const offered = useOfferedLanguages()
  return (
    <SettingGroup legend={t('settings.site.tagline')} hint={t('settings.site.taglineHint')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {LANGUAGE_CODES.filter((code) => offered.includes(code) || tagline[code]).map((code) => (
          <TextField
            key={code}
            label={languageName(code)}
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
