import { Button } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import type { Article } from '#core/domain/article.ts'
import { MAX_REPORT_LENGTH, type ReportInput } from '#core/domain/translation-review.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { besidePath } from '#core/paths.ts'

/** The outcome of a report that was sent with this request. */
export type ReportOutcome = {
  /** The number of the block whose form it was; null for the form below the text. */
  block: number | null
} & (
  | { status: 'received' }
  /** Includes the typed text, so that it need not be typed again. */
  | { status: 'invalid' | 'limited'; typed: ReportInput }
)

const ID = 'report'

interface ReportFormProps {
  article: Pick<Article, 'slug' | 'language'>
  t: Translate
  /** Null before it is sent. */
  outcome: ReportOutcome | null
}

/** The form with which readers report a mistake in a translation, at the end of its text. `path` is of the page that it is part of. */
export function TranslationReportForm({ article, t, outcome, path }: ReportFormProps & { path: string }) {
  return (
    <section data-live="" lang={article.language} id={ID} className="mt-12! font-sans text-base print:hidden">
      <Outcome outcome={outcome} t={t} />
      {outcome?.status !== 'received' && (
        <details open={outcome !== null}>
          <summary className="cursor-pointer py-1 text-sm font-semibold">{t('article.report.title')}</summary>
          {/* In multipart, every character takes at most four bytes, and both texts fit into the limit of a page. */}
          <form method="post" encType="multipart/form-data" action={`${path}#${ID}`} className="mt-3">
            <Field name="quote" label={t('article.report.quote')} typed={outcome?.typed.quote} required />
            <Field name="comment" label={t('article.report.comment')} typed={outcome?.typed.comment} />
            <p className="mb-3 text-sm text-faint">{t('article.report.note')}</p>
            <Button type="submit" variant="secondary">
              {t('article.report.submit')}
            </Button>
          </form>
        </details>
      )}
    </section>
  )
}

function Outcome({ outcome, t }: Pick<ReportFormProps, 'outcome' | 't'>) {
  if (!outcome) return null
  if (outcome.status === 'received')
    return (
      <p role="status" className="font-semibold">
        {t('article.report.received')}
      </p>
    )
  return (
    <p role="alert" className="mb-3 text-red">
      {outcome.status === 'invalid'
        ? t('article.report.invalid', { max: String(MAX_REPORT_LENGTH) })
        : t('article.report.limited')}
    </p>
  )
}

interface FieldProps {
  name: 'quote' | 'comment'
  label: string
  typed: string | undefined
  required?: boolean
}

const AREA = { rows: 3, maxLength: MAX_REPORT_LENGTH, dir: 'auto' }

function Field({ name, label, typed, required }: FieldProps) {
  const id = `${ID}-${name}`
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        {...AREA}
        required={required}
        className={`${CONTROL_STYLES} mb-3`}
        defaultValue={typed}
      />
    </>
  )
}

/**
 * The form for one block of a translation that is shown beside its original; the block is chosen as the quoted text. The response leads
 * back to the block.
 */
export function BlockReportForm({
  article,
  t,
  quote,
  number,
  outcome,
}: ReportFormProps & { quote: string; number: number }) {
  const said = <Outcome outcome={outcome} t={t} />
  if (outcome?.status === 'received') return said
  return (
    <>
      {said}
      <details data-live="" name="report" open={outcome !== null}>
        <summary>
          {t('article.beside.report')}
          <span className="sr-only"> {number}</span>
        </summary>
        <form
          method="post"
          encType="multipart/form-data"
          action={`${besidePath(article)}#${blockId(number)}`}
        >
          <input type="hidden" name="block" value={number} />
          <label>
            {t('article.report.quote')}
            <textarea name="quote" {...AREA} required defaultValue={outcome?.typed.quote ?? shorten(quote)} />
          </label>
          <label>
            {t('article.report.comment')}
            <textarea name="comment" {...AREA} defaultValue={outcome?.typed.comment} />
          </label>
          <p>{t('article.report.note')}</p>
          <button type="submit">{t('article.report.submit')}</button>
        </form>
      </details>
    </>
  )
}

export const blockId = (number: number) => `block-${number}`

/** The beginning of a long text, up to a space. The browser counts in UTF-16. */
function shorten(text: string): string {
  if (text.length <= MAX_REPORT_LENGTH) return text
  const start = text.slice(0, MAX_REPORT_LENGTH)
  return start.slice(0, start.lastIndexOf(' ') + 1).trimEnd() || start.slice(0, -1).toWellFormed()
}
