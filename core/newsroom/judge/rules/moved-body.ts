import type { Clause } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { isSameFact } from '#core/newsroom/judge/rules/moved.ts'

/** Bodies that are named by a common noun, each in six languages. */
const BODIES: [key: string, pattern: string][] = [
  [
    'company',
    'compan(?:y|ies)|firm|Unternehmen|Firma|Konzern|entreprise|société|empresa|compañía|azienda|società|companhia|fabricante',
  ],
  ['union', '(?:trade )?union|Gewerkschaft|syndicat|sindicato|sindacato'],
  ['association', 'association|Verband|Verein|asociación|associação|associazione'],
  ['government', 'government|Regierung|gouvernement|gobierno|governo'],
  ['ministry', 'ministry|Ministerium|ministère|ministerio|ministero|ministério'],
  ['opposition', 'opposition|Opposition|oposición|opposizione|oposição'],
  ['police', 'police|Polizei|policía|polizia|polícia'],
  ['city', 'city|town|Stadt|ville|ciudad|città|cidade|commune|comune|ayuntamiento'],
  ['prosecution', 'prosecut(?:ion|ors?)|Staatsanwaltschaft|parquet|fiscalía|procura|ministério público'],
  ['court', 'court|Gericht|tribunal|tribunale'],
  ['university', 'university|Universität|université|universidad|università|universidade'],
  ['hospital', 'hospital|clinic|Krankenhaus|Klinik|hôpital|clinique|ospedale|clínica'],
]
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BODIES.map(([, pattern]) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** A figure of the union is not one of the company, if both are only named by a common noun. */
export const movedBody: JudgeRule = function* ({ reading, cited }) {
  const stated = cited.flatMap((sentence) =>
    sentence.clauses.map((clause) => ({ clause, bodies: bodiesOf(sentence, clause) })),
  )
  for (const clause of reading.clauses) {
    const own = bodiesOf(reading, clause)
    if (own.size === 0 || clause.names.length > 0) continue
    for (const fact of clause.facts) {
      const places = stated.filter(({ clause }) => clause.facts.some((other) => isSameFact(fact, other)))
      const isOthers =
        places.length > 0 && places.every(({ bodies }) => bodies.size > 0 && bodies.isDisjointFrom(own))
      const hasAnother = stated.some(
        ({ clause: other, bodies }) =>
          !bodies.isDisjointFrom(own) &&
          other.facts.some(
            (another) => another.kind === fact.kind && !clause.facts.some((one) => isSameFact(one, another)),
          ),
      )
      if (!isOthers || !hasAnother) continue
      yield finding(
        'number_moved',
        reading.text.slice(clause.from, clause.to).trim(),
        `${[...(places[0]?.bodies ?? [])]}: ${fact.text}`,
      )
      return
    }
  }
}

/** The source of a figure may be in another clause: according to the company, it is 90. A clause that continues a name is about no body. */
function bodiesOf({ text }: SentenceReading, { from, to, about }: Clause): Set<string> {
  const own = bodiesIn(text.slice(from, to))
  return own.size > 0 || about.length > 0 ? own : bodiesIn(text)
}

/** The bodies that a text names. */
const bodiesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(PATTERN)].map(
      (found) => BODIES[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '',
    ),
  )
