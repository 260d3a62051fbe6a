export const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128

/** Why a text cannot be a password, however hard it is to guess. */
export type PasswordFlaw = 'too_short' | 'too_long' | 'unreadable'

/** A character is a code point: an accented letter counts once, and so does most of what is no letter at all. */
export function findPasswordFlaw(password: string): PasswordFlaw | null {
  if (!isReadable(password)) return 'unreadable'
  const characters = [...password].length
  if (characters < PASSWORD_MIN_CHARACTERS) return 'too_short'
  return characters > PASSWORD_MAX_CHARACTERS ? 'too_long' : null
}

/** Half a surrogate pair has no encoding of its own, so that two of them would be one; NUL ends a text in C. */
function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
