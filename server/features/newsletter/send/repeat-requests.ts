import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import { DEAD_AFTER_SECONDS } from '#server/features/newsletter/send/delivery-queue.ts'
import { sendRequest } from '#server/features/newsletter/send/send-batches.ts'
import { reserveSlot, type SendingRun } from '#server/features/newsletter/send/sending-run.ts'
import type { MailBatches } from '#server/platform/mail/mail.ts'

/** Who leaves within that time is written to as if their mail had been under way. */
const UNDER_WAY_MINUTES = 10

/**
 * Sends the stored requests of dead processes again, byte by byte and with their keys: what had been taken is not sent twice. Those whose
 * key may have been forgotten, or is known to another account only, are settled as uncertain elsewhere.
 */
export async function repeatRequests(run: SendingRun, batches: MailBatches): Promise<void> {
  const { deps, issueId, deliveries, limiter, health } = run
  await deps.sql`select private.give_up_unwanted_requests(${issueId}, ${DEAD_AFTER_SECONDS}, ${UNDER_WAY_MINUTES})`
  while (!run.isOver() && (await health.isHealthy())) {
    const [dead] = await deps.sql<{ id: string; request: string; idempotencyKey: string }[]>`
      update private.newsletter_batches set seen_at = now() where id = (
        select id from private.newsletter_batches
        where issue_id = ${issueId} and transport = ${deps.mail.kind} and request is not null
          and seen_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
          and account = ${batches.account}
          and requested_at between now() - make_interval(hours => ${hoursToRepeat(batches)}) and now()
        order by requested_at limit 1 for update skip locked)
      returning id, request, idempotency_key as "idempotencyKey"`
    if (!dead) return
    const rows = await deps.sql<Delivery[]>`
      select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
      from public.newsletter_deliveries where batch_id = ${dead.id} and status = 'sending'`
    if (rows.length === 0) {
      await deps.sql`delete from private.newsletter_batches where id = ${dead.id}`
      continue
    }
    deliveries.adopt(rows)
    if (!(await reserveSlot(run, limiter.groupOf(rows.length)))) return deliveries.leave(dead.id)
    await sendRequest(run, batches, rows, { ...dead, mayBeTaken: true })
  }
}

/** An hour less than a key is known, for clocks that differ. */
export const hoursToRepeat = (batches: MailBatches | undefined) => Math.max(0, (batches?.keyHours ?? 0) - 1)
