import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import {
  type Clause,
  type Fact,
  isOutlet,
  isSameName,
  matterOf,
  type NameEntity,
} from '#core/newsroom/judge/reading/read-clauses.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { isComparable } from '#core/newsroom/judge/rules/borrowed.ts'
import { isSameFact } from '#core/newsroom/judge/rules/moved.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** The share of a clause's words that a cited sentence must have for the clause to restate it. */
const SAME = 0.6
const MIN_WORDS = 2

/** A statement of a cited sentence keeps its own names and numbers, and does not get those of another cited sentence. */
export const statement: JudgeRule = function* (sentence, sources) {
  const { reading, cited, isHeading } = sentence
  if (isHeading || cited.length === 0) return
  for (const [index, own] of reading.clauses.entries()) {
    // A clause that begins with which or who is about the name before.
    const before = own.isRelative ? (reading.clauses[index - 1]?.names ?? []) : []
    const clause = { ...own, names: [...before, ...own.names] }
    const told = toldSentence(clause, sentence)
    const problem =
      told &&
      (otherClause(clause, told, sentence) ??
        otherName(clause, told, sentence, sources) ??
        otherNumber(clause, told, sentence))
    if (problem) {
      yield problem
      return
    }
  }
}

/** The cited sentence that a clause restates, if one has most of its words. */
function toldSentence(clause: Clause, { reading, cited }: CheckedSentence): SourceSentence | null {
  const matter = matterOf(reading, clause)
  const isShort = matter.size < MIN_WORDS
  if (matter.size === 0) return null
  let [best, most] = [null as SourceSentence | null, SAME]
  for (const source of cited) {
    const share = source.language === 'en' ? matter.shareIn(source) : 0
    // One word is enough with a number.
    if (isShort && !clause.facts.some((fact) => hasFact(source, fact))) continue
    if (share >= most && !(best && share === most)) [best, most] = [source, share]
  }
  return best
}

const hasFact = ({ clauses }: SourceSentence, fact: Fact) =>
  clauses.some(({ facts }) => facts.some((other) => isSameFact(other, fact)))

/** Another person than the sentence names, or means by a pronoun. */
function otherName(
  clause: Clause,
  told: SourceSentence,
  { reading, cited }: CheckedSentence,
  sources: SourceIndex,
): JudgeFinding | null {
  const theirs = told.clauses.flatMap(({ names }) => names).filter((name) => !isOutlet(name, cited))
  const ours = reading.clauses.flatMap(({ names }) => names)
  const isSubject = ({ from }: NameEntity) => reading.text.slice(clause.from, from).trim() === ''
  const foreign = clause.names.filter(
    (name) =>
      (isPerson(name) || isSubject(name)) &&
      !isOutlet(name, cited) &&
      !theirs.some((other) => isSameName(name, other)),
  )
  const [name] = foreign
  if (!name || told.words.some(({ folded }) => name.words.includes(folded))) return null
  const left = theirs.find(
    (other) => (isPerson(other) || !isPerson(name)) && !ours.some((own) => isSameName(own, other)),
  )
  const quote = reading.text.slice(name.from, name.to)
  if (left) return finding('names_swapped', quote, left.text)
  if (theirs.length > 0 || !isPerson(name)) return null
  const meant = sources.namesMeantBy(told)
  const other = HE_OR_SHE.test(told.text) ? meant.at(-1) : meant.findLast(isPerson)
  return other && !meant.some((known) => isSameName(known, name))
    ? finding('names_swapped', quote, other.text)
    : null
}

const HE_OR_SHE = /(?<!\p{L})s?he(?!\p{L})/iu

/** A person or a body has a name of two words as a rule; of one, it may as well be a place or a word. */
const isPerson = ({ words, text }: NameEntity) => words.length > 1 || /^\p{Lu}\p{L}+[-‑]\p{Lu}/u.test(text)

/** A person about whom the sentence says something else, in the place of another one whom it names. */
function otherClause(
  { names, ...clause }: Clause,
  told: SourceSentence,
  { reading }: CheckedSentence,
): JudgeFinding | null {
  const matter = matterOf(reading, { ...clause, names })
  if (matter.size < MIN_WORDS + 1 || reading.quotations.length > 0) return null
  const shares = told.clauses.map(({ from, to }) =>
    matter.shareIn({
      stems: new Set(
        told.words.filter((word) => word.from >= from && word.from < to).map(({ stem }) => stem),
      ),
    }),
  )
  const best = told.clauses[shares.indexOf(Math.max(...shares))]
  const [name] = names
  if (!name || !best || Math.max(...shares) < SAME || best.about.length === 0) return null
  const isOurs = (other: Clause) =>
    [...other.names, ...other.about].some((one) => names.some((own) => isSameName(one, own)))
  const [left] = best.about
  return left && !isOurs(best) && told.clauses.some((other) => other.facts.length === 0 && isOurs(other))
    ? finding('names_swapped', reading.text.slice(name.from, name.to), left.text)
    : null
}

/** A number of another sentence, if this one has its own. */
function otherNumber(
  clause: Clause,
  told: SourceSentence,
  { reading, cited }: CheckedSentence,
): JudgeFinding | null {
  const theirs = told.clauses.flatMap(({ facts }) => facts).filter(({ kind }) => kind.startsWith('number'))
  const ours = reading.clauses.flatMap(({ facts }) => facts)
  for (const fact of clause.facts) {
    if (!fact.kind.startsWith('number') || theirs.some((other) => isSameFact(fact, other))) continue
    const left = theirs.find(
      (other) => isComparable(other.kind, fact.kind) && !ours.some((own) => isSameFact(own, other)),
    )
    if (
      !left ||
      !cited.some(
        (other) =>
          other !== told && other.clauses.some(({ facts }) => facts.some((known) => isSameFact(known, fact))),
      )
    )
      continue
    return finding('number_moved', fact.text, left.text)
  }
  return null
}
