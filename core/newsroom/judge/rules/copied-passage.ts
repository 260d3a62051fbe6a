import { passageWords } from '#core/newsroom/judge/reading/passage-index.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** A quotation of fewer words is none. */
const MAX_MARKED = 4

/** More words in a row than may be shared with a source, outside of quotations. */
export const copiedPassage: JudgeRule = function* ({ reading: { text, quotations } }, sources) {
  const words = passageWords(text)
  // Words that are only put in marks do not excuse those around them.
  const long = quotations.filter(({ text }) => passageWords(text).length > MAX_MARKED)
  // A quotation ends a run, and is none.
  const compared = words.map(({ word, from }) => (isQuoted(long, from) ? '' : word))
  const shared = sources.passages.findShared(compared)
  if (!shared) return
  const [from, to] = [words[shared[0]]?.from ?? 0, words[shared[1] - 1]?.to ?? 0]
  yield finding('copied_passage', text.slice(from, to))
}
