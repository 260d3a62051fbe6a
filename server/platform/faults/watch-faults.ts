import type { Sql } from '#server/platform/database/connection.ts'
import { endFault, hasFault, reportFault } from '#server/platform/faults/faults.ts'
import type { WriteProbe } from '#server/platform/http/write-probe.ts'

const LOOK_MS = 5_000
/** A clock that is kept in step is corrected by less, and a busy process looks late by less. */
const MIN_JUMP_MS = 30_000

interface FaultWatch {
  stop(): void
}

/** Notices faults that nothing else would: a change of the clock, and a disk that was full and has room again. */
export function watchFaults(
  { sql, probeWriting }: { sql: Sql; probeWriting: WriteProbe },
  { wallClock = Date.now, steadyClock = () => performance.now(), lookMs = LOOK_MS } = {},
): FaultWatch {
  let difference = wallClock() - steadyClock()
  let isProbing = false

  function lookAtClock(): void {
    const now = wallClock() - steadyClock()
    const jump = now - difference
    difference = now
    if (Math.abs(jump) < MIN_JUMP_MS) return
    const way = jump > 0 ? 'forward' : 'back'
    reportFault('clock', `it went ${way} by ${Math.round(Math.abs(jump) / 1000)} seconds`)
    endFault('clock')
  }

  async function lookAtDisks(): Promise<void> {
    if (isProbing || !hasFault('disk')) return
    isProbing = true
    try {
      if ((await probeWriting()) !== null) return
      await writeInDatabase(sql)
      const [{ is_low }] = await sql<[{ is_low: boolean }]>`select private.is_disk_low() as is_low`
      if (!is_low) endFault('disk')
    } catch {
      // A later look finds out.
    } finally {
      isProbing = false
    }
  }

  const timer = setInterval(() => {
    lookAtClock()
    void lookAtDisks()
  }, lookMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** @throws when the disk of the database is full */
async function writeInDatabase(sql: Sql): Promise<void> {
  await sql.transaction(async (transaction) => {
    await transaction.script(`
      create temporary table disk_probe on commit drop as
      select repeat('x', 1000) as filling from generate_series(1, 100)`)
  })
}
