import { setImmediate as nextTurn } from 'node:timers/promises'
import { blockId, blockReportForm, type ReportOutcome } from '#app/article/translation-report-form.server.ts'
import styles from '#app/styles/beside.css?inline'
import type { Article } from '#core/domain/article.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { ArticleWords } from '#core/markdown/render-markdown.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'
import type { OffTurn } from '#core/off-turn.ts'
import { articlePath } from '#core/paths.ts'
import type { AlignedRow } from '#core/translation/align-blocks.ts'
import { alignVersions } from '#core/translation/align-versions.ts'
import type { ComparedBlock } from '#core/translation/compared-blocks.ts'

/** The original that stands beside a translation. */
export interface OriginalBeside
  extends Pick<Article, 'title' | 'subtitle' | 'content' | 'language' | 'updated_at'> {
  /** Its text as it was translated; null when that is unknown. */
  translated: string | null
}

interface BesideOptions {
  /** The translator of the language of the translation. */
  t: Translate
  words: ArticleWords & { pictures: Pictures }
  /** What became of a report that was sent from one of the blocks. */
  outcome: ReportOutcome | null
  offTurn: OffTurn
}

/** Each form has a copy of its block; a text can have tens of thousands. */
const MAX_FORMS = 500

/**
 * The text of a translation, with the original beside each of its blocks, as HTML that needs no script. What cannot be aligned stands beside
 * each other as a whole.
 */
export async function besideOriginal(
  article: Pick<Article, 'slug' | 'language' | 'content'>,
  original: OriginalBeside,
  { t, words, outcome, offTurn }: BesideOptions,
): Promise<string> {
  const place = 'core/translation/align-versions.ts#alignVersions'
  const rows = await offTurn(place, alignVersions, article.content, original, words)
  const count = Math.min(rows.filter(quoteOf).length, MAX_FORMS)
  // The text may have become shorter since the form was shown.
  const reported = outcome?.block ? Math.min(outcome.block, count) : null
  let number = 0
  const rowsXml = rows.flatMap((row) => {
    const quote = quoteOf(row)
    if (!quote || number === count) return rowXml(row, { t, language: original.language }) ?? []
    number++
    const form = blockReportForm(article, {
      t,
      quote,
      number,
      outcome: number === reported ? outcome : null,
    })
    return rowXml(row, { t, language: original.language, report: { number, form } }) ?? []
  })
  const html = xml`<div class="beside"><style>${{ xml: styles }}</style>
${leaveLink(article, t)}
<div class="beside-row beside-heads"><p>${nameOf(article.language)}</p><div lang="${original.language}"><p>${nameOf(original.language)}</p><p class="beside-title">${original.title}</p>${
    original.subtitle ? xml`<p>${original.subtitle}</p>` : null
  }</div></div>
${rowsXml}
${leaveLink(article, t)}
</div>`
  // The page may have two megabytes now, so it is written in a turn of its own.
  await nextTurn()
  return html.xml
}

/** What a report of the row quotes; empty when it has no form. */
const quoteOf = ({ state, translation }: AlignedRow<ComparedBlock>) =>
  state === 'apart' ? '' : (translation[0]?.words ?? '')

function leaveLink(article: Pick<Article, 'slug' | 'language'>, t: Translate): Xml {
  return xml`<p class="beside-leave"><a href="${articlePath(article)}">${t('article.beside.leave')}</a></p>`
}

/** A row whose original has nothing to add, such as a picture, is one column. */
function rowXml(
  row: AlignedRow<ComparedBlock>,
  { t, language, report }: { t: Translate; language: Language; report?: { number: number; form: Xml } },
): Xml | null {
  const [own = '', other = ''] = [row.translation, row.original].map((blocks) =>
    blocks.map(({ html }) => html).join(''),
  )
  // Of code at most the comments are translated.
  const isCode = row.translation[0]?.words === '' && row.translation[0].code.length > 0
  const english = row.state === 'aligned' && isCode ? '' : other
  if (!own && !english) return null
  const note = noteOf(row, t)
  const id = report ? xml` id="${blockId(report.number)}"` : null
  return xml`<div${id} class="beside-row${row.state === 'aligned' && !english ? ' beside-one' : ''}">${
    note && xml`<p class="beside-note">${note}</p>`
  }<div>${{ xml: own }}</div>${english ? xml`<div lang="${language}">${{ xml: english }}</div>` : null}${report?.form ?? null}</div>`
}

function noteOf({ state, translation, original }: AlignedRow<ComparedBlock>, t: Translate): string | null {
  if (state === 'aligned') return null
  if (translation.length === 0) return t('article.beside.onlyOriginal')
  if (original.length === 0) return t('article.beside.onlyTranslation')
  return t(state === 'apart' ? 'article.beside.apart' : 'article.beside.changed')
}

const nameOf = (language: Language) => LANGUAGES.find(({ code }) => code === language)?.name ?? language

/** The link with which a translation is opened beside its original. It is relative, because it stands twice in the page of each translation. */
export function besideLink({ language }: Pick<Article, 'language'>, t: Translate): Xml {
  return xml`<a href="?lang=${language}&amp;beside=${DEFAULT_LANGUAGE}">${t('article.beside.open')}</a>`
}
