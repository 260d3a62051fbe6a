import type { Clause } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

/** The statement of a clause, without the names that it is about. */
export interface ClauseMatter {
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
