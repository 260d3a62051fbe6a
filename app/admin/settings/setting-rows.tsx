import { EditableRows } from '#app/admin/form/editable-rows.tsx'
import { t } from '#app/admin/messages.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'

export interface RowColumn<Row> {
  name: keyof Row & string
  label: string
  /** Whether it is long, and has several lines of its own. */
  wide?: boolean
}

interface SettingRowsProps<Row> {
  form: SettingForm
  /** The name of the list: `landing_figures.en`. */
  field: string
  rows: readonly Row[]
  columns: readonly RowColumn<Row>[]
  empty: Row
  max: number
  /** What one row is called: 'Figure'. */
  noun: string
  language: string
  onChange: (rows: Row[]) => void
}

/** A list of a setting, whose rows have a few texts each. */
export function SettingRows<Row extends Record<keyof Row, string>>(props: SettingRowsProps<Row>) {
  const { form, field, rows, columns, empty, max, noun, language, onChange } = props
  return (
    <EditableRows
      rows={rows}
      empty={empty}
      max={max}
      problem={form.problemOf(field)}
      columnsClass="sm:grid-cols-2"
      nameOf={(number) => t('settings.row.name', { noun, number, language })}
      remove={{
        text: t('settings.row.remove'),
        nameOf: (number) => t('settings.row.removeName', { noun, number, language }),
      }}
      add={{ text: t('settings.row.add', { noun }), name: t('settings.row.addName', { noun, language }) }}
      onChange={onChange}
    >
      {(row, index, changeRow) =>
        columns.map(({ name, label, wide }) => {
          const given = { label, error: form.problemOf(`${field}.${index}.${name}`) }
          const control = {
            value: row[name],
            autoComplete: 'off',
            onChange: (event: { target: { value: string } }) =>
              changeRow({ [name]: onOneLine(event.target.value) } as Partial<Row>),
          }
          return wide ? (
            <Field key={name} {...given} className="sm:col-span-2">
              {(attributes) => <textarea {...attributes} {...control} rows={3} />}
            </Field>
          ) : (
            <TextField key={name} {...given} {...control} />
          )
        })
      }
    </EditableRows>
  )
}

/** A text that is typed on several lines is stored on one. */
function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
