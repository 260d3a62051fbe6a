import type { SentCites } from '#core/data/sourced-articles.ts'
import { citeId } from '#core/newsroom/cite-id.ts'
import type { Binding, JudgedSentence } from '#core/newsroom/judge/judge.ts'

/** More than a long article has, so that what is cut and pasted again, or undone, is still known. */
const MAX_BINDINGS = 2_000

/** The sources of sentences, as far as this form has seen them: those of the server, and those of the text while it changes. */
export interface BindingPool {
  /** Those of the text as it was judged last, in its order, and then those that are not in it any more. */
  all: () => Binding[]
  /** Takes over what the server knows, except where somebody has cited or uncited here since it was stored last. */
  learn: (stored: readonly Binding[]) => void
  /** Follows the text: what a sentence rests on is known by its present words, too. */
  follow: (judged: readonly JudgedSentence[]) => void
  /** Says by hand what a sentence rests on. */
  set: (binding: Binding) => void
  /** The server has stored what was said by hand until now. */
  stored: () => void
}

/** Bindings by the words of their sentences. */
export function createBindingPool(): BindingPool {
  const known = new Map<string, Binding>()
  let present: Binding[] = []
  let byHand = new Set<string>()

  function put(binding: Binding) {
    known.set(binding.text, binding)
    if (known.size <= MAX_BINDINGS) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    all() {
      const texts = new Set(present.map(({ text }) => text))
      const others = [...known.values()].filter(({ text }) => !texts.has(text))
      return [...present.map((binding) => known.get(binding.text) ?? binding), ...others]
    },
    learn(stored) {
      for (const { text, kind, cites } of stored)
        if (!byHand.has(text) && (cites.length > 0 || known.has(text))) put({ text, kind, cites })
    },
    follow(judged) {
      present = judged
        .filter(({ kind }) => kind !== 'heading')
        .map(({ text, kind, cites }) => ({ text, kind, cites }))
      for (const binding of present) if (binding.cites.length > 0) put(binding)
    },
    set(binding) {
      byHand.add(binding.text)
      put(binding)
    },
    stored() {
      byHand = new Set()
    },
  }
}

/** Returns what the sentences of a text rest on, for the server; also those that rest on nothing, which it must not guess. */
export const citesOf = (judged: readonly JudgedSentence[]): SentCites[] =>
  judged
    .filter(({ kind }) => kind !== 'heading')
    .map(({ text, kind, cites }) => ({ text, kind, cites: cites.map(citeId) }))
