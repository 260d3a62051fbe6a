import type { ReadSource } from '#core/data/sourced-articles.ts'
import type { JudgedField, SentenceSignature } from '#core/domain/sourced-article.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

/** The state in which a sentence is shown: its verdict, or that somebody answers for what no source covers. */
export type SentenceState = JudgedSentence['verdict'] | 'signed'

/** A place in one of the texts of an article. */
export interface TextPoint {
  field: JudgedField
  offset: number
}

export function stateOf(
  { verdict, key, is_signable }: Pick<JudgedSentence, 'verdict' | 'key' | 'is_signable'>,
  signatures: ReadonlyMap<string, SentenceSignature>,
): SentenceState {
  return verdict === 'red' && is_signable && signatures.has(key) ? 'signed' : verdict
}

/** The sentence at a place, or the one before it; -1 where there is none. Between two, it is the one that begins there. */
export function sentenceAt(sentences: readonly JudgedSentence[], { field, offset }: TextPoint): number {
  const own = sentences.findLastIndex((sentence) => sentence.field === field && sentence.from <= offset)
  return own >= 0 ? own : sentences.findIndex((sentence) => sentence.field === field)
}

/** The next sentence to look at in the order of the page, or the one before; after the last comes the first. -1 without any. */
export function nextOpen(
  states: readonly SentenceState[],
  current: number,
  direction: 'next' | 'previous',
): number {
  const open = [...states.keys()].filter((index) => states[index] === 'red' || states[index] === 'amber')
  if (direction === 'next') return open.find((index) => index > current) ?? open[0] ?? -1
  return open.findLast((index) => index < current) ?? open.at(-1) ?? -1
}

export function countStates(states: readonly SentenceState[]): Record<SentenceState, number> {
  const counts = { green: 0, amber: 0, red: 0, signed: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

/** Sources with their whole texts where these were opened; what is cited keeps the words that it was cited with. */
export function withOpened(
  sources: readonly ReadSource[],
  opened: ReadonlyMap<number, readonly string[]>,
): readonly ReadSource[] {
  if (opened.size === 0) return sources
  return sources.map((source) => {
    const whole = (opened.get(source.number) ?? []).map((text, index) => [index + 1, text] as const)
    const known = new Map([...whole, ...source.sentences.map(({ id, text }) => [id, text] as const)])
    const sentences = [...known].map(([id, text]) => ({ id, text })).toSorted((a, b) => a.id - b.id)
    return { ...source, sentences }
  })
}
