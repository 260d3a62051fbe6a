import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import {
  addressIn,
  createProviderSmtp,
  mailIdIn,
  type ProviderReport,
  parseJson,
  type ServedProvider,
} from '#server/platform/mail/providers/mail-provider.ts'

const HOSTS = { us: 'smtp.mailgun.org', eu: 'smtp.eu.mailgun.org' }

/** Mailgun: mail by SMTP, reports by webhook (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks). */
export const mailgun: ServedProvider = {
  kind: 'mailgun',
  relay: ['mailgun.org', 'include:mailgun.org'],
  create: ({ fields: { region, username }, ...options }) =>
    createProviderSmtp(
      { ...options, host: HOSTS[region === 'eu' ? 'eu' : 'us'], username: String(username) },
      ({ id }) => ({ 'X-Mailgun-Variables': JSON.stringify({ mail_id: id }) }),
    ),
  webhook: {
    isSigned({ body }, { secret }) {
      const parsed = signed.safeParse(parseJson(body))
      if (!parsed.success || secret === null) return false
      const { timestamp, token, signature } = parsed.data.signature
      if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false
      const expected = createHmac('sha256', secret).update(`${timestamp}${token}`).digest()
      return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
    },
    read({ body }) {
      const parsed = event.safeParse(parseJson(body))
      if (!parsed.success) return null
      const { signature, 'event-data': data } = parsed.data
      // Mailgun signs the token and not the event, so one token is good for one event.
      return { id: signature.token, reports: reportsIn(data) }
    },
  },
}

/** Mailgun repeats an event for eight hours. */
const MAX_AGE_SECONDS = 12 * 3600

const signed = z.object({
  signature: z.object({
    timestamp: z.union([z.string().regex(/^\d{1,12}$/), z.int().min(0)]).transform(String),
    token: z.string().regex(/^[\x21-\x7e]{20,200}$/),
    signature: z.string().regex(/^[0-9a-f]{64}$/i),
  }),
})

const text = z.string().max(10_000)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

const event = signed.extend({
  'event-data': z.object({
    event: text,
    severity: optional(text),
    reason: optional(text),
    recipient: optional(text),
    'user-variables': optional(z.object({ mail_id: optional(text) })),
    message: optional(z.object({ headers: optional(z.object({ 'message-id': optional(text) })) })),
    'delivery-status': optional(
      z.object({
        code: optional(z.int()),
        'enhanced-code': optional(text),
        message: optional(text),
        description: optional(text),
      }),
    ),
  }),
})

function reportsIn(data: z.infer<typeof event>['event-data']): ProviderReport[] {
  const verdict = judge(data)
  if (!verdict) return []
  const { message, 'user-variables': variables, 'delivery-status': status } = data
  const said = status?.message || status?.description
  const code = status?.code
  return [
    {
      ...verdict,
      mailId: mailIdIn(variables?.mail_id) ?? mailIdIn(message?.headers?.['message-id']),
      email: addressIn(data.recipient),
      status: status?.['enhanced-code'] ?? null,
      // Mailgun has codes of its own from 600 on, for what no mail server has said.
      text: said ? (code && code < 600 ? `${code} ${said}` : said) : (data.reason ?? null),
    },
  ]
}

function judge({ event: type, severity, reason }: z.infer<typeof event>['event-data']) {
  switch (type) {
    case 'failed':
      if (severity !== 'permanent') return { says: 'bounced', lasting: 'temporary' } as const
      if (reason === 'suppress-bounce') return { says: 'suppressed', lasting: null } as const
      if (reason === 'suppress-complaint') return { says: 'complained', lasting: null } as const
      if (reason === 'suppress-unsubscribe') return { says: 'left', lasting: null } as const
      return { says: 'bounced', lasting: reason === 'bounce' ? 'gone' : null } as const
    case 'rejected':
      return { says: 'unsent', lasting: null } as const
    case 'complained':
      return { says: 'complained', lasting: null } as const
    case 'unsubscribed':
      return { says: 'left', lasting: null } as const
    default:
      return null
  }
}
