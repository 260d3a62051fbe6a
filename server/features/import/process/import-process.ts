import { setPriority } from 'node:os'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import type { FromImport, ToImport } from '#server/features/import/process/import-worker.ts'
import {
  alone,
  findImportRow,
  type ImportRow,
  removeParts,
  untilStopped,
} from '#server/features/import/run/import-rows.ts'
import { type OpenRunDeps, openImport, openRunDeps } from '#server/features/import/run/open-import.ts'
import { readImport } from '#server/features/import/run/read-import.ts'
import { runImport } from '#server/features/import/run/run-import.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'

/** A process that reads or carries out one import for the server that started it, behind the processes that serve pages. */
const PRIORITY = 10
/** Of the server that was killed there is nobody left to stop it. */
const LAST_MS = 2_000

const stopping = new AbortController()
const say = (message: FromImport) => process.send?.(message)

process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => {
  stopping.abort(new TryAgainLater('The server has ended'))
  setTimeout(() => process.exit(1), LAST_MS).unref()
})
process.on('message', (message: ToImport) => {
  if (message.kind === 'stop') stopping.abort(new TryAgainLater('The process ends'))
  else void begin(message)
})

async function begin({
  work,
  importId,
  address,
  config,
}: Extract<ToImport, { kind: 'begin' }>): Promise<void> {
  try {
    setPriority(PRIORITY)
  } catch {
    // A sandbox may forbid it.
  }
  try {
    const opened = await openRunDeps(address, config)
    try {
      const row = await findImportRow(opened.deps.sql, importId)
      if (row?.state === (work === 'read' ? 'reading' : 'importing')) await perform(opened, row)
    } finally {
      await opened.close()
    }
    say({ kind: 'done' })
  } catch (error) {
    const { name, message } = error as Error
    say({ kind: 'failed', name, message, isPassing: isUnreachable(error) || isNoRoom(error) })
  }
  process.disconnect?.()
}

/** Tells whether there was no room on a disk, for a row or for a picture. */
const isNoRoom = (error: unknown) =>
  isDiskFailure(error) || (error instanceof StorageError && isDiskFailure(error.cause))

async function perform({ deps }: OpenRunDeps, row: ImportRow): Promise<void> {
  if (row.state === 'reading') return withSource(deps, row, readImport)
  await alone(deps.sql, async () => {
    await withSource(deps, row, runImport)
    await removeParts(deps.sql, row.id)
  })
}

async function withSource(deps: OpenRunDeps['deps'], row: ImportRow, work: typeof readImport): Promise<void> {
  const notes = collectNotes()
  await untilStopped(deps.sql, row.id, stopping, async (signal) => {
    const source = await openImport(deps, row, { report: notes.report, signal })
    try {
      await work(deps, row, source, { notes, signal })
    } finally {
      await source.close()
    }
  })
}
