import { readInline } from '#core/check/text/inline-reader.ts'
import { readSource } from '#core/markdown/source/read-source.ts'

/** Enough for the first paragraphs. */
const READ_LENGTH = 4_000

/** The first paragraph of a text as words, cut after a sentence or a word. */
export function firstWords(markdown: string, length: number): string {
  const source = readSource(markdown.slice(0, READ_LENGTH))
  let words = ''
  for (const [index, token] of source.tokens.entries()) {
    if (token.type !== 'inline' || source.tokens[index - 1]?.type !== 'paragraph_open') continue
    words = readInline(source.inlineOf(token))
      .prose.text.replace(/[\uFFFC\s]+/g, ' ')
      .trim()
    if (/\p{L}/u.test(words)) break
  }
  if (words.length <= length) return words
  const start = words.slice(0, length)
  const sentence = /^.*[.!?…](?=\s)/su.exec(words.slice(0, length + 1))?.[0]
  if (sentence && sentence.length > length / 3) return sentence
  return `${start
    .slice(0, Math.max(start.lastIndexOf(' '), length / 2))
    .toWellFormed()
    .trimEnd()}…`
}
