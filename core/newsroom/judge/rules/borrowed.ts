import { isForeignForm } from '#core/languages/names/places.ts'
import {
  type Clause,
  type Fact,
  isOutlet,
  isSameName,
  type NameEntity,
} from '#core/newsroom/judge/reading/read-clauses.ts'
import type { DateMention } from '#core/newsroom/judge/reading/read-dates.ts'
import type { Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'
import { isSameFact } from '#core/newsroom/judge/rules/moved.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A number is not combined with the name or the subject of another cited sentence, which has a number of its own. */
export const borrowedNumber: JudgeRule = function* ({ reading, cited, isHeading }, sources) {
  if (isHeading || cited.length < 2 || cited.length > MAX_CITED) return
  const ours = reading.clauses.flatMap(({ facts }) => facts)
  for (const clause of reading.clauses)
    for (const fact of clause.facts.filter(isNumber)) {
      const own = cited.filter((other) => numbersOf(other).some((known) => isSameFact(known, fact)))
      if (own.length === 0) continue
      for (const other of cited.filter((other) => !own.includes(other))) {
        const left = numbersOf(other).find(
          (number) =>
            isComparable(number.kind, fact.kind) &&
            !ours.some((known) => isSameFact(known, number) || hasMeaning(known, number)),
        )
        const place =
          left &&
          (subjectIn(other, own, reading, clause, fact, sources) ??
            (left.kind === fact.kind && tellsOneNumber(ours, own, other)
              ? tellsOnly(other, own, reading, sources)
              : undefined))
        if (!left || !place) continue
        const [from, to] = [Math.min(place.from, fact.from), Math.max(place.to, fact.from + fact.text.length)]
        yield finding('number_moved', reading.text.slice(from, to), left.text)
        return
      }
    }
}

/** The same unit, or none on one side. */
export const isComparable = (one: string, other: string) =>
  one === other || one === 'number ' || other === 'number '

const isNumber = ({ kind }: Fact) => kind.startsWith('number')
const numbersOf = ({ clauses }: SourceSentence): Fact[] =>
  clauses.flatMap(({ facts }) => facts).filter(isNumber)

/** 10 p.m. is 22 heures. */
const hasMeaning = ({ meanings = [] }: Fact, other: Fact) =>
  meanings.some((one) => other.meanings?.includes(one))

type Place = Pick<Word, 'from' | 'to'>

/** A name of the clause of a number, or the noun that it begins with, that only the other sentence has. */
function subjectIn(
  other: SourceSentence,
  own: readonly SourceSentence[],
  reading: SentenceReading,
  { names, from, to }: Clause,
  fact: Fact,
  sources: SourceIndex,
): Place | undefined {
  const words = reading.words.filter((word) => word.from >= from && word.from < to)
  const first = words.find(({ isContent }) => isContent)
  const isEnglish = [other, ...own].every(({ language }) => language === 'en')
  return words
    .filter(
      (word) =>
        names.some((name) => word.from >= name.from && word.from < name.to) ||
        (isEnglish && names.length === 0 && word === first && word.from < fact.from),
    )
    .find(
      (word) =>
        stands(word, other) && !own.some((known) => stands(word, known) || isMeant(word, known, sources)),
    )
}

/** A text with more numbers of both sentences tells both. */
const tellsOneNumber = (ours: readonly Fact[], own: readonly SourceSentence[], other: SourceSentence) => {
  const isIn = (sentence: SourceSentence) => (fact: Fact) =>
    numbersOf(sentence).some((known) => isSameFact(known, fact))
  const numbers = ours.filter(isNumber)
  return !numbers.some(isIn(other)) && own.some((one) => numbers.filter(isIn(one)).length === 1)
}

/** A word or a date of the other sentence in a text that has only the number of its own sentence; for sources in other languages. */
function tellsOnly(
  other: SourceSentence,
  own: readonly SourceSentence[],
  reading: SentenceReading,
  sources: SourceIndex,
): Place | undefined {
  if ([other, ...own].every(({ language }) => language === 'en')) return
  const numbers = reading.quantities.quantities
  const words = reading.words.filter(
    ({ from, to, isContent }) =>
      isContent && !numbers.some((number) => number.from < to && from < number.to && number.units.size > 0),
  )
  const says = (word: Word, sentence: SourceSentence) =>
    isAlike(word, sentence) || isMeant(word, sentence, sources)
  const isOwn = (word: Word) => own.some((known) => says(word, known))
  if (
    words.some((word) => own.some((known) => isAlike(word, known)) && !says(word, other) && !isNumeral(word))
  )
    return
  return (
    words.find((word) => says(word, other) && !isOwn(word)) ??
    reading.dates.find((date) => hasDate(other, date) && !own.some((known) => hasDate(known, date)))
  )
}

const isNumeral = ({ text }: Word) => /^\p{N}/u.test(text)

const hasDate = ({ dates }: SourceSentence, date: DateMention) =>
  dates.some(
    ({ day, month, weekday }) => day === date.day && month === date.month && weekday === date.weekday,
  )

/** The number of letters at the beginning by which two words of different languages are the same. */
const ALIKE = 5

const isAlike = (word: Word, sentence: SourceSentence): boolean =>
  stands(word, sentence) ||
  (word.folded.length >= ALIKE &&
    sentence.words.some(({ folded }) => folded.slice(0, ALIKE) === word.folded.slice(0, ALIKE)))

function stands({ folded, stem, isContent }: Word, { stems, words, language }: SourceSentence): boolean {
  return (
    (isContent && stems.has(stem)) ||
    words.some((word) => word.folded === folded) ||
    (language !== 'en' && isForeignForm(folded, words))
  )
}

/** Returns true if it is a name of the sentences before, to which this one refers. */
const isMeant = ({ folded }: Word, sentence: SourceSentence, sources: SourceIndex) =>
  sources
    .meantBy(sentence)
    .some(({ words }) => words.some((word) => word.folded === folded && /^\p{Lu}/u.test(word.text)))

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

const says = ({ stems, language }: SourceSentence, stem: string): boolean =>
  stems.has(stem) ||
  (language !== 'en' &&
    stem.length >= ALIKE &&
    [...stems].some((other) => other.slice(0, ALIKE) === stem.slice(0, ALIKE)))

const namesOf = ({ clauses }: SentenceReading): NameEntity[] => clauses.flatMap(({ names }) => names)

const isPerson = ({ words }: NameEntity) => words.length > 1
