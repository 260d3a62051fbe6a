import { hasCapitalNouns } from '#core/languages/facts-of.ts'
import { isForeignForm } from '#core/languages/names/places.ts'
import { isOutlet, isSameName, type NameEntity } from '#core/newsroom/judge/reading/read-clauses.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** A person who is only in the sentences before a cited one does not replace somebody whom it names. */
export const replaced: JudgeRule = function* ({ reading, cited, isHeading }) {
  if (isHeading) return
  const ours = reading.clauses.flatMap(({ names }) => names)
  const theirs = cited.flatMap(({ clauses }) => clauses.flatMap(({ names }) => names))
  const name = ours.find(
    (own) => isPerson(own) && !isOutlet(own, cited) && !theirs.some((other) => isSameName(own, other)),
  )
  // Stati Uniti are the United States.
  if (name?.words.every((word) => cited.some(({ words }) => isForeignForm(word, words)))) return
  if (!name || cited.some(({ words }) => words.some(({ folded }) => name.words.includes(folded)))) return
  const left = cited
    .filter(({ language }) => !hasCapitalNouns(language))
    .flatMap(({ clauses }) => clauses.flatMap(({ names }) => names))
    .find((other) => isPerson(other) && !ours.some((own) => isSameName(own, other)))
  if (left) yield finding('names_swapped', reading.text.slice(name.from, name.to), left.text)
}

const isPerson = ({ words }: NameEntity) => words.length > 1
