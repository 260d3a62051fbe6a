import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { formatAge } from '#app/admin/kit/ui/format.ts'
import {
  findWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type Webhook,
  type WebhookDelivery,
} from '#core/data/webhooks.ts'
import type { WebhookProblem } from '#core/domain/webhook.ts'

const PROBLEMS: Record<Exclude<WebhookProblem, 'status' | 'redirect'>, string> = {
  address: t('webhooks.problem.address'),
  private: t('webhooks.problem.private'),
  name: t('webhooks.problem.name'),
  connection: t('webhooks.problem.connection'),
  certificate: t('webhooks.problem.certificate'),
  time: t('webhooks.problem.time'),
  secret: t('webhooks.problem.secret'),
  off: t('webhooks.problem.off'),
  too_many: t('webhooks.problem.tooMany'),
  restored: t('webhooks.problem.restored'),
}

/** Says why an attempt has failed, as a sentence. */
export function describeProblem(problem: WebhookProblem, status: number | null): string {
  if (problem === 'status') return t('webhooks.problem.status', { status: status ?? '' })
  if (problem === 'redirect') return t('webhooks.problem.redirect', { status: status ?? '' })
  return PROBLEMS[problem]
}

/** The state of a webhook, as its badge shows it. */
export function stateOf(webhook: Pick<Webhook, 'enabled' | 'switched_off_at' | 'failures'>) {
  if (webhook.switched_off_at) return { tone: 'red', label: t('webhooks.state.switchedOff') } as const
  if (!webhook.enabled) return { tone: 'grey', label: t('webhooks.state.off') } as const
  if (webhook.failures > 0) return { tone: 'orange', label: t('webhooks.state.failing') } as const
  return { tone: 'green', label: t('webhooks.state.on') } as const
}

/** The last attempt of a webhook, in words. */
export function describeLastAttempt({
  attempted_at,
  problem,
  http_status,
}: Pick<Webhook, 'attempted_at' | 'problem' | 'http_status'>): string {
  if (!attempted_at) return t('webhooks.last.none')
  const age = formatAge(attempted_at)
  return problem
    ? t('webhooks.last.failed', { age, why: describeProblem(problem, http_status) })
    : t('webhooks.last.delivered', { age })
}

/** Says what became of a delivery. */
export function describeDelivery({
  status,
  attempts,
  problem,
  http_status,
}: Pick<WebhookDelivery, 'status' | 'attempts' | 'problem' | 'http_status'>) {
  if (status === 'delivered')
    return { tone: 'green', label: t('webhooks.delivery.delivered'), text: '' } as const
  // The status that was answered is shown by itself.
  const text = problem && problem !== 'status' ? describeProblem(problem, http_status) : ''
  if (status === 'failed') return { tone: 'red', label: t('webhooks.delivery.failed'), text } as const
  if (attempts > 0 && problem) return { tone: 'orange', label: t('webhooks.delivery.again'), text } as const
  return { tone: 'grey', label: t('webhooks.delivery.waiting'), text: '' } as const
}

export const WEBHOOKS_KEY = ['webhooks']
export const DELIVERIES_PER_PAGE = 25

/** A burst of deliveries changes a webhook ten times a second. */
const LIVE = { live: ['webhooks'], isCalm: true } as const

export const webhooksQuery = deskQuery([...WEBHOOKS_KEY, 'list'], listWebhooks, LIVE)

export const webhookQuery = (id: string) =>
  deskQuery([...WEBHOOKS_KEY, 'webhook', id], (client) => findWebhook(client, id), LIVE)

/** Every attempt changes the webhook, so its log follows the changes of that. */
export const deliveriesQuery = (webhookId: string, page: number) =>
  deskQuery(
    [...WEBHOOKS_KEY, 'deliveries', webhookId, page],
    (client) => listWebhookDeliveries(client, { webhookId, page, pageSize: DELIVERIES_PER_PAGE }),
    LIVE,
  )
