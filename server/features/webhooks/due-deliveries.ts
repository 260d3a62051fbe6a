import { WEBHOOK_TEST } from '#core/domain/webhook.ts'
import type { StoredEvent } from '#server/features/webhooks/compose-body.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'

/** Longer than an attempt takes; a job that does not renew its turn in this time has ended. */
const TURN_SECONDS = 30
/** Of so many that wait for one webhook, the newest are sent. */
const MOST_WAITING = 10_000

export interface DueDelivery extends StoredEvent {
  id: string
  webhookId: string
  url: string
  attempts: number
  /** Since the first attempt, by the clock of the database; null before it. */
  triedForSeconds: number | null
  sealed: string | null
  previousSealed: string | null
}

const DUE = fragment`delivery.status = 'waiting' and delivery.due_at <= now() and webhook.resumes_at <= now()
  and (webhook.enabled or delivery.event = ${WEBHOOK_TEST})`

/** The webhooks for which something is due and to which no job sends. */
export async function listDueWebhooks(sql: Session): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from public.webhooks as webhook
    where exists (select from public.webhook_deliveries as delivery where delivery.webhook_id = webhook.id and ${DUE})
      and not exists (select from private.webhook_turns where webhook_id = webhook.id and ends_at > now())`
  return rows.map(({ id }) => id)
}

/** Whether something is due for a webhook. */
export async function hasDue(sql: Session, webhookId: string): Promise<boolean> {
  const rows = await sql`
    select from public.webhooks as webhook
    where id = ${webhookId} and exists (
      select from public.webhook_deliveries as delivery where delivery.webhook_id = webhook.id and ${DUE})`
  return rows.length > 0
}

/** Takes or renews the turn of a job with a webhook. False when another job has it, or the webhook is gone. A job that is run again after a kill has its own. */
export async function takeTurn(sql: Session, webhookId: string, jobId: string): Promise<boolean> {
  const rows = await sql`
    insert into private.webhook_turns as turn (webhook_id, job_id, ends_at)
    select id, ${jobId}, now() + make_interval(secs => ${TURN_SECONDS}) from public.webhooks where id = ${webhookId}
    on conflict (webhook_id) do update set job_id = excluded.job_id, ends_at = excluded.ends_at
    where turn.ends_at <= now() or turn.job_id = excluded.job_id
    returning 1`
  return rows.length > 0
}

export async function endTurn(sql: Session, webhookId: string, jobId: string): Promise<void> {
  await sql`delete from private.webhook_turns where webhook_id = ${webhookId} and job_id = ${jobId}`
}

/** The next delivery for a webhook, with everything that an attempt needs. What was never tried goes before what has failed. */
export async function findDue(sql: Session, webhookId: string): Promise<DueDelivery | null> {
  const [due] = await sql<DueDelivery[]>`
    select delivery.id, webhook_id as "webhookId", url, event, happened_at as "happenedAt", data, attempts,
      extract(epoch from now() - tried_since)::float8 as "triedForSeconds", sealed,
      case when previous_until > now() then previous_sealed end as "previousSealed"
    from public.webhook_deliveries as delivery join public.webhooks as webhook on webhook.id = webhook_id
      left join private.webhook_secrets using (webhook_id)
    where webhook_id = ${webhookId} and ${DUE}
    order by attempts, due_at, happened_at limit 1`
  return due ?? null
}

/** Gives up the oldest of too many. */
export async function boundWaiting(sql: Session, webhookId: string): Promise<void> {
  await sql`
    update public.webhook_deliveries set status = 'failed', problem = 'too_many'
    where id in (
      select id from public.webhook_deliveries where webhook_id = ${webhookId} and status = 'waiting'
      order by happened_at desc offset ${MOST_WAITING})`
}
