import { buttonStyles } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import type { Article } from '#core/domain/article.ts'
import { MAX_REPORT_LENGTH, type ReportInput } from '#core/domain/translation-report.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath, besidePath } from '#core/paths.ts'

/** What became of a report that was sent with this request. */
export type ReportOutcome = {
  /** The number of the block whose form it was; null for the form below the text. */
  block: number | null
} & (
  | { status: 'received' }
  /** With what was typed, so that it need not be typed again. */
  | { status: 'invalid' | 'limited'; typed: ReportInput }
)

const ID = 'report'

interface ReportFormOptions {
  t: Translate
  outcome: ReportOutcome | null
  /** Of the page that the form is part of. */
  path?: string
}

/**
 * The form with which readers report a mistake in a translation, as HTML at the end of its text: it costs the browser no script,
 * and works without any. `outcome` is null before it is sent.
 */
export function translationReportForm(
  article: Pick<Article, 'slug' | 'language'>,
  { t, outcome, path = articlePath(article) }: ReportFormOptions,
): string {
  const isSent = outcome?.status === 'received'
  return xml`<section data-live="" lang="${article.language}" id="${ID}" class="mt-12! font-sans text-base print:hidden">${notice(outcome, t)}${isSent ? null : form({ t, outcome, path })}</section>`
    .xml
}

function notice(outcome: ReportOutcome | null, t: Translate): Xml | null {
  if (!outcome) return null
  const { status } = outcome
  if (status === 'received')
    return xml`<p role="status" class="font-semibold">${t('article.report.received')}</p>`
  const text =
    status === 'invalid'
      ? t('article.report.invalid', { max: String(MAX_REPORT_LENGTH) })
      : t('article.report.limited')
  return xml`<p role="alert" class="mb-3 text-red">${text}</p>`
}

function form({
  t,
  outcome,
  path,
}: {
  t: Translate
  outcome: Exclude<ReportOutcome, { status: 'received' }> | null
  path: string
}): Xml {
  const open = outcome ? { xml: ' open=""' } : null
  // As multipart, every character takes at most four bytes, and both texts fit into what a page accepts.
  return xml`<details${open}>
<summary class="cursor-pointer py-1 text-sm font-semibold">${t('article.report.title')}</summary>
<form method="post" enctype="multipart/form-data" action="${path}#${ID}" class="mt-3">
${field('quote', t('article.report.quote'), outcome?.typed.quote, { xml: ' required=""' })}
${field('comment', t('article.report.comment'), outcome?.typed.comment, null)}
<p class="mb-3 text-sm text-faint">${t('article.report.note')}</p>
<button type="submit" class="${buttonStyles({ variant: 'secondary' })}">${t('article.report.submit')}</button>
</form>
</details>`
}

/**
 * The same for one block of a translation that stands beside its original; the block is chosen as what is quoted. The response leads back to
 * the block.
 */
export function blockReportForm(
  article: Pick<Article, 'slug' | 'language'>,
  {
    t,
    quote,
    number,
    outcome,
  }: { t: Translate; quote: string; number: number; outcome: ReportOutcome | null },
): Xml {
  if (outcome?.status === 'received') return xml`${notice(outcome, t)}`
  const area = (name: string, label: string, typed: string, required: Xml | null) =>
    xml`<label>${label}<textarea name="${name}" rows="3" maxlength="${String(MAX_REPORT_LENGTH)}"${required} dir="auto">
${typed}</textarea></label>`
  const open = outcome && { xml: ' open=""' }
  return xml`${notice(outcome, t)}<details data-live="" name="report"${open}><summary>${t('article.beside.report')}<span class="sr-only"> ${String(number)}</span></summary>
<form method="post" enctype="multipart/form-data" action="${besidePath(article)}#${blockId(number)}">
<input type="hidden" name="block" value="${String(number)}">
${area('quote', t('article.report.quote'), outcome?.typed.quote ?? shorten(quote), { xml: ' required=""' })}
${area('comment', t('article.report.comment'), outcome?.typed.comment ?? '', null)}
<p>${t('article.report.note')}</p>
<button type="submit">${t('article.report.submit')}</button>
</form>
</details>`
}

export const blockId = (number: number) => `block-${number}`

/** The beginning of a long text, up to a space. The browser counts in UTF-16. */
function shorten(text: string): string {
  if (text.length <= MAX_REPORT_LENGTH) return text
  const start = text.slice(0, MAX_REPORT_LENGTH)
  return start.slice(0, start.lastIndexOf(' ') + 1).trimEnd() || start.slice(0, -1).toWellFormed()
}

/** The line break after the tag is no part of the text, and keeps one that begins it. */
function field(name: string, label: string, typed = '', required: Xml | null): Xml {
  return xml`<label for="${ID}-${name}" class="mb-1.5 block text-sm font-medium">${label}</label>
<textarea id="${ID}-${name}" name="${name}" rows="3" maxlength="${String(MAX_REPORT_LENGTH)}"${required} dir="auto" class="${CONTROL_STYLES} mb-3">
${typed}</textarea>`
}
