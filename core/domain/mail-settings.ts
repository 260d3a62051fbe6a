import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'

/** How a connection to a mail server is encrypted: from its beginning, after STARTTLS, or not at all. */
export const SMTP_SECURITIES = ['tls', 'starttls', 'none'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

/** The usual ports. */
export const SMTP_PORTS: Record<SmtpSecurity, number> = { tls: 465, starttls: 587, none: 25 }

const SECRET_MAX_LENGTH = 500
const NAME_MAX_LENGTH = 100

const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .regex(/^[^\p{C}\u2028\u2029]*$/u, 'Must be one line of plain text')
    .max(longest, `Must have at most ${longest} characters`)

/** A name or an address without a port, as it stands in a URL. */
const smtpHost = z
  .string()
  .trim()
  .regex(
    /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i,
    'Must be a server such as smtp.example.org',
  )
  .refine((host) => !host.includes(':') || URL.canParse(`http://[${host}]`), 'Must be a whole IPv6 address')
  .max(253, 'Must have at most 253 characters')
  .toLowerCase()

const secret = z
  .string()
  .min(1, 'Must not be empty')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be one line of text')
  .max(SECRET_MAX_LENGTH, `Must have at most ${SECRET_MAX_LENGTH} characters`)

const smtp = z.strictObject({
  kind: z.literal('smtp'),
  host: smtpHost,
  port: z
    .int('Must be a number from 1 to 65535')
    .min(1, 'Must be a number from 1 to 65535')
    .max(65_535, 'Must be a number from 1 to 65535'),
  security: z.enum(SMTP_SECURITIES),
  /** Empty where the server asks for no login. */
  username: oneLine(255),
  /** Absent to use the stored one; null for none. */
  secret: secret.nullable().optional(),
})

const resend = z.strictObject({
  kind: z.literal('resend'),
  /** The API key; absent to use the stored one. */
  secret: secret.regex(/^[\x21-\x7e]*$/, 'Must be a key without spaces').optional(),
})

/** How mail leaves, as it is typed. */
export const typedMailConnection = z.discriminatedUnion('kind', [smtp, resend])
export type TypedMailConnection = z.infer<typeof typedMailConnection>

export const mailSender = z.strictObject({
  address: z
    .string()
    .trim()
    .max(EMAIL_MAX_LENGTH, `Must have at most ${EMAIL_MAX_LENGTH} characters`)
    .regex(EMAIL_PATTERN, 'Must be an email address'),
  /** Empty for the name of the publication. */
  name: oneLine(NAME_MAX_LENGTH).regex(/^[^<>"]*$/, 'Must not contain < > or "'),
})
export type MailSender = z.infer<typeof mailSender>

/** What is saved at once. What is absent stays; null for a connection leaves mail in the outbox, for a sender it is the default. */
export const mailSettingsChange = z.strictObject({
  /** The version that its editor saw. */
  version: z.int().min(0),
  connection: typedMailConnection.nullable().optional(),
  sender: mailSender.nullable().optional(),
})
export type MailSettingsChange = z.input<typeof mailSettingsChange>

/** What is tested: what is typed, and what is in force where nothing is. */
export const mailTest = mailSettingsChange.omit({ version: true })
export type MailTest = z.input<typeof mailTest>

/** What the desk may know of a connection. */
export type ShownMailConnection =
  | {
      kind: 'smtp'
      host: string
      port: number
      /** Null where the environment leaves it to the server. */
      security: SmtpSecurity | null
      username: string
      has_secret: boolean
    }
  | {
      kind: 'resend'
      has_secret: true
      /** The last characters of the key, where it is long enough not to be guessed with them. */
      secret_end: string
    }

/** Everything about how mail leaves that administrators see. */
export interface MailSettingsState {
  version: number
  /** Null where mail stays in the outbox. */
  connection: ShownMailConnection | null
  /** The variables of the environment that determine the connection; none when the desk does. */
  connection_variables: string[]
  sender: MailSender
  /** The same for the sender. */
  sender_variables: string[]
  /** False when the stored password or key was encrypted with another JWT_SECRET. Mail stays in the outbox then. */
  secret_readable: boolean
  /** The last mail that the server did not take, when none has left since. */
  trouble: { at: string; reason: string } | null
}

/** What is wrong with a mail server, as far as that can be told. */
export type MailProblem =
  /** Its name is unknown. */
  | 'unknown_host'
  /** Nothing listens there. */
  | 'no_answer'
  | 'timeout'
  /** The encryption does not fit, or its certificate is not trusted. */
  | 'tls'
  /** What answers there is no mail server. */
  | 'not_a_mail_server'
  | 'login'
  /** It takes no mail without a login. */
  | 'login_needed'
  | 'sender'
  | 'recipient'
  /** Resend does not know the key, or has not verified the domain of the sender. */
  | 'key'
  /** It has refused for another reason. */
  | 'refused'
  | 'unknown'

export type MailTestResult =
  | { ok: true; to: string }
  | {
      ok: false
      to: string
      code: MailProblem /** What the server has said, in one short line. */
      said: string
    }
