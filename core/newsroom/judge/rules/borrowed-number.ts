import type { Clause, Fact } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { Word } from '#core/newsroom/judge/reading/read-words.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { isSameFact } from '#core/newsroom/judge/rules/moved.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'
import { isForeignForm } from '#core/newsroom/judge/words/foreign-names.ts'

/** A number does not stand with the name or the subject of another cited sentence, which has a number of its own. */
export const borrowedNumber: JudgeRule = function* (sentence, sources) {
  const { reading, cited, isHeading } = sentence
  if (isHeading || cited.length < 2) return
  const ours = reading.clauses.flatMap(({ facts }) => facts)
  for (const clause of reading.clauses)
    for (const fact of clause.facts.filter(({ kind }) => kind.startsWith('number'))) {
      const own = cited.filter((other) => numbersOf(other).some((known) => isSameFact(known, fact)))
      if (own.length === 0) continue
      for (const other of cited.filter((other) => !own.includes(other))) {
        const left = numbersOf(other).find(
          (number) =>
            isComparable(number.kind, fact.kind) && !ours.some((known) => isSameFact(known, number)),
        )
        const word =
          left &&
          subjectsOf(clause, fact, sentence).find(
            (word) =>
              stands(word, other) &&
              !own.some((known) => stands(word, known) || isMeant(word, known, sources)),
          )
        if (!left || !word) continue
        const end = fact.from + fact.text.length
        yield finding(
          'number_moved',
          reading.text.slice(Math.min(word.from, fact.from), Math.max(word.to, end)),
          left.text,
        )
        return
      }
    }
}

/** The same unit, or none on one side. */
export const isComparable = (one: string, other: string) =>
  one === other || one === 'number ' || other === 'number '

const numbersOf = ({ clauses }: SourceSentence): Fact[] =>
  clauses.flatMap(({ facts }) => facts).filter(({ kind }) => kind.startsWith('number'))

/** The names of a clause, and the word that it begins with. */
function subjectsOf({ names, from, to }: Clause, fact: Fact, { reading, cited }: CheckedSentence): Word[] {
  const isNamed = (word: Word) => names.some((name) => word.from >= name.from && word.from < name.to)
  const words = reading.words.filter((word) => word.from >= from && word.from < to)
  const first = words.find(({ isContent }) => isContent)
  const isEnglish = cited.every(({ language }) => language === 'en')
  return words.filter(
    (word) => isNamed(word) || (isEnglish && names.length === 0 && word === first && word.from < fact.from),
  )
}

function stands({ folded, stem, isContent }: Word, { stems, words, language }: SourceSentence): boolean {
  return (
    (isContent && stems.has(stem)) ||
    words.some((word) => word.folded === folded) ||
    (language !== 'en' && isForeignForm(folded, words))
  )
}

const isMeant = ({ folded }: Word, sentence: SourceSentence, sources: SourceIndex) =>
  sources
    .meantBy(sentence)
    .some(({ words }) => words.some((word) => word.folded === folded && /^\p{Lu}/u.test(word.text)))
