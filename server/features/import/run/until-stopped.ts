import { ImportStopped } from '#server/features/import/run/import-rows.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The interval at which it is looked whether somebody has stopped an import. */
const EVERY_MS = 2_000

/**
 * Works on an import, which shows that it is alive meanwhile, until somebody stops or removes it: also while it waits for a server that is
 * slow, or between articles with many pictures.
 * @throws ImportStopped, the reason of `signal`, and what the work throws
 */
export async function untilStopped<T>(
  sql: Sql,
  id: string,
  { signal, everyMs = EVERY_MS }: { signal: AbortSignal; everyMs?: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const look = async () => {
    const [row] = await sql<{ stopping: boolean }[]>`
      update private.imports set active_at = now() where id = ${id} returning stopping`
    if (!row || row.stopping) stopping.abort(new ImportStopped('Stopped.'))
  }
  // A database that is away is noticed by the work itself.
  const timer = setInterval(() => void look().catch(() => {}), everyMs).unref()
  try {
    return await work(AbortSignal.any([signal, stopping.signal]))
  } catch (error) {
    throw stopping.signal.aborted && !signal.aborted ? stopping.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
