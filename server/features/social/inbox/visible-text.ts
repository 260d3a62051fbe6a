/** Returns what others call themselves, and what they write, without what nobody sees, which could hide or reverse other text. */
export const visibleText = (text: string, most: number): string =>
  text
    .slice(0, most * 4)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
