import {
  type ImportProblem,
  type ImportProblemKind,
  type ImportReport,
  REPORTED_LINES,
  SKIP_KINDS,
} from '#core/domain/subscriber-import.ts'

/** What the database made of the staged addresses. */
export interface ImportOutcome {
  outcomes: { outcome: 'added' | 'confirmed' | 'already' | ImportProblemKind; addresses: number }[]
  skipped: ImportProblem[]
}

/** Counts what is wrong with lines, and keeps the first ones. */
export class Problems {
  readonly #counts = new Map<ImportProblemKind, number>()
  readonly #first: ImportProblem[] = []

  add(problem: ImportProblem): void {
    this.#counts.set(problem.kind, (this.#counts.get(problem.kind) ?? 0) + 1)
    if (this.#first.length < REPORTED_LINES) this.#first.push(problem)
  }

  report(
    { outcomes, skipped }: ImportOutcome,
    rest: Pick<ImportReport, 'dryRun' | 'lines' | 'columns'>,
  ): ImportReport {
    const counts = new Map(this.#counts)
    const of = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.addresses ?? 0
    for (const { outcome, addresses } of outcomes)
      if (outcome !== 'added' && outcome !== 'confirmed' && outcome !== 'already')
        counts.set(outcome, (counts.get(outcome) ?? 0) + addresses)
    return {
      ...rest,
      added: of('added'),
      confirmed: of('confirmed'),
      already: of('already'),
      skipped: SKIP_KINDS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
      counts: [...counts].map(([kind, lines]) => ({ kind, lines })).toSorted((a, b) => b.lines - a.lines),
      problems: [...this.#first, ...skipped].toSorted((a, b) => a.line - b.line).slice(0, REPORTED_LINES),
    }
  }
}
