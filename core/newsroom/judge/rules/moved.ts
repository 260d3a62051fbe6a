import { anyOf, factsOf, hasCapitalNouns } from '#core/languages/facts-of.ts'
import {
  type Clause,
  type Fact,
  isOutlet,
  isSameName,
  matterOf,
  type NameEntity,
} from '#core/newsroom/judge/reading/read-clauses.ts'
import { isSpeaker } from '#core/newsroom/judge/reading/read-quotations.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

const RESPECTIVELY = new RegExp(
  anyOf(({ reports }) => reports.respectively),
  'iu',
)
/** The words after an apposition: Ada Byron, the mayor, has … */
const GOES_ON = /^\s*(?:is|are|was|were|has|have|had|will|would)(?!\p{L})/u
/** Director of a company that has … */
const OF_ANOTHER = /\s(?:of|for|from|at|by|with)\s(?:an?|the|its)\s(?:\p{Ll}+\s){1,3}(?:that|which|whose)\s/u
const PRONOUN = /(?<!\p{L})(?:he|she|they)\s/iu
/** The share of a clause's words that a source must have for it to say the same of another name. */
const SAME_STATEMENT = 0.6

interface SourceClause {
  clause: Clause
  sentence: SourceSentence
}

/** A number or a role belongs to the same name as in the source. */
export const moved: JudgeRule = function* ({ reading, cited, isHeading }: CheckedSentence, sources) {
  if (RESPECTIVELY.test(reading.text) || cited.some(({ text }) => RESPECTIVELY.test(text))) return
  const stated = cited.flatMap((sentence) => sentence.clauses.map((clause) => ({ clause, sentence })))
  for (const clause of reading.clauses) {
    const goesOn = clause.isRelative || GOES_ON.test(reading.text.slice(clause.from, clause.to))
    const named = (goesOn ? [...subjectOf(reading, clause), ...clause.names] : clause.names).filter(
      ({ text }) => !/[-‑]\p{Ll}{3,}$/u.test(text),
    )
    // The antecedent of a pronoun is in a sentence before, and the names here are those of places and others.
    if (PRONOUN.test(reading.text.slice(clause.from, clause.to))) continue
    const known = named.filter((name) => stated.some((place) => isAbout(place, [name], sources)))
    const own =
      known.length > 0
        ? known
        : named.filter((name) => isSubject(name, clause, reading) && isStranger(name, cited))
    if (own.length === 0) continue
    const said = matterOf(reading, clause)
    for (const fact of clause.facts) {
      if (known.length === 0 && fact.kind === 'role') continue
      const places = stated.filter(({ clause }) => clause.facts.some((other) => isSameFact(fact, other)))
      if (places.length === 0 || places.some((place) => isAbout(place, own, sources))) continue
      if (own.every(({ to }) => OF_ANOTHER.test(reading.text.slice(to, fact.from)))) continue
      // A heading summarises what its source says about its one subject.
      if (isHeading && places.some(({ clause }) => clause.about.every((name) => !isProper(name, places))))
        continue
      const owners = places
        .flatMap((place) =>
          aboutOf(place, sources).filter(
            // A person who reports a number need not be the one to whom it belongs.
            ({ to }) =>
              fact.kind === 'role' || place.clause.about.length === 0 || !isSpeaker(place.sentence, to),
          ),
        )
        .filter((owner) => isProper(owner, places))
      const hasAnother = stated.some(
        (place) =>
          isAbout(place, own, sources) &&
          // Other sentences of a report are compared in its own language only.
          (!isHeading ||
            place.sentence.language === 'en' ||
            places.some(({ sentence }) => sentence === place.sentence)) &&
          place.clause.facts.some(
            (other) => other.kind === fact.kind && !clause.facts.some((own) => isSameFact(own, other)),
          ),
      )
      const isSameStatement = places.some(({ sentence }) => said.shareIn(sentence) >= SAME_STATEMENT)
      // In another language its words cannot be compared, but its names can.
      const isOtherSource = !stated.some(
        (place) =>
          isAbout(place, own, sources) &&
          places.some(({ sentence }) => sentence.source === place.sentence.source),
      )
      // A person in the same sentence as a number may be the one to whom it belongs, and a heading summarises its source.
      const isNear = places.some(
        ({ sentence }) =>
          isHeading ||
          sentence.clauses.some(({ names }) =>
            names.some((name) => own.some((other) => isSameName(name, other))),
          ),
      )
      const isForeign =
        !isNear &&
        (owners.length > 0 || isOtherSource) &&
        places.every(({ sentence }) => sentence.language !== 'en') &&
        !owners.some((owner) =>
          reading.clauses.some(({ names }) => names.some((name) => isSameName(owner, name))),
        )
      if (!hasAnother && !isForeign && !(isSameStatement && owners.length > 0)) continue
      const [name] = own
      const from = Math.min(fact.from, name?.from ?? fact.from)
      const to = Math.max(fact.from + fact.text.length, name?.to ?? 0)
      yield finding(
        'number_moved',
        reading.text.slice(from, to),
        `${owners.at(-1)?.text ?? places[0]?.sentence.text ?? ''}: ${fact.text}`,
      )
      return
    }
  }
}

/** The subject of a clause that begins with a verb; one that begins with which is about the name right before it. */
function subjectOf({ text }: SentenceReading, { before, from, isRelative }: Clause): NameEntity[] {
  if (!isRelative) return before
  return before.filter(({ to }) => /^[\s,–—-]*$/u.test(text.slice(to, from)))
}

const isSubject = ({ from }: NameEntity, clause: Clause, { text }: SentenceReading) =>
  from < clause.from || /^(?:the\s)?$/iu.test(text.slice(clause.from, from))

/** A name that no citation contains, in full or by its initials: it is known from the sentences before. */
const isStranger = (name: NameEntity, cited: readonly SourceSentence[]) =>
  !isOutlet(name, cited) &&
  !/^\p{Lu}+$/u.test(name.text) &&
  cited.every(
    ({ language, words }) =>
      language === 'en' && !words.some(({ folded }) => isSameName(name, { words: [folded] })),
  )

export const isSameFact = (one: Fact, other: Fact) =>
  one.key === other.key && one.kind.split(' ')[0] === other.kind.split(' ')[0]

/** The names that a clause is about; if it has a pronoun instead, those of the sentences before. */
function aboutOf({ clause, sentence }: SourceClause, sources: SourceIndex): NameEntity[] {
  if (clause.about.length > 0) return clause.about
  return sources.namesMeantBy(sentence)
}

const isAbout = (place: SourceClause, own: readonly NameEntity[], sources: SourceIndex) =>
  own.some((name) =>
    [...place.clause.names, ...aboutOf(place, sources)].some((other) => isSameName(name, other)),
  )

/** In a language with a capital for every noun, names are recognised by two words, and after words such as company. */
const isProper = ({ words, text }: NameEntity, places: readonly SourceClause[]) =>
  words.length > 1 ||
  places.every(({ sentence }) => !hasCapitalNouns(sentence.language)) ||
  places.some(({ sentence }) => {
    const bodies = factsOf(sentence.language)?.names.capitalNouns?.bodies
    return bodies && new RegExp(`(?:${bodies})\\s+$`, 'u').test(sentence.text.split(text, 1)[0] ?? '')
  })

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
