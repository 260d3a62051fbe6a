import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import type { JudgedSource } from '#core/newsroom/judge/judge.ts'

/** One sentence in each language of sources. */
const SAID = {
  en: 'On 3 March Aster may have hired # people near Ghent, said Marta Vilela, but not all of them.',
  de: 'Am 3. März hat Aster laut Marta Vilela bei Gent # Menschen eingestellt, will aber nicht alle behalten.',
  fr: 'Le 3 mars Aster aurait embauché # personnes près de Gand, selon Marta Vilela, mais pas toutes.',
  es: 'El 3 de marzo Aster podría haber contratado a # personas en Gante, según Marta Vilela, pero no a todas.',
  it: 'Il 3 marzo Aster avrebbe assunto # persone vicino a Gand, secondo Marta Vilela, ma non tutte.',
  pt: 'A 3 de março a Aster poderá ter contratado # pessoas em Gante, segundo Marta Vilela, mas não todas.',
}
/** As many of each language make the program be compiled. */
const SENTENCES = 30

let isWarm = false

/** Judges a text that nobody sees, once in a process, so that the first draft does not wait until the program is compiled. */
export function warmJudge(): void {
  if (isWarm) return
  isWarm = true
  const sources = Object.entries(SAID).map(
    ([language, said], index): JudgedSource => ({
      number: index + 1,
      outlet: 'The Post',
      published_at: '2026-03-04T09:00:00Z',
      language,
      origin_id: String(index),
      state: 'present',
      sentences: Array.from({ length: SENTENCES }, (_, place) => ({
        id: place + 1,
        text: said.replace('#', String(place + 40)),
      })),
    }),
  )
  const bindings = Array.from({ length: SENTENCES }, (_, place) => ({
    text: `Near Ghent Aster may have taken on ${place + 40} people on 3 March, “not all”, as Marta Vilela said.`,
    kind: 'fact' as const,
    cites: sources.map(({ number }) => ({ source: number, sentence: place + 1 })),
  }))
  createJudge({ sources, aliases: [], doubts: [] }).article(
    {
      ...{ title: 'Aster hires', subtitle: '', excerpt: '', social_title: '', social_description: '' },
      content: bindings.map(({ text }) => text).join(' '),
    },
    bindings,
  )
}
