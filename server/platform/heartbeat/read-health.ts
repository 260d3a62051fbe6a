import type { Health, ProcessReport, SystemFault, SystemProcess } from '#core/domain/system.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { GONE_SECONDS } from '#server/platform/heartbeat/heartbeat.ts'
import { FAILED } from '#server/platform/queue/failed-jobs.ts'

/** Counts the problems in one statement, because every page of the desk asks. */
export async function readHealth(sql: Session): Promise<Health> {
  const [health] = await sql<[Health]>`
    select
      (select count(*)::int from pgboss.job where ${FAILED}) as failed_jobs,
      (select count(*)::int from private.processes
        where seen_at < now() - make_interval(secs => ${GONE_SECONDS})) as processes_gone,
      array(select distinct kind #>> '{}' from private.processes,
        jsonb_path_query(report, '$.faults[*] ? (@.ended_at == null).kind') as kind
        where seen_at >= now() - make_interval(secs => ${GONE_SECONDS}) order by 1) as faults`
  return health
}

/** More than any site has. */
const MOST_PROCESSES = 200
const MOST_LISTED = 20

type Row = Omit<
  SystemProcess,
  'started_at' | 'seen_at' | 'memory_bytes' | 'disk_free_bytes' | 'disk_bytes'
> & {
  started_at: Date
  seen_at: Date
  memory_bytes: string
  disk_free_bytes: string | null
  disk_bytes: string | null
  report: Partial<ProcessReport>
}

/** The processes of the site, those of a machine together, and their reports, as if they were one. */
export async function listProcesses(sql: Session): Promise<ProcessReport & { processes: SystemProcess[] }> {
  const rows = await sql<Row[]>`
    select id, host, folder, pid, role, version, started_at, seen_at, memory_bytes, disk_free_bytes, disk_bytes, report,
      seen_at < now() - make_interval(secs => ${GONE_SECONDS}) as is_gone
    from private.processes order by host, folder, role desc, started_at limit ${MOST_PROCESSES}`
  const all = <Item>(of: (report: Partial<ProcessReport>) => readonly Item[] | undefined) =>
    rows.flatMap(({ report }) => of(report) ?? [])
  return {
    processes: rows.map(({ report: _, ...row }) => ({
      ...row,
      started_at: row.started_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
      memory_bytes: Number(row.memory_bytes),
      disk_free_bytes: row.disk_free_bytes === null ? null : Number(row.disk_free_bytes),
      disk_bytes: row.disk_bytes === null ? null : Number(row.disk_bytes),
    })),
    faults: joinFaults(all(({ faults }) => faults)),
    slow: all(({ slow }) => slow)
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, MOST_LISTED),
    errors: sumUp(
      all(({ errors }) => errors),
      ({ message }) => message,
    ).slice(0, MOST_LISTED),
    limits: sumUp(
      all(({ limits }) => limits),
      ({ limit }) => limit,
    ),
  }
}

interface Counted {
  since: string
  last_at: string
  times: number
}

/** Equal ones of several processes become one, the latest first. */
function sumUp<Item extends Counted>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const sums = new Map<string, Item>()
  for (const item of items) {
    const sum = sums.get(keyOf(item))
    sums.set(keyOf(item), sum ? together(sum, item) : item)
  }
  return [...sums.values()].toSorted((a, b) => b.last_at.localeCompare(a.last_at))
}

function together<Item extends Counted>(one: Item, other: Item): Item {
  const later = one.last_at > other.last_at ? one : other
  return {
    ...later,
    since: one.since < other.since ? one.since : other.since,
    times: one.times + other.times,
  }
}

/**
 * A fault that lasts in one process lasts, however many met it. Faults of a kind that ended in several processes are one when their times
 * overlap.
 */
function joinFaults(faults: readonly SystemFault[]): SystemFault[] {
  const joined: SystemFault[] = []
  for (const fault of faults.toSorted((a, b) => a.since.localeCompare(b.since))) {
    const before = joined.findLastIndex(({ kind }) => kind === fault.kind)
    const same = joined[before]
    if (same && (same.ended_at === null || same.ended_at >= fault.since))
      joined[before] = {
        ...together(same, fault),
        ended_at:
          same.ended_at === null || fault.ended_at === null
            ? null
            : same.ended_at > fault.ended_at
              ? same.ended_at
              : fault.ended_at,
      }
    else joined.push(fault)
  }
  const isOpen = ({ ended_at }: SystemFault) => Number(ended_at === null)
  return joined
    .toSorted((a, b) => isOpen(b) - isOpen(a) || b.last_at.localeCompare(a.last_at))
    .slice(0, MOST_LISTED)
}
