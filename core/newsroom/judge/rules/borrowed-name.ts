import { isOutlet, isSameName, type NameEntity } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A person about whom the text says nothing that its source says does not replace one whom it leaves out. */
export const borrowedName: JudgeRule = function* (sentence) {
  const { reading, cited, isHeading } = sentence
  if (isHeading || cited.length < 2 || cited.length > MAX_CITED) return
  const ours = namesOf(reading)
  for (const name of ours.filter((name) => isPerson(name) && !isOutlet(name, cited))) {
    const own = cited.filter((other) => namesOf(other).some((known) => isSameName(name, known)))
    const others = cited.filter((other) => !own.includes(other))
    if (own.length === 0 || own.some((other) => isUsed(other, others, sentence))) continue
    const left = others
      .flatMap(namesOf)
      .find((other) => isPerson(other) && !ours.some((one) => isSameName(one, other)))
    if (!left) continue
    yield finding('names_swapped', reading.text.slice(name.from, name.to), left.text)
    return
  }
}

/** Returns true if a text has something of a sentence besides names: a figure, a role, or a word that the others do not have. */
function isUsed(
  own: SourceSentence,
  others: readonly SourceSentence[],
  { reading }: CheckedSentence,
): boolean {
  const has = ({ clauses }: SentenceReading, key: string) =>
    clauses.some(({ facts }) => facts.some((fact) => fact.key === key))
  const facts = reading.clauses.flatMap(({ facts }) => facts)
  if (facts.some(({ key }) => has(own, key) && !others.some((other) => has(other, key)))) return true
  return matterOf(reading).some((stem) => says(own, stem) && !others.some((other) => says(other, stem)))
}

/** The stems of the words that are not part of a name. */
const matterOf = (reading: SentenceReading): string[] => {
  const names = namesOf(reading)
  return reading.words
    .filter(({ isContent, from }) => isContent && !names.some((name) => from >= name.from && from < name.to))
    .map(({ stem }) => stem)
}

/** Words of another language are recognised by their beginning at most. */
const ALIKE = 5

const says = ({ stems, language }: SourceSentence, stem: string): boolean =>
  stems.has(stem) ||
  (language !== 'en' &&
    stem.length >= ALIKE &&
    [...stems].some((other) => other.slice(0, ALIKE) === stem.slice(0, ALIKE)))

const namesOf = ({ clauses }: SentenceReading): NameEntity[] => clauses.flatMap(({ names }) => names)

const isPerson = ({ words }: NameEntity) => words.length > 1
