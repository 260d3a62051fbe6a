import { passageWords } from '#core/newsroom/judge/reading/passage-index.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** More words in a row than may be shared with a source, outside of quotations. */
export const copiedPassage: JudgeRule = function* ({ reading: { text, quotations } }, sources) {
  const words = passageWords(text)
  // A quotation ends a run, and is none.
  const compared = words.map(({ word, from }) => (isQuoted(quotations, from) ? '' : word))
  const shared = sources.passages.findShared(compared)
  if (!shared) return
  const [from, to] = [words[shared[0]]?.from ?? 0, words[shared[1] - 1]?.to ?? 0]
  yield finding('copied_passage', text.slice(from, to))
}
