import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import type { MailError, MailTransport } from '#server/platform/mail/mail.ts'

/**
 * The times at which the connections of this process may send, by what the mail server answers: fewer and slower while it refuses some, one
 * at a time while it takes none. They last for an issue, so that its runs share what was learnt; the next issue begins anew.
 */
export interface Turns {
  /** Waits until one more message may be sent. Null when the run is over, or the server has taken none in several attempts. */
  take(runEnds: AbortSignal): Promise<Turn | null>
  /** Begins another run, which asks the server again. */
  begin(runEnds: AbortSignal): void
  /** Tells why the server takes nothing for now; null while it does. */
  away(): string | null
  /** Tells why somebody has to look at it before more is sent. */
  problem(): string | null
  /** Tells how long the message that was begun first has been under way. */
  longestMs(): number
}

export interface Turn {
  /** `taken`: the server has the message; `unused`: it was asked nothing. An error that is about this message alone counts as an answer. */
  end(result: 'taken' | 'unused' | MailError): void
}

/**
 * The waits before each attempt of one message alone, while the server takes none. After the last one the run is over; later runs make one
 * attempt.
 */
const BACKOFF_MS = [0, 1_000, 2_000, 4_000, 8_000]
/** The attempts after which a refusal that lasts is a problem. */
const LASTING_ATTEMPTS = 3
/** One message after another, of which it is unknown whether the server took it; those that were under way together count once. */
const MAX_DOUBTS = 3
/** The time after which one more connection is tried again, and the longest such time after refusals. */
const WIDEN_MS = 60_000
const MAX_WIDEN_MS = 16 * 60_000
/** The time in which the pace doubles without a refusal; a shorter gap between messages than this many milliseconds is none. */
const QUICKEN_MS = 30_000
const LEAST_GAP_MS = 2
/** From so many messages it can be told how many the server takes in a time. */
const ENOUGH_TO_COUNT = 10

const now = () => performance.now()

export function createTurns({
  connections,
  wait,
  clock = now,
}: {
  connections: number
  wait: SendDeps['wait']
  clock?: () => number
}): Turns {
  /** The time at which each message under way was begun. */
  const active = new Map<Turn, number>()
  let allowed = connections
  /** The number of connections that were allowed when the server last answered. */
  let proven = connections
  /** Counts messages, and where among them a connection was given up. */
  let order = 0
  let narrowedAt = 0
  /** True after a failure, until a message is answered that is with the server. */
  let isRefused = false
  let widenMs = WIDEN_MS
  let widenAt = 0
  let isTrying = false
  let trouble: { error: MailError; attempts: number } | null = null
  let isAway = false
  let doubts = 0
  let problem: string | null = null
  /** The time between two messages, and how many were taken since when. */
  let gapMs = 0
  let quickenAt = 0
  let counted = { taken: 0, since: clock() }
  let gap = Promise.resolve()
  const parked: (() => void)[] = []

  function mayBegin(): boolean {
    if (trouble !== null || doubts > 0 || isRefused) return active.size === 0
    if (allowed < connections && clock() >= widenAt) {
      allowed += 1
      isTrying = true
      widenAt = clock() + widenMs
    }
    if (gapMs > 0 && clock() >= quickenAt) setGap(gapMs / 2)
    return active.size < allowed
  }

  function setGap(ms: number): void {
    gapMs = ms < LEAST_GAP_MS ? 0 : ms
    quickenAt = clock() + QUICKEN_MS
  }

  function wake(): void {
    for (const resume of parked.splice(0)) resume()
  }

  function answered(): void {
    if (trouble?.error.isBusy && counted.taken >= ENOUGH_TO_COUNT)
      setGap(Math.max(gapMs, (clock() - counted.since) / counted.taken))
    if (trouble) counted = { taken: 0, since: clock() }
    trouble = null
    isRefused = false
    proven = allowed
  }

  function failed(error: MailError, since: number): void {
    if (trouble === null && active.size > 0) {
      // Others are with the server, and show whether it takes some. What was begun with more connections than now says no more.
      isRefused = true
      if (since < narrowedAt) return
      narrowedAt = ++order
      allowed = Math.max(1, allowed - 1)
      if (isTrying) widenMs = Math.min(widenMs * 2, MAX_WIDEN_MS)
      isTrying = false
      widenAt = clock() + widenMs
      return
    }
    trouble = { error, attempts: (trouble?.attempts ?? 0) + 1 }
    allowed = error.isBusy ? Math.ceil(proven / 2) : proven
    widenAt = clock() + widenMs
    if (error.isLasting && trouble.attempts >= LASTING_ATTEMPTS)
      problem = `No newsletter can leave right now: ${error.message}`
    isAway ||= trouble.attempts > BACKOFF_MS.length
  }

  function begun(): Turn {
    const doubtsBefore = doubts
    const since = ++order
    const turn: Turn = {
      end(result) {
        active.delete(turn)
        if (result === 'taken') {
          doubts = 0
          counted.taken += 1
          answered()
        } else if (result !== 'unused') {
          if (result.kind === 'uncertain' && !result.canRepeat) {
            if (doubts === doubtsBefore) doubts += 1
            if (doubts >= MAX_DOUBTS)
              problem = `The mail server does not say whether it has taken the last messages: ${result.message}`
          } else if (result.isTransportProblem || result.isBusy) failed(result, since)
          else answered()
        }
        wake()
      },
    }
    active.set(turn, clock())
    return turn
  }

  return {
    begin(runEnds) {
      isAway = false
      runEnds.addEventListener('abort', wake, { once: true })
    },
    async take(runEnds) {
      for (;;) {
        if (runEnds.aborted || isAway || problem !== null) return null
        if (mayBegin()) break
        await new Promise<void>((resolve) => {
          parked.push(resolve)
        })
      }
      const turn = begun()
      if (trouble !== null) await wait(BACKOFF_MS[trouble.attempts - 1] ?? 0, runEnds)
      else if (gapMs > 0) {
        gap = gap.then(() => wait(gapMs, runEnds))
        await gap
      } else return turn
      active.set(turn, clock())
      if (!runEnds.aborted) return turn
      turn.end('unused')
      return null
    },
    away: () => (isAway ? (trouble?.error.message ?? null) : null),
    problem: () => problem,
    longestMs: () => Math.max(0, ...active.values().map((since) => clock() - since)),
  }
}

/** The turns of an issue by a transport, which lasts as long as its settings. */
const kept = new WeakMap<MailTransport, Map<string, Turns>>()

export function turnsOf({ mail, wait }: Pick<SendDeps, 'mail' | 'wait'>, issueId: string): Turns {
  const ofMail = kept.get(mail) ?? new Map<string, Turns>()
  const turns = ofMail.get(issueId) ?? createTurns({ connections: mail.concurrency, wait })
  kept.set(mail, ofMail.set(issueId, turns))
  return turns
}

/** Forgets what was learnt, when an issue is not being sent any more. */
export function endTurns({ mail }: Pick<SendDeps, 'mail'>, issueId: string): void {
  kept.get(mail)?.delete(issueId)
}
