import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import {
  addressIn,
  createProviderSmtp,
  mailIdIn,
  type ProviderReport,
  parseJson,
  type ServedProvider,
} from '#server/platform/mail/providers/mail-provider.ts'

/**
 * Postmark: mail by SMTP, in the streams for one person and for many (https://postmarkapp.com/developer/user-guide/send-email-with-smtp),
 * reports by webhook, which is protected by a password (https://postmarkapp.com/developer/webhooks/webhooks-overview).
 */
export const postmark: ServedProvider = {
  kind: 'postmark',
  relay: ['postmarkapp.com', 'include:spf.mtasv.net'],
  create({ fields: { stream }, secret, ...options }) {
    const login = { ...options, secret, username: secret ?? '' }
    const named = (id: string) => ({ 'X-PM-Metadata-mail-id': id, 'X-PM-KeepID': 'true' })
    const single = createProviderSmtp({ ...login, host: 'smtp.postmarkapp.com' }, ({ id }) => named(id))
    const broadcast = createProviderSmtp({ ...login, host: 'smtp-broadcasts.postmarkapp.com' }, ({ id }) => ({
      ...named(id),
      'X-PM-Message-Stream': String(stream),
    }))
    return {
      ...single,
      send: (mail, sending) => (mail.headers?.['List-Unsubscribe'] ? broadcast : single).send(mail, sending),
      async close() {
        await Promise.all([single.close(), broadcast.close()])
      },
    }
  },
  webhook: {
    testAddress: 'hardbounce@bounce-testing.postmarkapp.com',
    isSigned({ headers }, { secret }) {
      const [scheme = '', credentials = ''] = (headers.get('authorization') ?? '').split(' ', 2)
      const given = Buffer.from(credentials, 'base64').toString('utf8')
      const password = given.slice(given.indexOf(':') + 1)
      return secret !== null && scheme.toLowerCase() === 'basic' && isSame(password, secret)
    },
    read({ body }) {
      const parsed = event.safeParse(parseJson(body))
      if (!parsed.success) return null
      const { RecordType, ID, MessageID, ChangedAt } = parsed.data
      return {
        id: [RecordType, ID ?? MessageID, ChangedAt].filter(Boolean).join(' ').slice(0, 200),
        reports: reportsIn(parsed.data),
      }
    },
  },
}

const digest = (value: string) => createHash('sha256').update(value).digest()
const isSame = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

const text = z.string().max(10_000)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

const event = z.object({
  RecordType: z.string().max(100),
  ID: optional(z.union([z.int(), z.string().max(60)])),
  MessageID: optional(z.string().max(100)),
  Type: optional(text),
  Email: optional(text),
  Recipient: optional(text),
  Details: optional(text),
  Description: optional(text),
  ChangedAt: optional(z.string().max(40)),
  SuppressSending: optional(z.boolean()),
  SuppressionReason: optional(text),
  Metadata: optional(z.object({ 'mail-id': optional(text) })),
})
type PostmarkEvent = z.infer<typeof event>

function reportsIn(data: PostmarkEvent): ProviderReport[] {
  const verdict = judge(data)
  if (!verdict) return []
  return [
    {
      ...verdict,
      mailId: mailIdIn(data.Metadata?.['mail-id']),
      email: addressIn(data.Email ?? data.Recipient),
      status: null,
      text: data.Details || data.Description || data.Type || null,
    },
  ]
}

/** The kinds of bounces after which nothing is wrong with the mailbox (https://postmarkapp.com/developer/api/bounce-api#bounce-types). */
const NO_FAILURES = ['AutoResponder', 'Subscribe', 'AddressChange', 'ChallengeVerification', 'OpenRelayTest']
const GONE = ['HardBounce', 'BadEmailAddress']
const TEMPORARY = ['Transient', 'DnsError', 'SoftBounce']
const UNSENT = [
  'ManuallyDeactivated',
  'SMTPApiError',
  'InboundError',
  'TemplateRenderingFailed',
  'Unconfirmed',
]

function judge({ RecordType, Type, SuppressSending, SuppressionReason }: PostmarkEvent) {
  if (RecordType === 'SpamComplaint') return { says: 'complained', lasting: null } as const
  if (RecordType === 'SubscriptionChange') {
    if (!SuppressSending) return null
    // A bounce is reported by an event of its own.
    if (SuppressionReason === 'ManualSuppression') return { says: 'left', lasting: null } as const
    return SuppressionReason === 'SpamComplaint' ? ({ says: 'complained', lasting: null } as const) : null
  }
  if (RecordType !== 'Bounce' || NO_FAILURES.includes(Type ?? '')) return null
  if (Type === 'SpamComplaint') return { says: 'complained', lasting: null } as const
  if (Type === 'Unsubscribe') return { says: 'left', lasting: null } as const
  if (UNSENT.includes(Type ?? '')) return { says: 'unsent', lasting: null } as const
  const lasting = GONE.includes(Type ?? '') ? 'gone' : TEMPORARY.includes(Type ?? '') ? 'temporary' : null
  return { says: 'bounced', lasting } as const
}
