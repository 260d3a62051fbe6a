/** Chrome's voices from the network stop in the middle of longer ones. */
const MAX_LENGTH = 220

/** A text in pieces that a voice reads in one breath: sentences, and of a long one its parts. */
export function splitSentences(text: string, locale: string): string[] {
  const sentences = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)].map(
    ({ segment }) => segment,
  )
  return sentences.flatMap(splitLong).filter((piece) => piece.trim() !== '')
}

function splitLong(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > MAX_LENGTH) {
    const start = rest.slice(0, MAX_LENGTH)
    const pause = Math.max(start.lastIndexOf(', '), start.lastIndexOf('; '), start.lastIndexOf(': ')) + 1
    const end = pause > MAX_LENGTH / 3 ? pause : start.lastIndexOf(' ') + 1 || MAX_LENGTH
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}
