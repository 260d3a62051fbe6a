/** Characters that nobody sees, or that turn around what follows; those of emoji and of Arabic letters are not among them. */
const INVISIBLE =
  /(?![\t\n])[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFC]/gu

/** A text in which such characters are seen as their numbers: they are stored as they were typed, as in articles. */
export const showInvisible = (text: string): string =>
  text.replace(
    INVISIBLE,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
