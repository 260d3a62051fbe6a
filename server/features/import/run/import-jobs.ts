import * as z from 'zod'
import type { ImportState } from '#core/domain/site-import.ts'
import {
  alone,
  endWithProblem,
  findImportRow,
  ImportStopped,
} from '#server/features/import/run/import-rows.ts'
import { undoImport } from '#server/features/import/run/undo-import.ts'
import type { Services } from '#server/features/services.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import {
  defineJob,
  HOUR,
  type JobPayload,
  type JobRun,
  MINUTE,
  TryAgainLater,
} from '#server/platform/queue/job.ts'

const RULES = {
  // A process that was killed is noticed within a minute; what was done stays done.
  retries: { limit: 30, delaySeconds: 5, maxDelaySeconds: 5 * MINUTE },
  timeoutSeconds: 12 * HOUR,
  maxWaiting: 20,
  concurrency: 1,
  isExclusive: false,
}
const importPayload = z.strictObject({ importId: z.uuid() })

/** The dry run. */
export const readImportJob = defineJob('read-import', importPayload, RULES)
export const runImportJob = defineJob('run-import', importPayload, RULES)
export const undoImportJob = defineJob('undo-import', importPayload, RULES)

type Deps = Pick<Services, 'sql' | 'log' | 'imports'>

/** The dry run of an import that waits for it. */
export function readImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof readImportJob>,
  run: JobRun<typeof readImportJob>,
): Promise<void> {
  return settle(deps, { importId, run, state: 'reading', stopped: 'failed', failed: 'failed' }, () =>
    deps.imports.run('read', importId, run.signal),
  )
}

export function runImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof runImportJob>,
  run: JobRun<typeof runImportJob>,
): Promise<void> {
  return settle(deps, { importId, run, state: 'importing', stopped: 'planned', failed: 'failed' }, () =>
    deps.imports.run('run', importId, run.signal),
  )
}

export function undoImportInJob(
  deps: Deps,
  { importId }: JobPayload<typeof undoImportJob>,
  run: JobRun<typeof undoImportJob>,
): Promise<void> {
  return settle(deps, { importId, run, state: 'undoing', stopped: 'done', failed: 'done' }, async () => {
    const row = await findImportRow(deps.sql, importId)
    if (row) await alone(deps.sql, () => undoImport(deps, row, run.signal))
  })
}

interface Settling {
  importId: string
  run: JobRun
  /** In which there is something to do. */
  state: ImportState
  stopped: ImportState
  failed: ImportState
}

/**
 * Stores why an import has not come to its end: because somebody stopped it, because its source cannot be read, or because of something
 * that no try mends. A process that ends leaves it to another one.
 */
async function settle(
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  { importId, run, state, stopped, failed }: Settling,
  work: () => Promise<void>,
): Promise<void> {
  const row = await findImportRow(sql, importId)
  if (row?.state !== state) return
  try {
    await work()
  } catch (error) {
    const isEnding = run.signal.aborted && run.signal.reason?.name !== 'TimeoutError'
    const { message } = error as Error
    if (error instanceof ImportStopped)
      return endWithProblem(sql, importId, {
        state: stopped,
        problem: 'Stopped. It can be started again, and then goes on.',
      })
    if (error instanceof UnreadableSource)
      return endWithProblem(sql, importId, { state: 'failed', problem: message })
    const isBusy = error instanceof TryAgainLater
    if ((isEnding || isBusy || isUnreachable(error)) && !run.isLastAttempt)
      throw new TryAgainLater(isEnding ? 'the process ends' : message)
    if (!isBusy) log.error(`The import of ${row.name} failed: ${message}`)
    const problem = isBusy
      ? 'Another import was under way for hours. Start it again when that has ended.'
      : 'It failed for a reason that is in the log of the server. Start it again; what is here already stays.'
    await endWithProblem(sql, importId, { state: failed, problem })
  }
}
