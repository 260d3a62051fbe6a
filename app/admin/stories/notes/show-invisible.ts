/** Characters that nobody sees, or that turn around what follows; those of emoji and of Arabic letters are not among them. */
const INVISIBLE =
  /(?![\t\n\u200C\u200D]|(?<=\p{Extended_Pictographic})\uFE0F|\uFE0F\u20E3)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFC]/gu

/** A text in which such characters are seen as their numbers: they are stored as they were typed, as in articles. */
export const showInvisible = (text: string): string =>
  text.replace(
    INVISIBLE,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
