import { EditableRows } from '#app/admin/kit/form/editable-rows.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import {
  ChangedMeanwhile,
  SettingGroup,
  SettingLanguages,
  SettingText,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { makesStatement } from '#core/i18n/statements.ts'

interface RowColumn<Row> {
  name: keyof Row & string
  label: string
  /** True if it is long, and has several lines of its own. */
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
  /** The name of one row: 'Figure'. */
  noun: string
  language: string
  onChange: (rows: Row[]) => void
}

const MAX_FIGURES = 4
const MAX_TESTIMONIALS = 6

/** The settings for what the page of the newsletter shows to convince readers. */
export function LandingSettings({ form, settings: { stored, defaults } }: SettingPartProps) {
  // Only the shipped publication shows a number that is not its own.
  const mayInvent = makesStatement({ ...defaults, ...stored }, 'figures')
  const figures = form.draft('landing_figures')
  const testimonials = form.draft('landing_testimonials')
  return (
    <SettingSection form={form} section={SECTIONS.landing}>
      <SettingText
        form={form}
        stored={stored}
        name="landing_subscribers"
        label={SETTING_LABELS.landing_subscribers}
        hint={t(mayInvent ? 'settings.landing.subscribersHint' : 'settings.landing.realHint')}
        inputMode="numeric"
      />
      <SettingGroup legend={SETTING_LABELS.landing_figures} hint={t('settings.landing.figuresHint')}>
        <SettingLanguages
          usesEnglish
          form={form}
          field="landing_figures"
          count={(language) => figures[language].length}
        >
          {(code, language) => (
            <SettingRows
              form={form}
              field={`landing_figures.${code}`}
              rows={figures[code]}
              columns={[
                { name: 'value', label: t('settings.landing.figureValue') },
                { name: 'label', label: t('settings.landing.figureLabel') },
              ]}
              empty={{ value: '', label: '' }}
              max={MAX_FIGURES}
              noun={t('settings.landing.figure')}
              language={language}
              onChange={(rows) => form.change('landing_figures', { ...figures, [code]: rows })}
            />
          )}
        </SettingLanguages>
        <ChangedMeanwhile form={form} name="landing_figures" label={SETTING_LABELS.landing_figures} />
      </SettingGroup>
      <SettingGroup
        legend={SETTING_LABELS.landing_testimonials}
        hint={t('settings.landing.testimonialsHint')}
      >
        {(mayInvent || testimonials.samples) && (
          <label className="flex min-h-6 items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-ink"
              checked={testimonials.samples}
              onChange={(event) =>
                form.change('landing_testimonials', { ...testimonials, samples: event.target.checked })
              }
            />
            {t('settings.landing.samples')}
          </label>
        )}
        <SettingLanguages
          usesEnglish
          form={form}
          field="landing_testimonials.texts"
          count={(language) => testimonials.texts[language].length}
        >
          {(code, language) => (
            <SettingRows
              form={form}
              field={`landing_testimonials.texts.${code}`}
              rows={testimonials.texts[code]}
              columns={[
                { name: 'quote', label: t('settings.landing.quote'), wide: true },
                { name: 'author', label: t('settings.landing.author') },
                { name: 'role', label: t('settings.landing.role') },
              ]}
              empty={{ quote: '', author: '', role: '' }}
              max={MAX_TESTIMONIALS}
              noun={t('settings.landing.testimonial')}
              language={language}
              onChange={(rows) =>
                form.change('landing_testimonials', {
                  ...testimonials,
                  texts: { ...testimonials.texts, [code]: rows },
                })
              }
            />
          )}
        </SettingLanguages>
        <ChangedMeanwhile
          form={form}
          name="landing_testimonials"
          label={SETTING_LABELS.landing_testimonials}
        />
      </SettingGroup>
    </SettingSection>
  )
}

/** A list of a setting, whose rows have a few texts each. */
function SettingRows<Row extends Record<keyof Row, string>>(props: SettingRowsProps<Row>) {
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
