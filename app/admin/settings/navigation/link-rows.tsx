import { EditableRows } from '#app/admin/kit/form/editable-rows.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import { emptyLink, type LinkDraft } from '#app/admin/settings/navigation/navigation-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface LinkRowsProps {
  form: SettingForm
  /** The name of the list: `header_links`. */
  field: string
  /** The part of the page to which the links belong. */
  where: string
  links: readonly LinkDraft[]
  max: number
  languages: readonly Language[]
  onChange: (links: LinkDraft[]) => void
}

/** Links with their text in each language and their address, in their order. */
export function LinkRows({ form, field, where, links, max, languages, onChange }: LinkRowsProps) {
  return (
    <EditableRows
      rows={links}
      empty={emptyLink()}
      max={max}
      problem={form.problemOf(field)}
      columnsClass="grid-cols-1 sm:grid-cols-2"
      nameOf={(number) => t('navigation.link.name', { number })}
      remove={{
        text: t('navigation.link.remove'),
        nameOf: (number) => t('navigation.link.removeName', { number, where }),
      }}
      add={{ text: t('navigation.link.add'), name: t('navigation.link.addName', { where }) }}
      isOrdered
      onChange={onChange}
    >
      {(link, index, change) => (
        <>
          <LocalizedText
            form={form}
            field={`${field}.${index}.label`}
            label={t('navigation.link.text')}
            texts={link.label}
            languages={languages}
            onChange={(label) => change({ label })}
          />
          <TextField
            label={t('navigation.address')}
            hint={t('navigation.address.hint')}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            value={link.to}
            error={form.problemOf(`${field}.${index}.to`)}
            onChange={({ target }) => change({ to: target.value })}
          />
        </>
      )}
    </EditableRows>
  )
}
