import { WORD_LENGTHS } from '#core/i18n/editable-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { placeholdersOf } from '#core/i18n/message-rules.ts'
import { problemOfWord, type WordProblem } from '#core/i18n/own-words.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'

/** The problem of an own text in its place; null for none, and for an empty one, which is the default. */
export function problemOfText(
  { size, texts }: ShippedWord,
  language: Language,
  text: string,
): WordProblem | { code: 'too_long'; by: number; max: number } | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const by = [...trimmed].length - WORD_LENGTHS[size]
  if (by > 0) return { code: 'too_long', by, max: WORD_LENGTHS[size] }
  return problemOfWord(
    trimmed,
    [texts.ai[language], texts.any[language]].filter((one) => one !== undefined),
  )
}

/** The values that can be filled in, for people: `{{site}}`. Links are not among them. */
export function valuesOf({ texts }: ShippedWord): string[] {
  const all = Object.values(texts).flatMap((byLanguage) => Object.values(byLanguage).flatMap(placeholdersOf))
  return [...new Set(all)].filter((placeholder) => placeholder.startsWith('{{'))
}

/** The keys of own texts that belong to no message. */
export const unusedKeys = (words: readonly ShippedWord[], own: object): string[] =>
  Object.keys(own).filter((key) => !words.some((word) => word.key === key))
