import type { MediaFacts } from '#core/domain/media-file.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { ArticleWords } from '#core/markdown/render-markdown.ts'
import { CREDIT_PLACE, type PictureWords } from '#core/markdown/show-pictures.ts'

/** The words of a credit in the language of an article. */
export type CreditWords = Required<Pick<ArticleWords, 'newTab' | 'imageCredit'>>

interface NoteOptions {
  words: CreditWords
  language: Language
}

/** The description of the hero image: the title, if the library has none. */
export function heroAlt(
  facts: MediaFacts | null,
  { title, language }: { title: string; language: Language },
): string {
  if (facts?.decorative) return ''
  return facts?.alts[language] ?? title
}

/** The note below the hero image, as HTML; empty when there is none. */
export function heroNoteHtml(facts: MediaFacts | null, { words, language }: NoteOptions): string {
  const note = [escapeXml(facts?.captions[language] ?? ''), creditHtml(facts, words)]
    .filter(Boolean)
    .join('<br>')
  return note && `<small>${note}</small>`
}

/** The library's words about a picture in a text. */
export function pictureWords(facts: MediaFacts | null, { words, language }: NoteOptions): PictureWords {
  return {
    alt: facts?.alts[language] ?? '',
    credit: creditHtml(facts, words),
    licence: licenceHtml(facts, words),
  }
}

/** The credit and the licence of a picture, as HTML; empty when neither is known. */
function creditHtml(facts: MediaFacts | null, words: CreditWords): string {
  const parts = [escapeXml(facts?.credit ?? ''), licenceHtml(facts, words)].filter(Boolean)
  return parts.length > 0 ? words.imageCredit.replace(CREDIT_PLACE, () => parts.join(' · ')) : ''
}

function licenceHtml(facts: MediaFacts | null, { newTab }: CreditWords): string {
  const { licence = null, licence_url = null } = facts ?? {}
  const name = escapeXml(licence ?? licence_url ?? '')
  return licence_url
    ? `<a href="${escapeXml(licence_url)}" target="_blank" rel="license noopener noreferrer">${name}<span class="sr-only"> ${escapeXml(newTab)}</span></a>`
    : name
}
