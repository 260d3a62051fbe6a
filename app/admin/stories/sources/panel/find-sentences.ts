import { likeness } from '#app/admin/stories/sources/panel/shared-words.ts'
import type { JudgedSource } from '#core/newsroom/judge/judge.ts'

interface FoundSentence {
  source: number
  outlet: string
  /** The place of the sentence in the text of its source, from 1. */
  sentence: number
  text: string
}

/** More cannot be looked through. */
const MAX_FOUND = 40
/** As many as a long page has. */
const MAX_READ = 400

interface FindOptions {
  search: string
  /** The sentence that is to cite one. */
  like: string
  /** The only source that is looked at; null for all of them. */
  source: number | null
}

/**
 * The sentences of sources that have all of the searched words, in their order. Without a search, the whole text of one source, or the
 * sentences of all that are most like the one which is to cite them.
 */
export function findSentences(
  sources: readonly JudgedSource[],
  { search, like, source }: FindOptions,
): FoundSentence[] {
  const all = sources
    .filter(({ number, state }) => (source === null || number === source) && state !== 'removed')
    .flatMap(({ number, outlet, sentences }) =>
      sentences.map(({ id, text }) => ({ source: number, outlet, sentence: id, text })),
    )
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  if (words.length > 0)
    return all
      .filter(({ text }) => {
        const lower = text.toLocaleLowerCase('en')
        return words.every((word) => lower.includes(word))
      })
      .slice(0, MAX_FOUND)
  if (source !== null) return all.slice(0, MAX_READ)
  return all
    .map((found) => ({ found, score: likeness(found.text, like) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ found }) => found)
}
