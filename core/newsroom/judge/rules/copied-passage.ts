import { type PassageWord, passageWords } from '#core/newsroom/judge/reading/passage-index.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** A quotation of fewer words is none. */
const MAX_MARKED = 4

/** As many words of a passage that are no names. */
const MIN_PLAIN = 5

const plainWords = (words: readonly PassageWord[], text: string) =>
  words.filter(({ from }) => !/^\p{Lu}/u.test(text.slice(from, from + 2))).length

/** More words in a row than may be shared with a source, outside of quotations. */
export const copiedPassage: JudgeRule = function* ({ reading: { text, quotations } }, sources) {
  const words = passageWords(text)
  // Words that are only put in marks do not excuse those around them.
  const long = quotations.filter(({ text }) => passageWords(text).length > MAX_MARKED)
  // A quotation ends a run, and is none.
  const compared = words.map(({ word, from }) => (isQuoted(long, from) ? '' : word))
  let shared = sources.passages.findShared(compared)
  // Names have no other words.
  while (shared && plainWords(words.slice(...shared), text) < MIN_PLAIN)
    shared = sources.passages.findShared(compared, shared[1])
  if (!shared) return
  const [from, to] = [words[shared[0]]?.from ?? 0, words[shared[1] - 1]?.to ?? 0]
  yield finding('copied_passage', text.slice(from, to))
}
