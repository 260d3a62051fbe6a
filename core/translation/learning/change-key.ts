import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { readWords } from '#core/translation/learning/text-words.ts'

/**
 * The same for the same change of words in another case or with other endings: `Sprachmodells → LLMs` and `Sprachmodell → LLM`. Both sides
 * have to agree, so that words which only look alike are hardly ever taken for each other.
 */
export const changeKey = (
  { before, after }: { before: string; after: string },
  language: TranslatedLanguage,
) => `${stemOf(before, language)} → ${stemOf(after, language)}`

/** The words of a phrase in lower case and without their endings. Accents stay, because they can make another word. */
export function stemOf(phrase: string, language: TranslatedLanguage): string {
  return readWords(phrase.normalize('NFC'))
    .map(({ text }) => text.toLowerCase().replace(ENDINGS[language] ?? '', ''))
    .join(' ')
}

/** The endings of plurals, genders and cases, from words of which at least three letters stay. */
const ENDINGS: Partial<Record<TranslatedLanguage, RegExp>> = {
  es: /(?<=\p{L}{3})(?:[aoe]?s|[aoe])$/u,
  fr: /(?<=\p{L}{3})(?:e?s|e|x)$/u,
  de: /(?<=\p{L}{3})(?:ern|e[nrms]?|[ns])$/u,
  it: /(?<=\p{L}{3})[aoie]$/u,
  pt: /(?<=\p{L}{3})(?:[aoe]?s|[aoe])$/u,
}
