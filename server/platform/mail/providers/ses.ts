import { createVerify, X509Certificate } from 'node:crypto'
import * as z from 'zod'
import type { MailFields } from '#core/domain/mail-providers.ts'
import type { DocumentClient } from '#server/platform/links/request-document.ts'
import {
  addressIn,
  createProviderSmtp,
  mailIdIn,
  type ProviderReport,
  parseJson,
  type ServedProvider,
} from '#server/platform/mail/providers/mail-provider.ts'

/**
 * Amazon SES: mail by its SMTP interface, reports by Amazon SNS
 * (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html,
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html).
 */
export const ses: ServedProvider = {
  kind: 'ses',
  relay: ['amazonaws.com', 'include:amazonses.com'],
  create: ({ fields: { region, username }, ...options }) =>
    createProviderSmtp(
      { ...options, host: `email-smtp.${region}.${domainOf(String(region))}`, username: String(username) },
      // SES gives mails a Message-ID of its own, and reports this header as it was.
      ({ id }) => ({ 'X-Mail-Id': id }),
    ),
  webhook: {
    testAddress: 'bounce@simulator.amazonses.com',
    async isSigned({ body }, { fields }, { documents }) {
      const parsed = message.safeParse(parseJson(body))
      return parsed.success && isOfTopic(parsed.data, fields) && (await isSignedBySns(parsed.data, documents))
    },
    read({ body }) {
      const parsed = message.safeParse(parseJson(body))
      if (!parsed.success) return null
      const { Type, TopicArn, Token, MessageId: id } = parsed.data
      if (Type !== 'SubscriptionConfirmation' || Token === undefined)
        return { id, reports: Type === 'Notification' ? reportsIn(parsed.data.Message) : [] }
      // The address is made of the topic, and not taken from the message, so that nobody who can sign one can choose the server.
      const [, , , region = ''] = TopicArn.split(':')
      const asked = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn, Token })
      return { id, reports: [], confirm: `https://sns.${region}.${domainOf(region)}/?${asked}` }
    },
  },
}

/** SNS repeats a message for an hour. */
const MAX_AGE_MS = 2 * 3_600_000
const MAX_CERTIFICATE_BYTES = 16 * 1024
const CERTIFICATE_TIMEOUT_MS = 5_000
/** There is one certificate for each region, and a new one once in a while. */
const MOST_CERTIFICATES = 20

const domainOf = (region: string) => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com')

const message = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(100),
  TopicArn: z.string().max(300),
  Message: z.string(),
  Timestamp: z.string().max(40),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64().max(1_000),
  SigningCertURL: z.string().max(300),
  Subject: z.string().max(1_000).optional(),
  Token: z.string().max(1_000).optional(),
  SubscribeURL: z.string().max(2_000).optional(),
})
type SnsMessage = z.infer<typeof message>

const isOfTopic = ({ TopicArn, Timestamp }: SnsMessage, { topic }: MailFields): boolean =>
  TopicArn === topic && Math.abs(Date.now() - Date.parse(Timestamp)) <= MAX_AGE_MS

async function isSignedBySns(signed: SnsMessage, documents: DocumentClient): Promise<boolean> {
  const certificate = await certificateOf(signed, documents)
  if (!certificate) return false
  const names =
    signed.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  const text = names.flatMap((name) => (signed[name] === undefined ? [] : [`${name}\n${signed[name]}\n`]))
  return createVerify(signed.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text.join(''))
    .verify(certificate.publicKey, signed.Signature, 'base64')
}

const certificates = new Map<string, X509Certificate>()

