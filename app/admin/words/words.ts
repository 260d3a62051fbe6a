import type { Drafts } from '#app/admin/settings/setting-drafts.ts'
import type { Settings } from '#core/domain/settings.ts'
import { WORD_LENGTHS } from '#core/i18n/editable-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { placeholdersOf } from '#core/i18n/message-rules.ts'
import { problemOfWord, type WordProblem } from '#core/i18n/own-words.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'

export type OwnWords = Drafts['words']

/** What is wrong with an own text where it is to stand; null for none, and for an empty one, which is the default. */
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

/** Whether a text of this message has a problem. */
export const hasProblem = (word: ShippedWord, own: OwnWords): boolean =>
  LANGUAGE_CODES.some((code) => problemOfText(word, code, own[word.key]?.[code] ?? '') !== null)

export const isChanged = ({ key }: ShippedWord, own: OwnWords): boolean =>
  Object.values(own[key] ?? {}).some((text) => text.trim() !== '')

/** What can be filled in, for people: `{{site}}`. Links are no such thing. */
export function valuesOf({ texts }: ShippedWord): string[] {
  const all = Object.values(texts).flatMap((byLanguage) => Object.values(byLanguage).flatMap(placeholdersOf))
  return [...new Set(all)].filter((placeholder) => placeholder.startsWith('{{'))
}

/** The messages in which all these words occur: in their key, a default or an own text. */
export function findWords(
  words: readonly ShippedWord[],
  {
    typed,
    own,
    subject,
    onlyChanged,
  }: { typed: string; own: OwnWords; subject: Settings['subject']; onlyChanged: boolean },
): ShippedWord[] {
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.filter((word) => {
    // What stops saving is always in sight.
    if (hasProblem(word, own)) return true
    if (onlyChanged && !isChanged(word, own)) return false
    const said = [word.key, ...Object.values(word.texts[subject]), ...Object.values(own[word.key] ?? {})]
    const text = said.join('\n').toLowerCase()
    return asked.every((one) => text.includes(one))
  })
}

/** The keys of own texts that belong to no message. */
export const unusedKeys = (words: readonly ShippedWord[], own: OwnWords): string[] =>
  Object.keys(own).filter((key) => !words.some((word) => word.key === key))
