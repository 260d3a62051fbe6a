import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingFields, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The fields of the person who is legally responsible for the publication. */
export function ResponsibleFields({ form, settings: { stored } }: SettingPartProps) {
  const responsible = form.draft('editorial_responsibility')
  return (
    <SettingGroup legend={SETTING_LABELS.editorial_responsibility} hint={t('settings.site.responsibleHint')}>
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
        label={SETTING_LABELS.editorial_responsibility}
        theirs={stored.editorial_responsibility?.name}
      />
    </SettingGroup>
  )
}

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