/** The certificate, from the server of SNS in the region of the topic and nowhere else. */
async function certificateOf(
  { SigningCertURL, TopicArn }: SnsMessage,
  documents: DocumentClient,
): Promise<X509Certificate | null> {
  const [, , , region = ''] = TopicArn.split(':')
  const url = URL.parse(SigningCertURL)
  const isOfSns =
    url?.origin === `https://sns.${region}.${domainOf(region)}` &&
    /^\/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem$/.test(url.pathname) &&
    !url.search &&
    !url.username
  if (!url || !isOfSns) return null
  const known = certificates.get(url.href)
  if (known) return isValid(known) ? known : null
  const answer = await documents
    .request(url.href, {
      accept: '*/*',
      maxBytes: MAX_CERTIFICATE_BYTES,
      timeoutMs: CERTIFICATE_TIMEOUT_MS,
      onRedirect: (next) => {
        throw new Error(`The certificate is not at ${next.host}`)
      },
    })
    .catch(() => null)
  if (answer?.status !== 200) return null
  const certificate = parseCertificate(answer.body)
  if (!certificate || !isValid(certificate)) return null
  if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
  certificates.set(url.href, certificate)
  return certificate
}

function parseCertificate(pem: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** Returns true if it was issued to SNS and has not expired. */
function isValid({ validFromDate, validToDate, subject, publicKey }: X509Certificate): boolean {
  const now = Date.now()
  return (
    publicKey.asymmetricKeyType === 'rsa' &&
    /^CN=sns(?:\.[a-z0-9-]+)?\.amazonaws\.com(?:\.cn)?$/m.test(subject) &&
    validFromDate.getTime() <= now &&
    now <= validToDate.getTime()
  )
}

const text = z.string().max(10_000)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)
const MOST_RECIPIENTS = 50

const notification = z.object({
  // The name of the field depends on how notifications were set up.
  notificationType: optional(text),
  eventType: optional(text),
  mail: z.object({
    destination: optional(z.array(text).max(MOST_RECIPIENTS)),
    headers: optional(z.array(z.object({ name: text, value: z.unknown() })).max(1_000)),
  }),
  bounce: optional(
    z.object({
      bounceType: optional(text),
      bounceSubType: optional(text),
      bouncedRecipients: z
        .array(z.object({ emailAddress: text, status: optional(text), diagnosticCode: optional(text) }))
        .max(MOST_RECIPIENTS),
    }),
  ),
  complaint: optional(
    z.object({
      complaintFeedbackType: optional(text),
      complainedRecipients: z.array(z.object({ emailAddress: text })).max(MOST_RECIPIENTS),
    }),
  ),
})

type SesBounce = NonNullable<z.infer<typeof notification>['bounce']>

function reportsIn(body: string): ProviderReport[] {
  const parsed = notification.safeParse(parseJson(new TextEncoder().encode(body)))
  if (!parsed.success) return []
  const { notificationType, eventType, mail, bounce, complaint } = parsed.data
  const type = notificationType ?? eventType
  const recipients = mail.destination ?? []
  // The id of a mail identifies its recipient, unless it has several.
  const mailId = recipients.length > 1 ? null : idAmong(mail.headers ?? [])
  if (type === 'Bounce' && bounce)
    return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
      ...judge(bounce),
      mailId,
      email: addressIn(emailAddress),
      status: status ?? null,
      text: diagnosticCode ?? bounce.bounceSubType ?? null,
    }))
  if (type === 'Complaint' && complaint)
    return complaint.complaintFeedbackType === 'not-spam'
      ? []
      : complaint.complainedRecipients.map(({ emailAddress }) => ({
          says: 'complained',
          lasting: null,
          mailId,
          email: addressIn(emailAddress),
          status: null,
          text: complaint.complaintFeedbackType ?? null,
        }))
  return type === 'Reject' || type === 'Rendering Failure'
    ? recipients.map((recipient) => ({
        says: 'unsent',
        lasting: null,
        mailId,
        email: addressIn(recipient),
        status: null,
        text: type,
      }))
    : []
}

function judge({ bounceType, bounceSubType }: SesBounce) {
  if (bounceSubType === 'Suppressed' || bounceSubType === 'OnAccountSuppressionList')
    return { says: 'suppressed', lasting: null } as const
  const lasting = bounceType === 'Permanent' ? 'gone' : bounceType === 'Transient' ? 'temporary' : null
  return { says: 'bounced', lasting } as const
}

function idAmong(headers: { name: string; value?: unknown }[]): string | null {
  const named = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value
  return mailIdIn(named('x-mail-id')) ?? mailIdIn(named('message-id'))
}
