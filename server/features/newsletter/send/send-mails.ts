import { type Delivery, type Outcome, outcomeOf } from '#server/features/newsletter/send/delivery.ts'
import type { Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import {
  onEachConnection,
  reserveSlot,
  type SendingRun,
} from '#server/features/newsletter/send/sending-run.ts'
import type { Turn } from '#server/features/newsletter/send/turns.ts'
import { type Mail, MailError } from '#server/platform/mail/mail.ts'

type Result = Parameters<Turn['end']>[0]

/** Sends one mail at a time on each of the connections of the transport, until none is due or the run is over. */
export function sendMails(run: SendingRun): Promise<void> {
  return onEachConnection(run, async () => {
    while (!run.isOver() && (await sendNext(run)));
  })
}

/** Claims and sends one mail. Returns false when nothing more can be sent now. */
async function sendNext(run: SendingRun): Promise<boolean> {
  const turn = await run.takeTurn()
  if (!turn) return false
  let result: Result = 'unused'
  try {
    const slot = await reserveSlot(run, 1)
    if (!slot) return false
    const row = await run.deliveries.next()
    if (!row) {
      slot.release()
      return false
    }
    const isAllowed = await isStillAllowed(run, slot)
    if (isAllowed) result = await send(run, row)
    return isAllowed
  } finally {
    turn.end(result)
  }
}

/** Tells whether the slot is still valid after the claim; an expired one is replaced. */
async function isStillAllowed(run: SendingRun, slot: Slot): Promise<boolean> {
  if (!slot.isExpired()) return !run.isOver()
  slot.release()
  return (await reserveSlot(run, 1)) !== null
}

/** Sends one mail and records its outcome. The server is told of it while its row becomes `sending`, and gets its text after that. */
async function send(run: SendingRun, row: Delivery): Promise<Result> {
  const { deps, deliveries, abort } = run
  const begun = deliveries.begin(row)
  const mail = writeOrError(run, row)
  let outcome: Outcome = { status: 'sent' }
  let result: Result = 'unused'
  try {
    if (mail instanceof Error) outcome = { status: 'failed', reason: mail.message }
    else {
      await deps.mail.send(mail, { signal: abort, ready: begun })
      result = 'taken'
      run.taken()
    }
  } catch (error) {
    if (!(await begun)) return 'unused'
    if (error instanceof MailError) result = error
    outcome = outcomeOf(error, row)
  }
  if (await begun) deliveries.record(row, outcome)
  return result
}

/** Builds the mail of a delivery. */
export function writeOrError({ writeMail }: SendingRun, row: Delivery): Mail | Error {
  try {
    return writeMail(row)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
