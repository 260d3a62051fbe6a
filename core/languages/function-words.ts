import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Whether a word has a function in sentences and no subject: articles, prepositions, pronouns, auxiliaries. */
export function isFunctionWord(word: string, language: Language): boolean {
  return wordsOf(language).has(word.toLowerCase())
}

const read = new Map<Language, ReadonlySet<string>>()

function wordsOf(language: Language): ReadonlySet<string> {
  let words = read.get(language)
  if (!words) read.set(language, (words = new Set(factsOf(language)?.functionWords.split(' '))))
  return words
}
