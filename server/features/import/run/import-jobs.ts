import type { ImportState } from '#core/domain/site-import.ts'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { UnreadableSource } from '#server/features/import/imported.ts'
import { alone } from '#server/features/import/run/alone.ts'
import {
  endWithProblem,
  findImportRow,
  type ImportRow,
  ImportStopped,
  removeParts,
} from '#server/features/import/run/import-rows.ts'
import type { readImportJob, runImportJob, undoImportJob } from '#server/features/import/run/jobs.ts'
import { openImport } from '#server/features/import/run/open-import.ts'
import type { RunDeps, RunOptions } from '#server/features/import/run/prepare-run.ts'
import { readImport } from '#server/features/import/run/read-import.ts'
import { runImport } from '#server/features/import/run/run-import.ts'
import { undoImport } from '#server/features/import/run/undo-import.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Services } from '#server/features/services.ts'
import { findWordProblems } from '#server/features/setup/word-problems.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

type Deps = Omit<RunDeps, 'findWordProblems'> & Pick<Services, 'dataDir' | 'importFiles' | 'log'>

/** The dry run of an import that waits for it. */
export async function readImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof readImportJob>,
  run: JobRun<typeof readImportJob>,
): Promise<void> {
  const row = await findImportRow(deps.sql, importId)
  if (row?.state !== 'reading') return
  await settle(deps, row, { run, fallback: 'failed' }, () => withSource(deps, row, run.signal, readImport))
}

export async function runImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof runImportJob>,
  run: JobRun<typeof runImportJob>,
): Promise<void> {
  const row = await findImportRow(deps.sql, importId)
  if (row?.state !== 'importing') return
  await settle(deps, row, { run, fallback: 'planned' }, () =>
    alone(deps.sql, async () => {
      await withSource(deps, row, run.signal, runImport)
      await removeParts(deps.sql, importId)
    }),
  )
}

export async function undoImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof undoImportJob>,
  run: JobRun<typeof undoImportJob>,
): Promise<void> {
  const row = await findImportRow(deps.sql, importId)
  if (row?.state !== 'undoing') return
  await settle(deps, row, { run, fallback: 'done' }, () =>
    alone(deps.sql, () => undoImport(deps, row, run.signal)),
  )
}

type Work = (deps: RunDeps, row: ImportRow, source: ImportSource, options: RunOptions) => Promise<void>

async function withSource(deps: Deps, row: ImportRow, signal: AbortSignal, work: Work): Promise<void> {
  const notes = collectNotes()
  const source = await openImport(deps, row, { report: notes.report, signal })
  try {
    await work({ ...deps, findWordProblems }, row, source, { notes, signal })
  } finally {
    await source.close()
  }
}

/**
 * Stores why an import has not come to its end: because somebody stopped it, because its source cannot be read, or because of something
 * that no try mends. A process that ends leaves it to another one.
 */
async function settle(
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  { id, name, state }: Pick<ImportRow, 'id' | 'name' | 'state'>,
  { run, fallback }: { run: JobRun; fallback: ImportState },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isEnding = run.signal.aborted && run.signal.reason?.name !== 'TimeoutError'
    if (error instanceof ImportStopped)
      return endWithProblem(sql, id, {
        state: fallback,
        problem: 'Stopped. It can be started again, and then goes on.',
      })
    if (error instanceof UnreadableSource)
      return endWithProblem(sql, id, { state: 'failed', problem: error.message })
    const isBusy = error instanceof TryAgainLater
    if ((isEnding || isBusy || isUnreachable(error)) && !run.isLastAttempt)
      throw new TryAgainLater(isEnding ? 'the process ends' : (error as Error).message)
    if (!isBusy) log.error(`The import of ${name} failed: ${(error as Error).message}`)
    const problem = isBusy
      ? 'Another import was under way for hours. Start it again when that has ended.'
      : 'It failed for a reason that is in the log of the server. Start it again; what is here already stays.'
    await endWithProblem(sql, id, { state: state === 'undoing' ? 'done' : 'failed', problem })
  }
}
