import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ArticleForm, FormField } from '#app/admin/article/article-form.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { compareTexts, diffQuery, type Piece, wholeText } from '#app/admin/compare/compare-texts.ts'
import { MarkedPieces } from '#app/admin/compare/text-diff.tsx'
import { t } from '#app/admin/messages.ts'
import { SectionName } from '#app/admin/sections/section-badge.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'

interface ChangedTextProps {
  left: string
  leftTitle: string
  right: string
  rightTitle: string
}

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
          {choice && <ChooseSide field={field} titles={[leftTitle, rightTitle]} choice={choice} />}
        </section>
      ))}
    </div>
  )
}

function ChooseSide({
  field,
  titles,
  choice,
}: {
  field: FormField
  titles: [string, string]
  choice: FieldChoice
}) {
  return (
    <fieldset className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      <legend className="sr-only">{t('article.conflict.choose', { field: fieldLabel(field) })}</legend>
      {titles.map((title, side) => (
        <label key={title} className="flex min-h-11 items-center gap-2.5 font-medium">
          <input
            type="radio"
            name={`choice-${field}`}
            className="size-4 shrink-0 accent-ink"
            checked={choice.isRight(field) === (side === 1)}
            onChange={() => choice.onChoose(field, side === 1)}
          />
          {title}
        </label>
      ))}
    </fieldset>
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

/** Two versions of a text side by side, with the differences marked once they are known. */
function ChangedText({ left, leftTitle, right, rightTitle }: ChangedTextProps) {
  const diff = useQuery(diffQuery).data
  const pieces = useMemo(() => (diff ? compareTexts(diff, left, right) : null), [diff, left, right])
  return (
    <div className="mt-1.5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      <Side
        title={leftTitle}
        isEmpty={left.trim() === ''}
        pieces={pieces?.filter(({ kind }) => kind !== 'added') ?? wholeText(left)}
      />
      <Side
        title={rightTitle}
        isEmpty={right.trim() === ''}
        pieces={pieces?.filter(({ kind }) => kind !== 'removed') ?? wholeText(right)}
      />
    </div>
  )
}

function Side({ title, isEmpty, pieces }: { title: string; isEmpty: boolean; pieces: Piece[] }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold sm:sr-only">{title}</p>
      {isEmpty ? (
        <p className="text-faint italic">{t('article.compare.empty')}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <MarkedPieces pieces={pieces} />
        </p>
      )}
    </div>
  )
}
