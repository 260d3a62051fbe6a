import type { Text } from '@codemirror/state'
import { countWords } from '#core/domain/article-reading-time.ts'

/** Parts of a text are shared by its versions, so that after a change only what is around it is counted again. */
const counted = new WeakMap<Text, number>()

/** The number of words in a text of the editor. No word goes over the end of a line, and parts end with lines. */
export function countWordsOf(text: Text): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  const words = text.children
    ? text.children.reduce((sum, part) => sum + countWordsOf(part), 0)
    : countWords(text.toString())
  counted.set(text, words)
  return words
}
