import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import {
  type JudgeContext,
  type JudgedSentence,
  type JudgedSource,
  judgedTextsOf,
} from '#core/newsroom/judge/judge.ts'

/** A source of an outlet that every text names. */
export const sourceOf = (sentences: readonly string[], more: Partial<JudgedSource> = {}): JudgedSource => ({
  number: 1,
  outlet: 'The Harbour Post',
  published_at: '2026-11-24T09:00:00Z',
  language: 'en',
  origin_id: `origin ${more.number ?? 1}`,
  state: 'present',
  sentences: sentences.map((text, index) => ({ id: index + 1, text })),
  ...more,
})

/** Judges a sentence that cites all sentences of one source; the text around it names the outlet. */
export function judgeOne(
  text: string,
  sentences: readonly string[],
  { source = {}, ...context }: Partial<JudgeContext> & { source?: Partial<JudgedSource> } = {},
): JudgedSentence {
  const sources = [sourceOf(sentences, source)]
  const cites = sentences.map((_, index) => ({ source: 1, sentence: index + 1 }))
  const named = `This is from ${sources[0]?.outlet}.`
  const judge = createJudge({ sources, aliases: [], doubts: [], ...context })
  const judged = judge.article(judgedTextsOf({ content: `${text}\n\n${named}` }), [
    { text, kind: 'fact', cites },
    { text: named, kind: 'fact', cites },
  ])
  const [first] = judged
  if (!first) throw new Error('There is no sentence.')
  return first
}
