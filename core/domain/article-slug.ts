export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const SLUG_MAX_LENGTH = 200

/** Whether an article can have this slug. An address with anything else needs no query. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text)
}

/** A slug made of a title: accents and punctuation are removed, and spaces become single hyphens. Empty when nothing is left. */
export function slugFromTitle(title: string, maxLength = SLUG_MAX_LENGTH): string {
  return title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
}

/** The slug of a draft that has no title yet. */
export function newDraftSlug(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  return `draft-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
