import { setTimeout as delay } from 'node:timers/promises'
import { isUnreachable } from '#server/database/is-unreachable.ts'
import { type Mail, MailError } from '#server/mail/mail.ts'
import type { ClaimedDelivery } from '#server/newsletter/send/open-ledger.ts'
import { outcomeOf, type Shift } from '#server/newsletter/send/shift.ts'

/** As many rows are claimed as leave in this time: what a killed process had claimed is uncertain. */
const CLAIM_SECONDS = 0.2
/** Where the database is slow, as many as leave while it answers so often, so that no connection is idle meanwhile. */
const CLAIMS_AHEAD = 4
const MAX_CLAIM = 250
/** A mail that takes longer is given up. */
const SEND_TIMEOUT_MS = 60_000
const RETRY_MS = 1_000

/** Hands over one mail at a time on each of the connections of the transport, until nothing is due or the shift is over. */
export async function handOverMails(shift: Shift): Promise<void> {
  const { deps, ledger, health, permits } = shift
  const { concurrency } = deps.mail
  const claimed: ClaimedDelivery[] = []
  let claiming: Promise<void> | null = null
  let isExhausted = false
  let failure: unknown = null
  let size = concurrency
  let takenSince = { at: performance.now(), count: 0 }
  let answerSeconds = 0

  /** The number of rows that leave in the time for which rows are claimed. */
  function nextSize(): number {
    const seconds = (performance.now() - takenSince.at) / 1000
    const perSecond = takenSince.count / Math.max(seconds, 0.001)
    takenSince = { at: performance.now(), count: 0 }
    const wanted = Math.ceil(perSecond * Math.max(CLAIM_SECONDS, CLAIMS_AHEAD * answerSeconds))
    // Twice as many at most, so that one quick moment does not claim a whole audience.
    size = Math.min(MAX_CLAIM, Math.max(concurrency, Math.min(wanted, size * 2)))
    return size
  }

  async function claim(): Promise<void> {
    const askedAt = performance.now()
    try {
      const rows = await ledger.claim(nextSize())
      answerSeconds = (performance.now() - askedAt) / 1000
      isExhausted = rows.length === 0
      claimed.push(...rows)
    } catch (error) {
      if (isUnreachable(error)) await delay(RETRY_MS)
      else {
        failure = error
        isExhausted = true
      }
    }
  }

  async function take(): Promise<ClaimedDelivery | null> {
    while (!shift.isOver()) {
      if (claimed.length <= size / 2 && !isExhausted) {
        claiming ??= claim().finally(() => {
          claiming = null
        })
      }
      const row = claimed.shift()
      if (row) {
        takenSince.count += 1
        return row
      }
      if (!claiming) return null
      await claiming
    }
    return null
  }

  async function work(): Promise<void> {
    for (let row = await take(); row; row = await take()) {
      if (!(await health.isWell())) {
        ledger.record(row, { status: 'released' })
        return shift.end()
      }
      const wait = await permits.take(1).catch((error: unknown) => {
        failure ??= error
        return RETRY_MS
      })
      if (wait > 0 || shift.isOver()) {
        ledger.record(row, { status: 'released' })
        if (wait > 0) shift.goOnAfter(wait)
        return
      }
      if (await ledger.isOurs(row)) await handOver(shift, row)
    }
  }

  const lanes = Array.from({ length: concurrency }, () =>
    work().catch((error: unknown) => {
      failure ??= error
      shift.end()
    }),
  )
  await Promise.all(lanes)
  await claiming
  for (const row of claimed.splice(0)) ledger.record(row, { status: 'released' })
  if (failure) throw failure
}

/** Hands over one mail, and has its outcome recorded. */
async function handOver(shift: Shift, row: ClaimedDelivery): Promise<void> {
  const { deps, ledger, health, abandon } = shift
  const mail = writeOrFail(shift, row)
  if (!mail) return
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), SEND_TIMEOUT_MS)
  const abort = () => tooLong.abort()
  abandon.addEventListener('abort', abort, { once: true })
  try {
    await deps.mail.send(mail, { signal: tooLong.signal })
    health.succeeded()
    ledger.record(row, { status: 'sent' })
  } catch (error) {
    if (error instanceof MailError && error.isTransportProblem) health.failed(error)
    ledger.record(row, outcomeOf(error, row))
  } finally {
    clearTimeout(timer)
    abandon.removeEventListener('abort', abort)
  }
}

/** Writes the mail of a row. One that cannot be written has failed. */
export function writeOrFail({ writeMail, ledger }: Shift, row: ClaimedDelivery): Mail | null {
  try {
    return writeMail(row)
  } catch (error) {
    ledger.record(row, { status: 'failed', reason: error instanceof Error ? error.message : String(error) })
    return null
  }
}
