import type { Drafts } from '#app/admin/settings/setting-drafts.ts'
import type { Settings } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'
import { problemOfText } from '#core/i18n/word-problems.ts'

export type OwnWords = Drafts['words']

/** Whether a text of this message has a problem. */
export const hasProblem = (word: ShippedWord, own: OwnWords): boolean =>
  LANGUAGE_CODES.some((code) => problemOfText(word, code, own[word.key]?.[code] ?? '') !== null)

export const isChanged = ({ key }: ShippedWord, own: OwnWords): boolean =>
  Object.values(own[key] ?? {}).some((text) => text.trim() !== '')

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
