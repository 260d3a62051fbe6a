import { nearSpeaker } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** Words in quotation marks are in a cited sentence as they are, and of the same speaker. */
export const quotation: JudgeRule = function* ({ reading, cited }) {
  for (const quoted of reading.quotations) {
    const words = exactWords(quoted.text)
    if (words === '') continue
    const source = cited.find(({ text }) => ` ${exactWords(text)} `.includes(` ${words} `))
    const joined = source ? null : ` ${cited.map(({ text }) => exactWords(text)).join(' ')} `
    if (!source && !joined?.includes(` ${words} `)) {
      yield finding(
        'quote_changed',
        quoted.text,
        nearest(
          words,
          cited.map(({ text }) => text),
        ),
      )
      continue
    }
    const speaker = nearSpeaker(reading, quoted)
    const others = source
      ? source.quotations.flatMap((other) =>
          exactWords(other.text).includes(words) ? (nearSpeaker(source, other) ?? []) : [],
        )
      : []
    if (speaker && others.length > 0 && !others.some((other) => isSamePerson(speaker, other)))
      yield finding('quote_changed', speaker, others[0])
  }
}

/** Returns true if one name is a part of the other. */
function isSamePerson(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => new Set(name.toLowerCase().split(/\s+/)))
  return [...(a ?? [])].some((word) => b?.has(word))
}

/** The words with their numbers and signs; a quotation may begin with a capital, and end with a comma. */
export const exactWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’‘]/gu, "'")
    .replace(/[“”„«»"…]|\.{3}|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, ' ')
    .replace(/[-‑–—]/gu, '-')
    .replace(/[,.;:!?](?=\s|$)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

/** The text that has most of the words. */
function nearest(words: string, texts: readonly string[]): string {
  const own = new Set(words.split(' '))
  const shared = (text: string) =>
    exactWords(text)
      .split(' ')
      .filter((word) => own.has(word)).length
  return texts.toSorted((a, b) => shared(b) - shared(a))[0] ?? ''
}
