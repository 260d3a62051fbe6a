import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import type { Log } from '#server/platform/log.ts'
import { currentRequestId } from '#server/platform/request-id.ts'

/** The log's names of each fault and of its end. A change of the clock is over at once. */
const NAMES = {
  database: ['The database cannot be reached', 'The database is reached again'],
  disk: ['Files cannot be written', 'Files are written again'],
  mail: ['Mail cannot be sent', 'Mail is sent again'],
  model: ['The language model does not answer', 'The language model answers again'],
  storage: ['The storage of files cannot be used', 'The storage of files is used again'],
  clock: ['The clock of this machine was changed', null],
  backup: ['No backup could be made', 'A backup was made again'],
} as const

export type FaultKind = keyof typeof NAMES

/** Something that the site needs and cannot use, or could not use for a while, as this process has met it. */
interface Fault {
  kind: FaultKind
  since: Date
  last: Date
  count: number
  /** The last error in plain words, without secrets. */
  error: string
  /** The last request that met it; null when only work that no request waits for did. */
  requestId: string | null
  /** Null while it lasts. */
  endedAt: Date | null
}

const LOG_EVERY_MS = 60_000
/** A fault that comes back as quickly had not ended: one connection fails while another one still works. */
const SAME_FAULT_MS = 60_000
const REMEMBERED_MS = 24 * 60 * 60 * 1000
const MAX_ENDED = 20
const MAX_CAUSES = 8

/** Times here are of the clock that nobody can set. */
interface Episode {
  fault: Fault
  beganAt: number
  endedAt: number
}

/** The faults of a process. Each is logged when it begins, at most once a minute while it lasts, and when it has ended. */
export function createFaults({ now = () => performance.now() } = {}) {
  let log: Log | null = null
  const lasting = new Map<FaultKind, Episode>()
  /** The latest first. */
  let ended: Episode[] = []
  const lines = new Map<FaultKind, { nextAt: number; skipped: number; hasEnd: boolean }>()
  const reported = new WeakSet<object>()
  const met = new Map<FaultKind, number>()

  function begin(kind: FaultKind): Episode {
    const before = ended.find(({ fault, endedAt }) => fault.kind === kind && now() - endedAt < SAME_FAULT_MS)
    ended = ended.filter((episode) => episode !== before)
    const at = new Date()
    const fault = { kind, since: at, last: at, count: 0, error: '', requestId: null, endedAt: null }
    const episode = before ?? { fault, beganAt: now(), endedAt: Infinity }
    episode.fault.endedAt = null
    lasting.set(kind, episode)
    return episode
  }

  function writeLine(kind: FaultKind, words: string): void {
    const line = lines.get(kind)
    if (line && now() < line.nextAt) {
      line.skipped += 1
      return
    }
    const more = line?.skipped ? ` (${line.skipped} more times since the last line)` : ''
    log?.error(`${NAMES[kind][0]}${more}: ${words}`)
    lines.set(kind, { nextAt: now() + LOG_EVERY_MS, skipped: 0, hasEnd: false })
  }

  return {
    logTo(given: Log | null): void {
      log = given
    },

    report(kind: FaultKind, error: unknown): void {
      if (typeof error === 'object' && error !== null) reported.add(error)
      const { fault } = lasting.get(kind) ?? begin(kind)
      met.set(kind, (met.get(kind) ?? 0) + 1)
      fault.last = new Date()
      fault.count += 1
      fault.error = inPlainWords(error)
      fault.requestId = currentRequestId() ?? fault.requestId
      writeLine(kind, fault.error)
    },

    end(kind: FaultKind): void {
      const episode = lasting.get(kind)
      if (!episode) return
      lasting.delete(kind)
      episode.endedAt = now()
      episode.fault.endedAt = new Date()
      ended = [episode, ...ended].slice(0, MAX_ENDED)
      const line = lines.get(kind)
      const [, end] = NAMES[kind]
      if (!line || line.hasEnd || end === null) return
      line.hasEnd = true
      const seconds = ((episode.endedAt - episode.beganAt) / 1000).toFixed(1)
      log?.warn(`${end}, after ${seconds} seconds.`)
    },

    /** Lists present faults first, then those that have ended within a day, the latest first. */
    list(): Fault[] {
      ended = ended.filter(({ endedAt }) => now() - endedAt < REMEMBERED_MS)
      return [...lasting.values(), ...ended].map(({ fault }) => ({ ...fault }))
    },

    /** Counts the occurrences of every kind since the start, with whether it lasts. */
    count: () =>
      (Object.keys(NAMES) as FaultKind[]).map((kind) => ({
        kind,
        met: met.get(kind) ?? 0,
        lasts: lasting.has(kind),
      })),

    isLasting: (kind: FaultKind): boolean => lasting.has(kind),

    /** Returns true if an error, or its cause, was reported, so that another line about it would say the same. */
    includes(error: unknown): boolean {
      let cause = error
      for (let depth = 0; depth < MAX_CAUSES && typeof cause === 'object' && cause !== null; depth++) {
        if (reported.has(cause)) return true
        cause = (cause as { cause?: unknown }).cause
      }
      return false
    },
  }
}

/** Faults belong to the process, as metrics do: the parts that meet them have nothing else in common. */
const ofProcess = createFaults()

/** Sets the log of the faults of this process; until then they are only remembered. */
export const logFaultsTo = ofProcess.logTo
/** Says that something the site needs could not be used. To be called each time: it counts, and logs once a minute. */
export const reportFault = ofProcess.report
/** Reports a successful use. Costs nothing while there is no such fault. */
export const endFault = ofProcess.end
export const listFaults = ofProcess.list
export const countFaults = ofProcess.count
export const hasFault = ofProcess.isLasting
export const isReportedFault = ofProcess.includes
