import type { Clause, Fact, NameEntity } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const RESPECTIVELY = /respectively|in that order|jeweils|respectivement|respectivamente|rispettivamente/iu

/** A number, or the place that somebody has, belongs to the name that it has in the source. */
export const moved: JudgeRule = function* ({ reading, cited }: CheckedSentence) {
  if (RESPECTIVELY.test(reading.text) || cited.some(({ text }) => RESPECTIVELY.test(text))) return
  const sources = cited.flatMap((sentence) => sentence.clauses.map((clause) => ({ clause, sentence })))
  for (const clause of reading.clauses) {
    const own = clause.about.filter(({ key }) =>
      sources.some(({ clause }) => clause.names.some((name) => isSame(name, { key }))),
    )
    if (own.length === 0) continue
    for (const fact of clause.facts) {
      const stated = sources.filter(({ clause }) => clause.facts.some((other) => isSameFact(fact, other)))
      if (stated.length === 0 || stated.some((source) => isAbout(source.clause, own))) continue
      const owners = stated.flatMap(({ clause }) => clause.about)
      if (owners.length === 0) continue
      const hasAnother = sources.some(
        ({ clause: other }) =>
          isAbout(other, own) &&
          other.facts.some((another) => another.kind === fact.kind && !isSameFact(fact, another)),
      )
      const isSameStatement = stated.some(
        (source) => shareOfWords(reading, clause, source.sentence, source.clause) >= 0.6,
      )
      const name = own[0]?.text ?? ''
      const other = `${owners.at(-1)?.text ?? ''}: ${fact.text}`
      if (hasAnother || isSameStatement) yield finding('number_moved', `${name}: ${fact.text}`, other)
      else yield finding('unclear', `${name}: ${fact.text}`, other)
      return
    }
  }
}

const isSameFact = (one: Fact, other: Fact) =>
  one.kind.split(' ')[0] === other.kind.split(' ')[0] && one.key === other.key

const isSame = (one: Pick<NameEntity, 'key'>, other: Pick<NameEntity, 'key'>) =>
  one.key === other.key ||
  (one.key.length >= 5 &&
    other.key.length >= 5 &&
    (one.key.startsWith(other.key) || other.key.startsWith(one.key)))

const isAbout = ({ about, names }: Clause, own: readonly NameEntity[]) =>
  own.some((name) => [...about, ...names].some((other) => isSame(name, other)))

/** How many of the words of a clause stand in another, without names and figures. */
function shareOfWords(reading: SentenceReading, one: Clause, source: SentenceReading, other: Clause): number {
  const within = ({ words }: SentenceReading, { from, to, names, facts }: Clause) =>
    words.filter(
      (word) =>
        word.isContent &&
        word.from >= from &&
        word.from < to &&
        ![...names].some((name) => word.from >= name.from && word.from < name.to) &&
        !facts.some((fact) => word.from >= fact.from && word.from < fact.from + fact.text.length),
    )
  const own = within(reading, one)
  const known = new Set(within(source, other).map(({ stem }) => stem))
  return own.length === 0 ? 0 : own.filter(({ stem }) => known.has(stem)).length / own.length
}
