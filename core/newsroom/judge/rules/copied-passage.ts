import { type PassageWord, passageWords } from '#core/newsroom/judge/reading/passage-index.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** The most words in quotation marks that do not count as a quotation. */
const MAX_MARKED = 4

/** The number of words of a passage that must not be names. */
const MIN_PLAIN = 5

const plainWords = (words: readonly PassageWord[], text: string) =>
  words.filter(({ from }) => !/^\p{Lu}/u.test(text.slice(from, from + 2))).length

/** A text has no longer runs of words in common with a source than allowed, outside of quotations. */
export const copiedPassage: JudgeRule = function* ({ reading: { text, quotations } }, sources) {
  const words = passageWords(text)
  // Single words in quotation marks do not excuse those around them.
  const long = quotations.filter(({ text }) => passageWords(text).length > MAX_MARKED)
  // A quotation ends a run, and is not part of one.
  const compared = words.map(({ word, from }) => (isQuoted(long, from) ? '' : word))
  let shared = sources.passages.findShared(compared)
  // A passage of names cannot be reworded.
  while (shared && plainWords(words.slice(...shared), text) < MIN_PLAIN)
    shared = sources.passages.findShared(compared, shared[1])
  if (!shared) return
  const [from, to] = [words[shared[0]]?.from ?? 0, words[shared[1] - 1]?.to ?? 0]
  yield finding('copied_passage', text.slice(from, to))
}
