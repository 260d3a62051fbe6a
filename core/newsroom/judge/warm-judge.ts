import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import { type JudgedSource, judgedTextsOf } from '#core/newsroom/judge/judge.ts'

/** The number of sentences of each language after which the engine compiles the code. */
const SENTENCES = 30

let isWarm = false

/** Judges a text that is not shown, once in a process, so that the first draft does not wait for the compilation. */
export function warmJudge(): void {
  if (isWarm) return
  isWarm = true
  const sources = LANGUAGE_CODES.map(
    (language, index): JudgedSource => ({
      number: index + 1,
      outlet: 'The Post',
      published_at: '2026-03-04T09:00:00Z',
      language,
      origin_id: String(index),
      state: 'present',
      sentences: Array.from({ length: SENTENCES }, (_, place) => ({
        id: place + 1,
        text: (factsOf(language) ?? ENGLISH).example.replace('#', String(place + 40)),
      })),
    }),
  )
  const bindings = Array.from({ length: SENTENCES }, (_, place) => ({
    text: `Near Ghent Aster may have taken on ${place + 40} people on 3 March, “not all”, as Marta Vilela said.`,
    kind: 'fact' as const,
    cites: sources.map(({ number }) => ({ source: number, sentence: place + 1 })),
  }))
  createJudge({ sources, aliases: [], doubts: [] }).article(
    judgedTextsOf({ title: 'Aster hires', content: bindings.map(({ text }) => text).join(' ') }),
    bindings,
  )
}
