import { cutArticle } from '#core/translation/cut-article.ts'
import type { MapAddress } from '#core/translation/link-writing.ts'
import type { Segment } from '#core/translation/segment.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'

/** Translates a Markdown text by a function of each segment. */
export function translate(
  content: string,
  translateText: (text: string, segment: Segment) => string,
  options: { mapAddress?: MapAddress } = {},
) {
  const cut = cutArticle({ fields: [], content })
  const translations = new Map(
    cut.segments.map((segment) => [segment.id, translateText(segment.text, segment)]),
  )
  return { cut, ...spliceArticle(cut, translations, options) }
}

/** Every letter outside tags as a capital. */
export function shout(text: string): string {
  return text.replace(/<\/?[a-z]\d+\/?>|\p{L}+/gu, (match) =>
    match.startsWith('<') ? match : match.toUpperCase(),
  )
}

/** The text with the tags that are in no other in the opposite order, as other languages may have them. */
export function reverseTags(text: string): string {
  const part = /<([a-z]\d+)>.*?<\/\1>|<[a-z]\d+\/>/gs
  const tags = text.match(part)?.toReversed() ?? []
  return text.replace(part, () => tags.shift() ?? '')
}
