import { onTestFinished } from 'vitest'
import { WEBHOOK_EVENTS } from '#core/domain/webhook.ts'
import { deliverOnNotify } from '#server/features/webhooks/deliver-webhook.ts'
import { createWebhookSecret, ownerOfSecret } from '#server/features/webhooks/open-webhooks.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'
import { borrowTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'

/** A database with a worker that sends to receivers on this machine. */
export async function openWebhookSite({
  works = true,
  mail,
}: {
  works?: boolean
  mail?: MailTransport
} = {}) {
  const database = await borrowTestDatabase()
  const jobs = await startTestJobs(database, { works, webhookServers: ['127.0.0.1'], ...(mail && { mail }) })
  const listening = works ? await runOnNotify(database.address, [deliverOnNotify(jobs.services)]) : null
  onTestFinished(async () => {
    await listening?.stop()
    await jobs.stop()
  })
  const { sql } = database

  async function addWebhook(url: string, events: readonly string[] = WEBHOOK_EVENTS) {
    const secret = createWebhookSecret()
    const [{ id }] = await sql<[{ id: string }]>`
      insert into public.webhooks (url, events) values (${url}, ${JSON.stringify(events)}::jsonb) returning id`
    await sql`
      insert into private.webhook_secrets (webhook_id, sealed)
      values (${id}, ${jobs.services.webhooks.box.seal(ownerOfSecret(id), secret)})`
    return { id, secret }
  }

  let added = 0
  /** Publishes articles, which makes as many deliveries. */
  async function publish(count = 1): Promise<void> {
    added += count
    await sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      select 'chips-' || n, 'Chips ' || n, 'Chips', 'Chips', 'news', true
      from generate_series(${added - count + 1}::integer, ${added}::integer) as n`
  }

  const readDeliveries = () => sql<
    {
      id: string
      status: string
      attempts: number
      problem: string | null
      http_status: number | null
      answer: string | null
    }[]
  >`
    select id, status, attempts, problem, http_status, answer from public.webhook_deliveries order by happened_at, id`

  const readWebhook = async (id: string) => {
    const [row] = await sql`
      select enabled, failures, failing_since, resumes_at, switched_off_at, problem, http_status, attempted_at
      from public.webhooks where id = ${id}`
    return row ?? null
  }

  /** Makes everything due that was put off. */
  async function letTimePass(): Promise<void> {
    await sql`update public.webhooks set resumes_at = now()`
    await sql`update public.webhook_deliveries set due_at = now() where status = 'waiting'`
  }

  return { ...database, ...jobs, sql, addWebhook, publish, readDeliveries, readWebhook, letTimePass }
}
