import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'

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
