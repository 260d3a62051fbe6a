/** The places of the sentences that a text does not have, from 0. Spaces, quotation marks and dashes may be written otherwise. */
export function missingSentences(sentences: readonly string[], text: string): number[] {
  if (sentences.length === 0) return []
  const there = comparable(text)
  return sentences.flatMap((sentence, at) => (there.includes(comparable(sentence)) ? [] : [at]))
}

const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}|]+/gu, '')
    .replace(/["'`´“”„‟«»‹›‘’‚‛]/gu, '"')
    .replace(/[\p{Pd}−]/gu, '-')
    .toLowerCase()
