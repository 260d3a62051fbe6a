import type { Article } from '#core/domain/article.ts'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import { translationStatement } from '#core/domain/translation-statement.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { type LinkedText, splitLinkedText } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

interface TranslationNotesOptions {
  t: Translate
  language: Language
  /** The original, when it is published. */
  original: Pick<Article, 'slug' | 'language'> | undefined
  /** The link to the page with both texts. */
  beside?: Xml | null
}

/**
 * What stands before the text of a translation, as HTML: that its original has been corrected since, and how it was made. It is no
 * component, so that it costs the browser no script.
 */
export function translationNotes(facts: TranslationFacts | null, options: TranslationNotesOptions): string {
  const notes = [correctedNote(facts, options), originNote(facts, options)].flatMap((note) => note ?? [])
  const { beside = null, language } = options
  if (notes.length === 0 && !beside) return ''
  // A static mirror has no page with both texts.
  const live = { xml: ' data-live=""' }
  return xml`<aside${notes.length === 0 ? live : null} lang="${language}" class="mt-0! mb-9 font-sans text-sm text-soft">${notes}${
    beside && xml`<p${live}>${beside}</p>`
  }</aside>`.xml
}

function correctedNote(facts: TranslationFacts | null, { t, language, original }: TranslationNotesOptions) {
  if (!facts?.corrected_at) return null
  const date = formatArticleDate(facts.corrected_at, language)
  const text = splitLinkedText(t('article.translation.corrected', { date }))
  const corrections = original && `${articlePath(original)}#corrections`
  return xml`<p class="mb-3 border-l-2 border-accent pl-5 text-base text-ink">${linked(text, corrections)}</p>`
}

function originNote(facts: TranslationFacts | null, { t, language, original }: TranslationNotesOptions) {
  const statement = translationStatement(facts, { t, language })
  if (!statement) return null
  return xml`<p>${linked(statement.origin, original && articlePath(original))} ${statement.review}</p>`
}

/** The words of the link alone when there is nothing to link to. The link is in the language of the page, its target in English. */
function linked({ before, link, after }: LinkedText, href: string | undefined): Xml {
  return href
    ? xml`${before}<a href="${href}" hreflang="en">${link}</a>${after}`
    : xml`${before}${link}${after}`
}
