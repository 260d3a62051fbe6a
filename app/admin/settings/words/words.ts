import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import type { Drafts } from '#app/admin/settings/setting-drafts.ts'
import type { Settings } from '#core/domain/settings.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'
import { problemOfText } from '#core/i18n/word-problems.ts'

export type OwnWords = Drafts['words']

/** The address of the form of a message. */
export const wordPath = (key: string) => `${settingsPath(SECTIONS.words)}?message=${key}`

/** Tells whether a text of this message has a problem. */
export const hasProblem = (word: ShippedWord, own: OwnWords): boolean =>
  LANGUAGE_CODES.some((code) => problemOfText(word, code, own[word.key]?.[code] ?? '') !== null)

export const isChanged = ({ key }: ShippedWord, own: OwnWords): boolean =>
  Object.values(own[key] ?? {}).some((text) => text.trim() !== '')

/** Returns the name of a message in the list: its English text, or that of the form `other` if English has not this plural form. */
export function labelOf(
  word: ShippedWord,
  { words, own, subject }: { words: readonly ShippedWord[]; own: OwnWords; subject: Settings['subject'] },
): string {
  const isEnglish = word.texts[subject].en !== undefined
  const labelled = isEnglish ? word.key : word.key.replace(/_[a-z]+$/, '_other')
  const { key, texts } = words.find((one) => one.key === labelled) ?? word
  return own[key]?.en?.trim() || texts[subject].en || word.key
}

/** The messages of these languages in which all these words occur: in their key, a default or an own text. */
export function findWords(
  words: readonly ShippedWord[],
  {
    typed,
    own,
    subject,
    languages,
    onlyChanged,
  }: {
    typed: string
    own: OwnWords
    subject: Settings['subject']
    languages: readonly Language[]
    onlyChanged: boolean
  },
): ShippedWord[] {
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.filter((word) => {
    // A problem that stops saving is always in sight.
    if (hasProblem(word, own)) return true
    const hasField = languages.some((code) => word.texts[subject][code] !== undefined)
    if ((onlyChanged || !hasField) && !isChanged(word, own)) return false
    const said = [word.key, ...Object.values(word.texts[subject]), ...Object.values(own[word.key] ?? {})]
    const text = said.join('\n').toLowerCase()
    return asked.every((one) => text.includes(one))
  })
}
