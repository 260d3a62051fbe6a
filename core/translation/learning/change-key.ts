import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { readWords } from '#core/translation/learning/text-words.ts'

/**
 * A key that is the same for the same change of words in another case or with other endings: `Sprachmodells → LLMs` and `Sprachmodell →
 * LLM`. Both sides have to agree, so that words that only look alike are hardly ever confused.
 */
export const changeKey = (
  { before, after }: { before: string; after: string },
  language: TranslatedLanguage,
) => `${stemOf(before, language)} → ${stemOf(after, language)}`

/** The words of a phrase in lower case and without their endings. Accents stay, because they can make another word. */
export function stemOf(phrase: string, language: TranslatedLanguage): string {
  const endings = endingsOf(language) ?? ''
  return readWords(phrase.normalize('NFC'))
    .map(({ text }) => text.toLowerCase().replace(endings, ''))
    .join(' ')
}

const cached = new Map<TranslatedLanguage, RegExp | undefined>()

/** The endings of plurals, genders and cases, from words of which at least three letters stay. */
function endingsOf(language: TranslatedLanguage): RegExp | undefined {
  if (cached.has(language)) return cached.get(language)
  const dropped = factsOf(language)?.endings.dropped
  const endings = dropped ? new RegExp(`(?<=\\p{L}{3})(?:${dropped})$`, 'u') : undefined
  cached.set(language, endings)
  return endings
}
