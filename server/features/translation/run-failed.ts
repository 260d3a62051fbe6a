import type { FailedSegment } from '#core/domain/translation-run.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import { keepRefused } from '#server/features/translation/refused-answers.ts'
import type { ClaimedRun } from '#server/features/translation/runs.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Thrown when a run cannot succeed. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  readonly failures: FailedSegment[]
  constructor(reason: string, failures: FailedSegment[] = []) {
    super(reason)
    this.failures = failures
  }
}

/** Says how many parts have failed, and what is wrong with one that the review does not show, such as a note about a correction. */
export function failedBecauseOf(failures: FailedSegment[], { segments }: CutTexts): RunFailed {
  const count = failures.length
  const sentences = [
    count === 1 ? 'One part could not be translated.' : `${count} parts could not be translated.`,
  ]
  const ids = new Set(segments.map(({ id }) => id))
  const elsewhere = failures.find(({ segment }) => !ids.has(segment))
  if (elsewhere)
    sentences.push(`“${elsewhere.source.slice(0, 100).toWellFormed()}”: ${elsewhere.problems[0]}`)
  return new RunFailed(sentences.join(' '), failures)
}

/** Keeps the texts of which the comparison of the whole article has found that they do not fit. */
export function keepFailures(
  sql: Session,
  run: ClaimedRun,
  { failures, cut, model }: { failures: readonly FailedSegment[]; cut: CutTexts; model: string | null },
): Promise<void> {
  const segments = new Map(cut.segments.map((segment) => [segment.id, segment]))
  const refused = failures.flatMap(({ segment: id, text, problems }) => {
    const segment = segments.get(id)
    return segment
      ? [{ context: contextOf(segment), source: segment.text, text, model, reasons: problems }]
      : []
  })
  return keepRefused(sql, refused, run)
}

/** What is wrong with the parts that these problems are about. */
export function failuresOf(
  problems: readonly TranslationProblem[],
  cut: CutTexts,
  translations: ReadonlyMap<string, string> = new Map(),
): FailedSegment[] {
  const segments = new Map(cut.segments.map((segment) => [segment.id, segment]))
  return problems.map((problem) => {
    const { segment: id, block, words } = problem
    const segment = segments.get(id ?? '') ?? cut.segments.find((one) => one.block === block)
    return {
      segment: id ?? segment?.id ?? String(block ?? ''),
      kind: segment?.kind ?? 'paragraph',
      source: segment?.text ?? words,
      text: (segment && translations.get(segment.id)) ?? '',
      problems: [describeProblem(problem)],
    }
  })
}
