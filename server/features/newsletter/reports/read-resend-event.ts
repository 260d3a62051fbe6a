import * as z from 'zod'
import type { MailReport } from '#server/features/newsletter/reports/record-bounce.ts'

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
      // In events about the suppression list.
      email: optional(z.string().max(1_000)),
      origin: optional(text),
      tags: optional(z.unknown()),
      bounce: optional(z.object({ type: optional(text), subType: optional(text), message: optional(text) })),
      failed: optional(z.object({ reason: optional(text) })),
      suppressed: optional(z.object({ type: optional(text), message: optional(text) })),
    })
    .nullish(),
})

type EventData = NonNullable<z.infer<typeof event>['data']>
type Verdict = Pick<MailReport, 'kind' | 'detail'> & { wasSent?: boolean }

/** The reports in an event of Resend, none for a type that changes nothing here. Null for an invalid event. */
export function readResendEvent(body: unknown): MailReport[] | null {
  const parsed = event.safeParse(body)
  if (!parsed.success) return null
  const { type, data } = parsed.data
  const verdict = data && judge(type, data)
  if (!verdict) return []
  const recipients = data.to ?? (data.email ? [data.email] : [])
  const report = { source: 'resend', status: null, ...verdict } as const
  // The id of a mail identifies its recipient, unless it has several.
  const mailId = recipients.length > 1 ? null : mailIdOf(data.tags)
  if (recipients.length === 0) return mailId ? [{ ...report, mailId, email: null }] : []
  return recipients.map((recipient) => ({ ...report, mailId, email: addressOf(recipient) }))
}

function judge(type: string, { bounce, failed, suppressed, origin }: EventData): Verdict | null {
  switch (type) {
    case 'email.bounced':
      return {
        kind: bounce?.type === 'Permanent' ? 'permanent' : 'temporary',
        detail: [bounce?.subType, bounce?.message].filter(Boolean).join(': ') || null,
      }
    case 'email.complained':
      return { kind: 'complaint', detail: null }
    case 'email.suppressed':
      // Resend does not send to addresses on its suppression list, which bounced or complained.
      return suppressed?.type === 'OnAccountSuppressionList'
        ? { kind: 'permanent', detail: suppressed.message ?? null, wasSent: false }
        : { kind: 'refused', detail: suppressed?.message ?? null, wasSent: false }
    case 'email.failed':
      // A quota, or an unverified domain: no problem of the recipient.
      return { kind: 'refused', detail: failed?.reason ?? null, wasSent: false }
    case 'suppression.added':
      if (origin === 'bounce') return { kind: 'permanent', detail: null }
      return origin === 'complaint' ? { kind: 'complaint', detail: null } : null
    default:
      return null
  }
}

/** The id of a mail, with which the transport has tagged it. Tags are an object in events, and a list in the API. */
function mailIdOf(tags: unknown): string | null {
  const entries: unknown[] = Array.isArray(tags)
    ? tags.slice(0, 100).flatMap((tag) => (isRecord(tag) && tag.name === 'mail_id' ? [tag.value] : []))
    : isRecord(tags) && Object.hasOwn(tags, 'mail_id')
      ? [tags.mail_id]
      : []
  const id = z.uuid().safeParse(entries[0])
  return id.success ? id.data : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The address in `Ada <ada@example.org>`. */
export function addressOf(recipient: string): string | null {
  const address = (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim()
  return address.length <= 255 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address) ? address : null
}
