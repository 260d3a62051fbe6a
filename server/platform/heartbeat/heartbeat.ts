import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessReport, ProcessRole } from '#core/domain/system.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { DISK_RESERVE_BYTES, leastFree } from '#server/platform/disk/files.ts'
import { listFaults } from '#server/platform/faults/faults.ts'
import { listErrors, listLimits, listSlowRequests } from '#server/platform/report.ts'
import { VERSION } from '#server/platform/version.ts'

const BEAT_MS = 10_000
/** A disk that fills up, or has room again, is told earlier. */
const LOOK_MS = 1_000
/** A stop waits no longer for a database that is away. */
const LEAVE_MS = 1_000
/** The time without a sign of life after which a process is gone; one that waits for the database misses some. */
export const GONE_SECONDS = 35
/** The time for which a row without a sign of life is kept, for people who look. */
const KEPT_SECONDS = 300

interface Heartbeat {
  /** Takes the process out of the list. */
  stop(): Promise<void>
}

/**
 * Lists this process among those that take part in the site, with a sign of life every ten seconds, in one small statement. While the
 * database is away nothing is written, and nothing waits: the next sign of life that arrives has everything.
 */
export async function startHeartbeat(options: {
  sql: Sql
  dataDir: string
  /** Other folders that it writes to, some of which may not exist. */
  folders?: readonly string[]
  role: ProcessRole
  beatMs?: number
}): Promise<Heartbeat> {
  const { sql, dataDir, folders = [], role, beatMs = BEAT_MS } = options
  const id = randomUUID()
  const stopping = new AbortController()
  /** The report that the row has. */
  let stored = ''
  let wasLow = false
  const findDisk = () => leastFree([dataDir, ...folders])
  const isLow = (disk: Awaited<ReturnType<typeof findDisk>>) =>
    disk !== null && disk.free < DISK_RESERVE_BYTES

  async function beat(): Promise<void> {
    const report = JSON.stringify(reportOfProcess())
    const disk = await findDisk()
    const changed = report === stored ? null : report
    const [row] = await sql<[{ is_new: boolean }]>`
      with gone as (
        delete from private.processes
        where id <> ${id} and seen_at < now() - make_interval(secs => ${KEPT_SECONDS}))
      insert into private.processes as p
        (id, host, folder, pid, role, version, started_at, memory_bytes, disk_free_bytes, disk_bytes, report)
      values (${id}, ${hostname().slice(0, 255)}, ${dataDir.slice(0, 1000)}, ${process.pid}, ${role}, ${VERSION},
        now() - make_interval(secs => ${process.uptime()}), ${process.memoryUsage.rss()},
        ${disk?.free ?? null}, ${disk?.all ?? null}, coalesce(${changed}::jsonb, '{}'))
      on conflict (id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
        disk_free_bytes = excluded.disk_free_bytes, disk_bytes = excluded.disk_bytes,
        report = coalesce(${changed}::jsonb, p.report)
      returning xmax = 0 as is_new`
    // A row that others had removed has lost the report.
    stored = row.is_new && changed === null ? '' : report
    wasLow = isLow(disk)
  }

  async function goOn(): Promise<void> {
    const lookMs = Math.min(LOOK_MS, beatMs)
    for (let waited = lookMs; ; waited += lookMs) {
      await delay(lookMs, undefined, { signal: stopping.signal, ref: false })
      if (waited < beatMs && isLow(await findDisk()) === wasLow) continue
      await beat().catch(() => {})
      waited = 0
    }
  }

  await beat().catch(() => {})
  const beating = goOn().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      const leave = async () => {
        await beating
        await sql`delete from private.processes where id = ${id}`
      }
      await Promise.race([leave().catch(() => {}), delay(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

/** The faults, errors, slow requests and reached limits of this process within a day: bounded, without secrets and personal data. */
export const reportOfProcess = (): ProcessReport => ({
  faults: listFaults().map((fault) => ({
    kind: fault.kind,
    since: fault.since.toISOString(),
    last_at: fault.last.toISOString(),
    times: fault.count,
    message: fault.error,
    request_id: fault.requestId,
    ended_at: fault.endedAt?.toISOString() ?? null,
  })),
  slow: listSlowRequests(),
  errors: listErrors(),
  limits: listLimits(),
})
