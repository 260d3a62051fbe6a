import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { ChangedMeanwhile, SettingGroup, SettingText } from '#app/admin/settings/setting-fields.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'

/** The settings for who is legally responsible for the publication. */
export function ResponsibleFields({ form, settings: { stored } }: SettingPartProps) {
  const responsible = form.draft('editorial_responsibility')
  return (
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
  )
}

/** The address to which readers write. */
export function ContactField({ form, settings: { stored, defaults } }: SettingPartProps) {
  return (
    <SettingText
      form={form}
      stored={stored}
      name="contact_address"
      label={t('settings.site.contact')}
      hint={t('settings.site.contactHint', { address: defaults.contact_address })}
      placeholder={defaults.contact_address}
      type="email"
      spellCheck={false}
    />
  )
}

/** The address of the publisher, which newsletters name. */
export function PostalField({ form, settings: { stored } }: SettingPartProps) {
  return (
    <div>
      <Field
        label={t('settings.newsletter.postal')}
        hint={t('settings.newsletter.postalHint')}
        error={form.problemOf('postal_address')}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            autoComplete="off"
            value={form.draft('postal_address')}
            onChange={(event) => form.change('postal_address', event.target.value)}
          />
        )}
      </Field>
      <ChangedMeanwhile
        form={form}
        name="postal_address"
        label={t('settings.newsletter.postal')}
        theirs={stored.postal_address}
      />
    </div>
  )
}
