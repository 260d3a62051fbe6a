import type { Citation, SentenceKind } from '#core/domain/sourced-article.ts'
import type { Binding } from '#core/newsroom/judge/judge.ts'
import type { TextSentence } from '#core/newsroom/judge/reading/read-texts.ts'
import { sameWords } from '#core/newsroom/sentence-key.ts'

/** A sentence with its citations. */
export interface BoundSentence {
  written: TextSentence
  kind: SentenceKind
  cites: readonly Pick<Citation, 'source' | 'sentence'>[]
  /** The share of the words of its binding that it still has; 1 when none has changed, or it has none. */
  likeness: number
}

/** The share of words that two sentences must have in common for one to be the other after an edit. */
const MIN_LIKENESS = 0.4
/** The distance from its old place within which a changed sentence is looked for, in sentences. */
const WINDOW = 40

/**
 * Gives each sentence the binding of the same words; those that are left, the binding of the sentence that they were before an edit: the most
 * similar one at about the same place, which no other has.
 */
export function bindSentences(
  sentences: readonly TextSentence[],
  bindings: readonly Binding[],
): BoundSentence[] {
  const byWords = new Map<string, number[]>()
  for (const [index, { text }] of bindings.entries()) {
    const words = sameWords(text)
    byWords.set(words, [...(byWords.get(words) ?? []).slice(-WINDOW), index])
  }
  const used = new Set<number>()
  const found = sentences.map(({ text, kind }) => {
    if (kind === 'line' || kind === 'rest') return null
    const same = byWords.get(sameWords(text))
    const index = same?.find((index) => !used.has(index)) ?? same?.[0]
    if (index !== undefined) used.add(index)
    return index ?? null
  })
  const likenesses = bindChanged(sentences, bindings, found, used)
  return sentences.map((written, index) => {
    const binding = bindings[found[index] ?? -1]
    const kind = binding && binding.kind !== 'heading' ? binding.kind : 'fact'
    return { written, kind, cites: binding?.cites ?? [], likeness: likenesses.get(index) ?? 1 }
  })
}

/** Completes `found` for sentences whose words have changed, and returns their likenesses. */
function bindChanged(
  sentences: readonly TextSentence[],
  bindings: readonly Binding[],
  found: (number | null)[],
  used: Set<number>,
): Map<number, number> {
  const words = bindings.map(({ text, cites }, index) =>
    used.has(index) || cites.length === 0 ? null : wordPairs(text),
  )
  const candidates: { sentence: number; binding: number; likeness: number }[] = []
  let last = -1
  for (const [sentence, { text, kind }] of sentences.entries()) {
    if (kind === 'line' || kind === 'rest') continue
    const bound = found[sentence]
    if (bound !== null && bound !== undefined) {
      last = bound
      continue
    }
    const own = wordPairs(text)
    for (
      let binding = Math.max(0, last - WINDOW);
      binding < Math.min(bindings.length, last + WINDOW);
      binding++
    ) {
      const other = words[binding]
      const likeness = other ? shareOf(own, other) : 0
      if (likeness >= MIN_LIKENESS) candidates.push({ sentence, binding, likeness })
    }
    // Sentences that are all changed keep their places.
    if (last + 1 < bindings.length && words[last + 1]) last++
  }
  const likenesses = new Map<number, number>()
  for (const { sentence, binding, likeness } of candidates.toSorted((a, b) => b.likeness - a.likeness)) {
    if (used.has(binding) || found[sentence] !== null) continue
    used.add(binding)
    found[sentence] = binding
    likenesses.set(sentence, likeness)
  }
  return likenesses
}

/** The words of a sentence, and which follow each other. */
function wordPairs(text: string): Set<string> {
  const words = (
    text
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 200)
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)])
}

/** The share that two sets have in common, from 0 to 1. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size * 2 < MIN_LIKENESS * (small.size + large.size)) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return (2 * shared) / (one.size + other.size)
}
