import { foldLetters } from '#core/languages/fold-letters.ts'

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const SLUG_MAX_LENGTH = 200

/** Returns true for a text that can be the slug of an article. Any other address needs no query. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text)
}

/**
 * A slug made of a title: its letters transliterated to ASCII, and a single hyphen for everything between words. Apostrophes vanish, as in
 * the addresses of authors. Empty for a title without Latin letters and digits.
 */
export function slugFromTitle(title: string, maxLength = SLUG_MAX_LENGTH): string {
  return foldLetters(title.replace(/['’‘ʼ`´]|(?<=l)·(?=l)/gi, '').replace(/[™℠]/g, ' '))
    .replaceAll('×', 'x')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
}

/** The slug of a draft that has no title yet. */
export function newDraftSlug(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  return `draft-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
