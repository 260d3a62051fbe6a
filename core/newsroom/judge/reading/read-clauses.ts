import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { anyOf, hasCapitalNouns } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import type { RoleName } from '#core/languages/language-facts.ts'
import { isForeignPlace } from '#core/languages/names/places.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A name with all of its words. */
export interface NameEntity {
  /** Its last word, folded: surnames, and the names of bodies that are shortened. */
  key: string
  text: string
  /** The words of the whole name, folded. */
  words: string[]
  from: number
  to: number
}

/** A statement about a name: a number, or a person's role. */
export interface Fact {
  key: string
  /** Only facts of one kind can be taken for each other. */
  kind: string
  /** Other meanings of a number. */
  meanings?: readonly string[]
  text: string
  from: number
}

export interface Clause {
  from: number
  to: number
  names: NameEntity[]
  facts: Fact[]
  /** The names that it is about: its own, or else those before it in the sentence. */
  about: NameEntity[]
  /** The names before it, which are the subject if it begins with a verb. */
  before: NameEntity[]
  /** True for a clause that begins with which or who: it is about the name before. */
  isRelative: boolean
}

const AND = anyOf(({ reports }) => reports.and)
const BOUNDARY = new RegExp(
  String.raw`(?:[,:](?!\d)|[;—–()])\s*|\s(?:${AND}|${anyOf(({ reports }) => reports.but)})\s`,
  'giu',
)
const RELATIVE = new RegExp(String.raw`^\s*(?:${anyOf(({ reports }) => reports.relative)})(?!\p{L})`, 'iu')
const JOINS = new RegExp(String.raw`^\s(?:${AND})\s$`, 'iu')

/** The most names of a sentence that are compared. */
const MAX_NAMES = 60
const MAX_CLAUSES = 30

/** The clauses of a sentence that have names or facts of their own, in their order. */
export function readClauses(reading: SentenceReading): Clause[] {
  const names = nameEntities(reading).slice(0, MAX_NAMES)
  const facts = readFacts(reading).slice(0, MAX_NAMES)
  const clauses: Clause[] = []
  let from = 0
  const end = (to: number) => {
    const within = ({ from: at }: { from: number }) => at >= from && at < to
    clauses.push({
      from,
      to,
      names: names.filter(within),
      facts: facts.filter(within),
      about: [],
      before: [],
      isRelative: false,
    })
    from = to
  }
  const boundaries = [...reading.text.matchAll(BOUNDARY)]
    .filter(({ index }) => !isQuoted(reading.quotations, index))
    .slice(0, MAX_CLAUSES)
  for (const [place, { 0: boundary, index }] of boundaries.entries()) {
    const after = index + boundary.length
    const next = boundaries[place + 1]?.index ?? reading.text.length
    const isRelative = RELATIVE.test(reading.text.slice(after, after + 40))
    const isJoined = JOINS.test(boundary)
    const [before, behind] = [
      hasStatement(reading, names, from, index),
      hasStatement(reading, names, after, next),
    ]
    // A name before or after its apposition is not a clause of its own, but one that goes on with "and" is.
    const isApposition =
      !behind &&
      hasName(names, after, next) &&
      !/[;:]/.test(boundary) &&
      !BEGINS_NEXT.test(reading.text.slice(after, after + 12))
    // "Aster and Lupin" is not a clause.
    const isClause = isJoined ? before && behind : before && !isApposition
    if (index > from && (isRelative || isClause)) end(isJoined ? index : after)
  }
  end(reading.text.length)
  return withSubjects(reading, clauses)
}

const BEGINS_NEXT = new RegExp(
  `^(?:${anyOf(({ reports }) => reports.and)}|${anyOf(({ reports }) => reports.but)})\\s`,
  'iu',
)

const hasName = (names: readonly NameEntity[], from: number, to: number) =>
  names.some((name) => name.from >= from && name.from < to)

/** A clause without a name is about those before it, but not about those of a relative clause. */
function withSubjects(reading: SentenceReading, clauses: Clause[]): Clause[] {
  let before: NameEntity[] = []
  for (const clause of clauses) {
    clause.isRelative = clause.from > 0 && RELATIVE.test(reading.text.slice(clause.from, clause.to))
    clause.before = before
    clause.about = clause.names.length > 0 ? clause.names : before
    if (clause.names.length > 0 && !clause.isRelative)
      before = [...(clause.facts.length > 0 ? [] : before), ...clause.names]
  }
  return clauses
}

/** These carry no meaning of their own, and make a clause of a name. */
const SAYS = /^(?:said|says?|does|did|is|are|was|were|has|have|had|will)$/

const YEAR = /^(?:19|20)\d\d$/

