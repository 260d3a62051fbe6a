import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { checkSegment } from '#core/translation/checks/check-segment.ts'
import { readDemoPairs } from '#core/translation/checks/testing/demo-pairs.ts'

export interface Texts {
  /** The content of an article with so many paragraphs, none of which is in another one. */
  article(number: number, paragraphs: number): string
  /** Translates a segment as a good model does, at once. */
  translate(text: string, language: TranslatedLanguage): string
}

/** No more paragraphs has an article. */
const MOST_PARAGRAPHS = 10_000
const MIN_CHARACTERS = 150

/** Paragraphs of the demo that were translated into every language, with a link and code. */
export async function openTexts(): Promise<Texts> {
  const translations = new Map<string, Map<TranslatedLanguage, string>>()
  for (const { source, target, language } of await readDemoPairs()) {
    if (source.length < MIN_CHARACTERS || /[<>]/.test(source + target)) continue
    if (checkSegment({ source, target, language, glossary: null }).length > 0) continue
    const known = translations.get(source) ?? new Map<TranslatedLanguage, string>()
    translations.set(source, known.set(language, target))
  }
  for (const [source, known] of translations)
    if (known.size < TRANSLATED_LANGUAGES.length) translations.delete(source)
  const sources = [...translations.keys()]
  return {
    article: (number, paragraphs) =>
      Array.from({ length: paragraphs }, (_, place) => {
        const own = number * MOST_PARAGRAPHS + place
        return `${own}: ${sources[own % sources.length]} [Link](/a/${own}) and \`code ${own}\`.`
      }).join('\n\n'),
    translate(text, language) {
      const [, before = '', source = '', after = ''] = /^(\d+: )?(.*?)( <a1>Link<.*)?$/s.exec(text) ?? []
      const target = translations.get(source)?.get(language)
      return target ? before + target + after : `${language}: ${text}`
    },
  }
}
