import { randomUUID } from 'node:crypto'
import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'

type BatchDeps = Pick<SendDeps, 'sql' | 'mail'>

/**
 * Stores the request of a batch before it is sent. Returns false when it must not be: the batch is not ours any more, or one of its
 * recipients has been deleted.
 */
export async function storeRequest(
  { sql, mail }: BatchDeps,
  batchId: string,
  { request, idempotencyKey }: { request: string; idempotencyKey: string },
): Promise<boolean> {
  const [stored] = await sql`
    update private.newsletter_batches
    set request = ${request}, idempotency_key = ${idempotencyKey}, account = ${mail.batches?.account ?? null},
      requested_at = now(), seen_at = now()
    where id = ${batchId} and requested_at is null and not exists (
      select from public.newsletter_deliveries
      where batch_id = newsletter_batches.id and newsletter_deliveries.status = 'sending' and email is null)
    returning id`
  return stored !== undefined
}

/** Makes two batches of one, each with its own rows; none when it is not ours any more. */
export async function splitBatch(
  { sql, mail }: BatchDeps,
  issueId: string,
  rows: readonly Delivery[],
): Promise<Delivery[][]> {
  const middle = Math.ceil(rows.length / 2)
  const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => {
    const batchId = randomUUID()
    return half.map((row) => ({ ...row, batchId }))
  })
  const parent = rows[0]?.batchId ?? ''
  const isOurs = await sql.transaction(async (transaction) => {
    const [found] =
      await transaction`delete from private.newsletter_batches where id = ${parent} returning id`
    if (!found) return false
    for (const half of halves) {
      await transaction`
        insert into private.newsletter_batches (id, issue_id, transport) values (${half[0]?.batchId}, ${issueId}, ${mail.kind})`
      await transaction`
        update public.newsletter_deliveries set batch_id = ${half[0]?.batchId}
        where id = any(${half.map(({ id }) => id)}::bigint[]) and batch_id = ${parent} and status = 'sending'`
    }
    return true
  })
  return isOurs ? halves : []
}