/** Returns true if a part says something besides names and years. */
function hasStatement(
  { words }: SentenceReading,
  names: readonly NameEntity[],
  from: number,
  to: number,
): boolean {
  return words.some(
    (word) =>
      word.from >= from &&
      word.from < to &&
      (word.isContent || SAYS.test(word.lower)) &&
      !YEAR.test(word.text) &&
      !names.some((name) => word.from >= name.from && word.from < name.to),
  )
}

const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/

/** Names of one or more words, without words that only begin a sentence. */
function nameEntities({ names, language, quantities: { quantities } }: SentenceReading): NameEntity[] {
  const entities: NameEntity[] = []
  for (const { text, from, to, isFirst } of names) {
    const last = entities.at(-1)
    const key = foldName(text)
    // German writes million and euro with capitals.
    if (
      CALENDAR.test(key) ||
      (hasCapitalNouns(language) && quantities.some((one) => one.from < to && from < one.to))
    )
      continue
    if (last && from <= last.to + 1)
      Object.assign(last, { key, text: `${last.text} ${text}`, words: [...last.words, key], to })
    else if (!(isFirst && (isOrdinary(text) || isFunctionWord(text, language) || PREPOSITION.test(text))))
      entities.push({ key, text, words: [key], from, to })
  }
  return entities
}

/** Returns true if a name is that of one of the outlets, which may be named as the origin. */
export const isOutlet = ({ words }: NameEntity, cited: readonly { source: { outlet: string } }[]) =>
  cited.some(({ source: { outlet } }) => words.every((word) => foldName(outlet).includes(word)))

/** Long words with which sentences begin in the other languages. */
const PREPOSITION = new RegExp(`^(?:${anyOf(({ reports }) => reports.starts)})$`, 'iu')

/** Returns true if two texts mean the same by a name: they share a word of it. */
export const isSameName = (one: Pick<NameEntity, 'words'>, other: Pick<NameEntity, 'words'>) =>
  one.words.some(
    (word) =>
      word.length > 2 &&
      other.words.some(
        (known) =>
          known === word ||
          isForeignPlace(word, known) ||
          isForeignPlace(known, word) ||
          (word.length > 4 && known.startsWith(word)) ||
          (known.length > 4 && word.startsWith(known)),
      ),
  )

function readFacts(reading: SentenceReading): Fact[] {
  const dates = reading.dates
  const numbers = reading.quantities.quantities
    .filter(({ isDigits, isStrict, value }) => isDigits || isStrict || (value ?? 0) >= 2)
    .filter(({ from, to }) => !dates.some((date) => from >= date.from && to <= date.to))
    .map((quantity) => ({
      key: quantity.meanings[0] ?? '',
      kind: kindOf(quantity),
      meanings: quantity.meanings,
      text: quantity.text,
      from: quantity.from,
    }))
  return [...numbers, ...readRoles(reading)].toSorted((a, b) => a.from - b.from)
}

function kindOf({ units, value, name }: Quantity): string {
  if (name !== null) return 'name'
  const unit = [...units].filter(Boolean).toSorted().join()
  return unit === '' && value !== null && value >= 1900 && value < 2100 ? 'year' : `number ${unit}`
}

/** In this order, because some names of places begin as others do. */
const ROLES: readonly RoleName[] = [
  ...([
    'chief executive',
    'finance chief',
    'chair',
    'president',
    'vice president',
    'prime minister',
  ] as const),
  ...([
    'chancellor',
    'minister',
    'mayor',
    'founder',
    'spokesperson',
    'director',
    'delegate',
    'judge',
    'lawyer',
  ] as const),
  ...(['coach', 'archivist', 'professor', 'researcher', 'buyer', 'seller', 'owner'] as const),
]
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ROLES.map((role) => `(${anyOf(({ reports }) => reports.roles[role])})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

export function readRoles({ text }: Pick<SentenceReading, 'text'>): Fact[] {
  return [...text.matchAll(PATTERN)].map((found) => {
    const key = ROLES[found.slice(1).findIndex((group) => group !== undefined)] ?? ''
    return { key, kind: 'role', text: found[0], from: found.index }
  })
}

/** The statement of a clause, without the names that it is about. */
interface ClauseMatter {
  size: number
  /** The share of it that another sentence has too, from 0 to 1. */
  shareIn(other: Pick<SentenceReading, 'stems'>): number
}

export function matterOf({ words }: SentenceReading, { from, to, names, facts }: Clause): ClauseMatter {
  const numbers = facts.filter(({ kind }) => kind !== 'role')
  const own = new Set(
    words
      .filter(
        (word) =>
          word.isContent &&
          word.from >= from &&
          word.from < to &&
          !names.some((name) => word.from >= name.from && word.from < name.to) &&
          !numbers.some((fact) => word.from >= fact.from && word.from < fact.from + fact.text.length),
      )
      .map(({ stem }) => stem),
  )
  return {
    size: own.size,
    shareIn: ({ stems }) =>
      own.size === 0 ? 0 : [...own].filter((stem) => stems.has(stem)).length / own.size,
  }
}
