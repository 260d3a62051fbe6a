import {
  type ImportProblem,
  type ImportProblemKind,
  type ImportReport,
  REPORTED_LINES,
  SKIP_KINDS,
} from '#core/domain/subscriber-import.ts'

/** A problem with the number of its file. */
export interface FileProblem extends ImportProblem {
  at: number
}

type Outcome = 'added' | 'confirmed' | 'already' | ImportProblemKind

/** The result of the staged addresses in the database. */
export interface ImportOutcome {
  outcomes: { outcome: Outcome; addresses: number }[]
  skipped: FileProblem[]
  blocked: number
  ended: number
  staying: number
}

/** Counts the problems of lines, and collects the first ones. */
export class ImportProblems {
  readonly #counts = new Map<ImportProblemKind, number>()
  readonly #first: FileProblem[] = []

  add(problem: FileProblem): void {
    this.#counts.set(problem.kind, (this.#counts.get(problem.kind) ?? 0) + 1)
    if (this.#first.length < REPORTED_LINES) this.#first.push(problem)
  }

  report(
    { outcomes, skipped, blocked, ended, staying }: ImportOutcome,
    rest: Pick<ImportReport, 'dryRun' | 'program' | 'files' | 'lines' | 'columns' | 'questions'>,
  ): ImportReport {
    const counts = new Map(this.#counts)
    const of = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.addresses ?? 0
    for (const { outcome, addresses } of outcomes)
      if (outcome !== 'added' && outcome !== 'confirmed' && outcome !== 'already')
        counts.set(outcome, (counts.get(outcome) ?? 0) + addresses)
    const first = [...this.#first, ...skipped]
      .toSorted((a, b) => a.at - b.at || a.line - b.line)
      .slice(0, REPORTED_LINES)
    return {
      ...rest,
      added: of('added'),
      confirmed: of('confirmed'),
      already: of('already'),
      skipped: SKIP_KINDS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
      blocked,
      ended,
      staying,
      counts: [...counts].map(([kind, lines]) => ({ kind, lines })).toSorted((a, b) => b.lines - a.lines),
      problems: first.map(({ at, ...problem }) => {
        const file = rest.files[at]
        return file === undefined ? problem : { file, ...problem }
      }),
    }
  }
}
