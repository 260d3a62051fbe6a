export const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128

/** The reason why a text cannot be a password, apart from being easy to guess. */
export type PasswordFlaw = 'too_short' | 'too_long' | 'unreadable'

/** Characters are counted as Unicode code points, so an accented letter and most emoji count once. */
export function findPasswordFlaw(password: string): PasswordFlaw | null {
  if (!isReadable(password)) return 'unreadable'
  const characters = [...password].length
  if (characters < PASSWORD_MIN_CHARACTERS) return 'too_short'
  return characters > PASSWORD_MAX_CHARACTERS ? 'too_long' : null
}

/**
 * Lone surrogates are all encoded as the same replacement character, so different passwords would be equal; NUL would end
 * the text in libraries written in C.
 */
function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
