import { ChangedText, ChooseSide } from '#app/admin/kit/compare/side-by-side.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { SectionName } from '#app/admin/settings/sections/section-badge.tsx'
import type { ArticleForm, FormField } from '#app/admin/stories/article-form/article-form.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'

interface CompareFormsProps {
  fields: readonly FormField[]
  left: ArticleForm
  leftTitle: string
  right: ArticleForm
  rightTitle: string
  /** Lets one side be chosen for each field. */
  choice?: FieldChoice
}

interface FieldChoice {
  isRight: (field: FormField) => boolean
  onChoose: (field: FormField, isRight: boolean) => void
}

/** Fields of two forms, side by side. */
export function CompareForms({ fields, left, leftTitle, right, rightTitle, choice }: CompareFormsProps) {
  if (fields.length === 0) return <p className="text-sm text-soft">{t('article.compare.nothing')}</p>
  return (
    <div className="divide-y divide-line border-line border-y">
      <div aria-hidden className="hidden gap-6 py-2 font-semibold text-sm sm:grid sm:grid-cols-2">
        <p>{leftTitle}</p>
        <p>{rightTitle}</p>
      </div>
      {fields.map((field) => (
        <section key={field} aria-label={fieldLabel(field)} className="py-4">
          <h3 className="text-faint text-sm">{fieldLabel(field)}</h3>
          {isText(field) ? (
            <ChangedText
              left={left[field] ?? ''}
              leftTitle={leftTitle}
              right={right[field] ?? ''}
              rightTitle={rightTitle}
            />
          ) : (
            <dl className="mt-1.5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
              <div>
                <dt className="font-semibold sm:sr-only">{leftTitle}</dt>
                <dd>{shownValue(left, field)}</dd>
              </div>
              <div>
                <dt className="font-semibold sm:sr-only">{rightTitle}</dt>
                <dd>{shownValue(right, field)}</dd>
              </div>
            </dl>
          )}
          {choice && (
            <ChooseSide
              name={fieldLabel(field)}
              titles={[leftTitle, rightTitle]}
              isRight={choice.isRight(field)}
              onChoose={(isRight) => choice.onChoose(field, isRight)}
            />
          )}
        </section>
      ))}
    </div>
  )
}

type TextField = Exclude<FormField, 'category' | 'publish_date' | 'featured'>

function isText(field: FormField): field is TextField {
  return field !== 'category' && field !== 'publish_date' && field !== 'featured'
}

function shownValue(form: ArticleForm, field: Exclude<FormField, TextField>): React.ReactNode {
  if (field === 'category') return <SectionName slug={form.category} />
  if (field === 'featured') return form.featured ? t('article.compare.yes') : t('article.compare.no')
  const isDate = !Number.isNaN(Date.parse(form.publish_date))
  return isDate ? <LocalTime iso={form.publish_date} precision="minute" /> : t('article.compare.undated')
}
