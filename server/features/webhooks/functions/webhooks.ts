import * as z from 'zod'
import { MOST_WEBHOOKS, WEBHOOK_TEST, webhookInput } from '#core/domain/webhook.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { deliverWebhookJob } from '#server/features/webhooks/jobs.ts'
import { createWebhookSecret, ownerOfSecret } from '#server/features/webhooks/open-webhooks.ts'
import { isAllowedTarget } from '#server/platform/links/post-message.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/job.ts'
import { actAs, answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const KEPT_SECRET_HOURS = 24

type Deps = Pick<FunctionDeps, 'sql' | 'queue' | 'webhooks'>

const gone = () => refuse(404, 'This webhook does not exist any more.')

/** Adds a webhook and returns its secret, which nobody is told again; or changes one, which forgets that it failed. */
export const saveWebhook = withBody(
  webhookInput.extend({ id: z.uuid().nullable() }),
  ({ issues: [issue] }) => ({
    error: `This webhook cannot be saved: ${issue?.message}`,
    field: String(issue?.path[0] ?? ''),
  }),
  async ({ sql, webhooks }: Deps, { id, url, events, enabled }, { claims }) => {
    if (!isAllowedTarget(new URL(url), webhooks.client.allowed))
      return refuse(400, 'Only https addresses of the public internet, without a port, get deliveries.', {
        more: { code: 'webhook_address', field: 'url' },
      })
    const secret = createWebhookSecret()
    return sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      if (id !== null) {
        const changed = await transaction`
          update public.webhooks set url = ${url}, events = ${JSON.stringify(events)}::jsonb, enabled = ${enabled}, failures = 0, failing_since = null,
            resumes_at = now(), switched_off_at = case when ${enabled} then null else switched_off_at end
          where id = ${id} returning id`
        return changed.length > 0 ? answer({ id, secret: null }) : gone()
      }
      // Those that are added at the same time are counted one after the other.
      await transaction`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`
      const [added] = await transaction<{ id: string }[]>`
        insert into public.webhooks (url, events, enabled) select ${url}, ${JSON.stringify(events)}::jsonb, ${enabled}
        where (select count(*) from public.webhooks) < ${MOST_WEBHOOKS} returning id`
      if (!added) return refuse(409, `There can be ${MOST_WEBHOOKS} webhooks. Delete one first.`)
      await transaction`
        insert into private.webhook_secrets (webhook_id, sealed)
        values (${added.id}, ${webhooks.box.seal(ownerOfSecret(added.id), secret)})`
      return answer({ id: added.id, secret })
    })
  },
)

const ofWebhook = z.strictObject({ id: z.uuid() })
const MALFORMED = 'Send the id of a webhook.'

/** Makes a new secret. The previous one signs as well for a day. */
export const renewWebhookSecret = withBody(
  ofWebhook,
  MALFORMED,
  async ({ sql, webhooks }: Deps, { id }, { claims }) => {
    const secret = createWebhookSecret()
    const sealed = webhooks.box.seal(ownerOfSecret(id), secret)
    return sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      const renewed = await transaction`
      update private.webhook_secrets set previous_sealed = sealed, sealed = ${sealed},
        previous_until = now() + make_interval(hours => ${KEPT_SECRET_HOURS})
      where webhook_id = ${id} returning 1`
      if (renewed.length === 0) return gone()
      await transaction`
      select private.record_act('settings', 'renew_webhook_secret', 'made a new secret for the webhook to %s',
        substring(url from '^https?://([^/?#]+)'), id) from public.webhooks where id = ${id}`
      return answer({ id, secret })
    })
  },
)

/** Sends a test, which is in the log like everything else and is tried once. */
export const testWebhook = withBody(ofWebhook, MALFORMED, async ({ sql, queue }: Deps, { id }) =>
  sql.transaction(async (transaction) => {
    if (await isHeld(transaction)) return refuse(409, HELD_SITE)
    const [test] = await transaction<{ id: string }[]>`
      insert into public.webhook_deliveries (webhook_id, event, data)
      select id, ${WEBHOOK_TEST}, '{}' from public.webhooks where id = ${id} returning id`
    if (!test) return gone()
    await transaction`update public.webhooks set resumes_at = now() where id = ${id}`
    await queue.enqueue(deliverWebhookJob, { webhookId: id }, { transaction })
    return answer({ id: test.id })
  }),
)

/** Sends a delivery again that has ended, with the same id and for a day if need be. */
export const resendWebhookDelivery = withBody(
  ofWebhook,
  'Send the id of a delivery.',
  async ({ sql, queue }: Deps, { id }) =>
    sql.transaction(async (transaction) => {
      if (await isHeld(transaction)) return refuse(409, HELD_SITE)
      const [webhook] = await transaction<{ id: string; can: boolean }[]>`
        select webhook.id, enabled or event = ${WEBHOOK_TEST} as can from public.webhooks as webhook
        join public.webhook_deliveries as delivery on webhook_id = webhook.id
        where delivery.id = ${id} for no key update of webhook`
      if (!webhook) return refuse(404, 'This delivery is not in the log any more.')
      if (!webhook.can) return refuse(409, 'This webhook is off. Switch it on first.')
      await transaction`
        update public.webhook_deliveries set status = 'waiting', due_at = now(), tried_since = null, attempts = 0
        where id = ${id} and status <> 'waiting'`
      await transaction`update public.webhooks set resumes_at = now() where id = ${webhook.id}`
      await queue.enqueue(deliverWebhookJob, { webhookId: webhook.id }, { transaction })
      return answer({ id })
    }),
)
