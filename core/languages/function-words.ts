import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Returns true if a word has a function in sentences and no meaning of its own: articles, prepositions, pronouns, auxiliaries. */
export function isFunctionWord(word: string, language: Language): boolean {
  return wordsOf(language).has(word.toLowerCase())
}

const read = new Map<Language, ReadonlySet<string>>()

function wordsOf(language: Language): ReadonlySet<string> {
  const known = read.get(language)
  if (known) return known
  const words = new Set(factsOf(language)?.functionWords.split(' '))
  read.set(language, words)
  return words
}
