const MORE_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * A text in which no letter has more than thirty marks, as streams of Unicode have it, before it is normalized: that takes time that grows
 * with the square of the marks in a row.
 */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1')

/** Letters of their own, which NFKD does not decompose, each before the plain ones that are typed for it. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  'ßss æae œoe øo łl đd ðd þth ıi ŋn ĸk ħh ŧt ɓb ɖd ɗd əe ǝe ɛe ƒf ǥg ɠg ɣg ɨi ɩi ƙk ɲn ɔo ʉu ʋv ƴy ʒz'
    .split(' ')
    .map(([letter = '', ...plain]) => [letter, plain.join('')]),
)
const OF_THEIR_OWN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g')

/**
 * A text in plain small letters: without accents, ligatures and invisible characters, such as soft hyphens. Spellings that look the same to
 * a reader are the same.
 */
export function foldLetters(text: string): string {
  return withFewMarks(text)
    .replace(/ŀ/gi, 'l')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(OF_THEIR_OWN, (letter) => PLAIN.get(letter) ?? '')
}

/** A key that is the same for all spellings that differ in accents, hyphens, spaces and capitals only. */
export function foldName(text: string): string {
  return withFewMarks(text)
    .normalize('NFD')
    .replace(/[\p{M}\s‑'’-]/gu, '')
    .toLowerCase()
}
