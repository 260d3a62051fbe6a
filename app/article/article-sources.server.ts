import styles from '#app/styles/article-sources.css?inline'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { markSentences, type SentenceMark } from '#core/markdown/mark-sentences.ts'
import type { OffTurn } from '#core/off-turn.ts'

/** Keeps the button on the line of the word before it. */
const WORD_JOINER = '\u2060'

interface SourcesOptions {
  t: Translate
  language: Language
}

/** How an article was made of its sources, as HTML before its text. */
export function sourcesStatement(told: ToldSources, { t, language }: SourcesOptions): string {
  const text = t(told.model === null ? 'article.sources.cited' : 'article.sources.drafted')
  return xml`<aside lang="${language}" class="mt-0! mb-9 font-sans text-sm text-soft"><p>${text} <a href="#sources">${t('article.sources.title')}</a></p></aside>`
    .xml
}

/**
 * The text of an article, in which a click on a sentence shows what it rests on. Labels and popovers do that, so that it takes no script:
 * a label presses the button after its sentence, and the button opens the popover with the same sources.
 */
export async function withSentenceSources(
  html: string,
  told: ToldSources,
  { offTurn, ...options }: SourcesOptions & { offTurn: OffTurn },
): Promise<string> {
  if (!told.is_original) return html
  const { t } = options
  const popovers = new Map<string, Xml>()
  const marks = told.sentences.flatMap(
    ({ field, text, sources, signed_by, reason }, index): SentenceMark[] => {
      if (field !== 'content' || (sources.length === 0 && signed_by === null)) return []
      const id = `rests-on-${signed_by === null ? sources.join('-') : `word-${index}`}`
      if (!popovers.has(id))
        popovers.set(
          id,
          signed_by === null
            ? popover(id, t('article.sources.ofSentence'), listOf(told, sources, options))
            : popover(
                id,
                t('article.sources.own'),
                xml`<p>${signatureOf({ signed_by, reason }, options)}</p>`,
              ),
        )
      const said = signed_by === null ? sources.join(', ') : '✍'
      const label =
        signed_by === null ? `${t('article.sources.ofSentence')}: ${said}` : t('article.sources.own')
      const button = xml`<button type="button" id="sentence-${String(index)}" class="rests-on" popovertarget="${id}" aria-label="${label}">${said}</button>`
      return [
        {
          text,
          open: xml`<label for="sentence-${String(index)}">`.xml,
          close: '</label>',
          after: WORD_JOINER + button.xml,
        },
      ]
    },
  )
  if (marks.length === 0) return html
  const marked = await offTurn('core/markdown/mark-sentences.ts#markSentences', markSentences, html, marks)
  return marked + [...popovers.values()].map(({ xml: made }) => made).join('')
}

function popover(id: string, title: string, content: Xml): Xml {
  return xml`<div popover id="${id}" class="rests-on-list" role="note" aria-label="${title}"><p><strong>${title}</strong></p>${content}</div>`
}

/** The sources of an article, and who has signed what as own knowledge, as HTML after its text. */
export function sourcesSection(told: ToldSources, options: SourcesOptions): string {
  const { t, language } = options
  const own = told.sentences.filter(({ signed_by }) => signed_by !== null)
  const signed =
    own.length === 0
      ? null
      : xml`<h3>${t('article.sources.own')}</h3><ul>${own.map(
          (sentence) => xml`<li><q lang="en">${sentence.text}</q> ${signatureOf(sentence, options)}</li>`,
        )}</ul>`
  const numbers = told.sources.map(({ number }) => number)
  return xml`<section lang="${language}" aria-labelledby="sources" class="article-sources"><style>${{ xml: styles }}</style>
<h2 id="sources">${t('article.sources.title')}</h2>
${told.is_original ? null : xml`<p>${t('article.sources.ofOriginal')}</p>`}${listOf(told, numbers, options, { withCounts: true })}
${signed}<p>${t('article.sources.proves')}</p>
</section>`.xml
}

function listOf(
  told: ToldSources,
  numbers: readonly number[],
  { t, language }: SourcesOptions,
  { withCounts = false } = {},
): Xml {
  const items = told.sources
    .filter(({ number }) => numbers.includes(number))
    .map((source) => {
      const { number, outlet, title, url, published_at, state } = source
      const lang = source.language && source.language !== language ? source.language : null
      const name = lang ? xml`<span lang="${lang}">${title}</span>` : xml`${title}`
      const count = told.sentences.filter(({ sources }) => sources.includes(number)).length
      return xml`<li value="${String(number)}">${outlet}: ${
        url ? xml`<a href="${url}" rel="noopener nofollow">${name}</a>` : name
      }, <time datetime="${htmlTime(published_at)}">${formatArticleDate(published_at, language)}</time>${
        withCounts ? xml` · ${t('article.sources.count', { count })}` : null
      }${
        state === 'corrected' || state === 'withdrawn'
          ? xml` · <strong>${t(`article.sources.${state}`)}</strong>`
          : null
      }</li>`
    })
  return xml`<ol>${items}</ol>`
}

/** Stands for the reason in a message; no text of the database has it. */
const REASON = '\0'

/** Reasons are in English, as the sentences are. */
function signatureOf(
  { signed_by, reason }: Pick<ToldSources['sentences'][number], 'signed_by' | 'reason'>,
  { t, language }: SourcesOptions,
): Xml {
  const [before = '', after = ''] = t('article.sources.signed', {
    name: signed_by ?? '',
    reason: REASON,
  }).split(REASON)
  const said = language === 'en' ? xml`${reason}` : xml`<span lang="en">${reason}</span>`
  return xml`${before}${said}${after}`
}
