import * as z from 'zod'
import {
  addressIn,
  mailIdIn,
  type ProviderReport,
  parseJson,
  type ServedProvider,
} from '#server/platform/mail/providers/mail-provider.ts'
import { isSignedBySvix, keyOfSecret } from '#server/platform/mail/providers/verify-svix.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'

/** Resend, by its API (https://resend.com/docs), or a server that speaks like it. */
export const resend: ServedProvider = {
  kind: 'resend',
  hasBatches: true,
  create: ({ secret, sender, environment: { resendAddress: baseUrl } }) =>
    createResendTransport({ key: secret ?? '', baseUrl, sender }),
  accountOf: ({ resendAddress }) => resendAddress,
  webhook: {
    testAddress: 'bounced@resend.dev',
    isSigned({ headers, body }, { secret }) {
      const header = (name: string) => headers.get(`svix-${name}`) ?? ''
      const signed = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
      return secret !== null && isSignedBySvix(signed, body, keyOfSecret(secret))
    },
    read({ headers, body }) {
      const parsed = event.safeParse(parseJson(body))
      if (!parsed.success) return null
      return { id: headers.get('svix-id') ?? '', reports: reportsIn(parsed.data) }
    },
  },
}

/** Our mails have one recipient; other mails of the same account may have more. */
const MOST_RECIPIENTS = 50

const text = z.string().max(10_000)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

/** The fields of an event that are read; others are ignored, because Resend adds fields at any time. */
const event = z.object({
  type: z.string().max(100),
  data: z
    .object({
      to: optional(z.array(z.string().max(1_000)).max(MOST_RECIPIENTS)),
      // Only in events about the suppression list.
      email: optional(z.string().max(1_000)),
      origin: optional(text),
      tags: optional(z.unknown()),
      bounce: optional(
        z.object({
          type: optional(text),
          subType: optional(text),
          message: optional(text),
          diagnosticCode: optional(z.array(text)),
        }),
      ),
      failed: optional(z.object({ reason: optional(text) })),
      suppressed: optional(z.object({ type: optional(text), message: optional(text) })),
    })
    .nullish(),
})

type EventData = NonNullable<z.infer<typeof event>['data']>
type Verdict = Pick<ProviderReport, 'says' | 'lasting' | 'text'>

function reportsIn({ type, data }: z.infer<typeof event>): ProviderReport[] {
  const verdict = data && judge(type, data)
  if (!verdict) return []
  const recipients = data.to ?? (data.email ? [data.email] : [])
  const report = { status: null, ...verdict }
  // The id of a mail identifies its recipient, unless it has several.
  const mailId = recipients.length > 1 ? null : taggedId(data.tags)
  if (recipients.length === 0) return mailId ? [{ ...report, mailId, email: null }] : []
  return recipients.map((recipient) => ({ ...report, mailId, email: addressIn(recipient) }))
}

function judge(type: string, { bounce, failed, suppressed, origin }: EventData): Verdict | null {
  switch (type) {
    case 'email.bounced':
      return {
        says: 'bounced',
        lasting: bounce?.type === 'Permanent' ? 'gone' : 'temporary',
        text:
          [[bounce?.subType, bounce?.message].filter(Boolean).join(': '), bounce?.diagnosticCode?.[0]]
            .filter(Boolean)
            .join(' ') || null,
      }
    case 'email.complained':
      return { says: 'complained', lasting: null, text: null }
    case 'email.suppressed':
      // Resend does not send to addresses on its suppression list, which bounced or complained.
      return {
        says: suppressed?.type === 'OnAccountSuppressionList' ? 'suppressed' : 'unsent',
        lasting: null,
        text: suppressed?.message ?? null,
      }
    case 'email.failed':
      // A quota, or an unverified domain: no problem of the recipient.
      return { says: 'unsent', lasting: null, text: failed?.reason ?? null }
    case 'suppression.added':
      if (origin === 'bounce') return { says: 'suppressed', lasting: null, text: null }
      return origin === 'complaint' ? { says: 'complained', lasting: null, text: null } : null
    default:
      return null
  }
}

/** The id of a mail, with which the transport has tagged it. Tags are an object in events, and a list in the API. */
function taggedId(tags: unknown): string | null {
  const entries: unknown[] = Array.isArray(tags)
    ? tags.slice(0, 100).flatMap((tag) => (isRecord(tag) && tag.name === 'mail_id' ? [tag.value] : []))
    : isRecord(tags) && Object.hasOwn(tags, 'mail_id')
      ? [tags.mail_id]
      : []
  return mailIdIn(entries[0])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
