import { MAIL_PROVIDERS, oneLine, REPORT_WAYS, typedAccount } from '#core/domain/mail-providers.ts'
import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'

const NAME_MAX_LENGTH = 100

/** How mail leaves, as it is typed. */
export const typedMailConnection = typedAccount(MAIL_PROVIDERS)

const address = z
  .string()
  .trim()
  .max(EMAIL_MAX_LENGTH, `Must have at most ${EMAIL_MAX_LENGTH} characters`)
  .regex(EMAIL_PATTERN, 'Must be an email address')

export const mailSender = z.strictObject({
  address,
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
  /** Where mail servers report to (the return path); null for the address of the sender. */
  return_path: address.nullable().optional(),
  /** Where these reports are read; null for the pipe, or nowhere. */
  reports: typedAccount(REPORT_WAYS).nullable().optional(),
})
export type MailSettingsChange = z.input<typeof mailSettingsChange>

/** What is tested: what is typed, and what is in force where nothing is. */
export const mailTest = mailSettingsChange.omit({ version: true })
export type MailTest = z.input<typeof mailTest>

/** What the desk may know of an account: its fields beside what is known of its secret. */
export interface ShownAccount {
  kind: string
  has_secret: boolean
  /** The last characters of a key, where it is long enough not to be guessed with them. */
  secret_end?: string
  /** Null where the environment leaves it to the server. */
  [field: string]: string | number | boolean | null | undefined
}

/** Where what comes back ends. */
export interface MailAnswers {
  /** To whom people write who answer a newsletter. */
  people: string
  /** To whom mail servers report. */
  return_path: string
  /** What reads the reports: a kind of `REPORT_WAYS`, the pipe, or nothing that has ever told anything. */
  reports: string | null
  /** When a report, or the test, last came in by it. */
  heard_at: string | null
  /** When the mailbox was last read. */
  read_at: string | null
  /** Why the mailbox cannot be read. */
  trouble: string | null
  /** The last test: a mail that went the way of reports. `signature` is what is wrong with its DKIM signatures, if that is known. */
  test: { sent_at: string; arrived_at: string | null; signature: SignatureProblem | null } | null
}

/** There is no DKIM signature, or none covers both headers of unsubscribing (RFC 8058, 4). */
export type SignatureProblem = 'missing' | 'partial'

/** Everything about how mail leaves that administrators see. */
export interface MailSettingsState {
  version: number
  /** Null where mail stays in the outbox. */
  connection: ShownAccount | null
  /** The variables of the environment that determine the connection; none when the desk does. */
  connection_variables: string[]
  sender: MailSender
  /** The same for the sender. */
  sender_variables: string[]
  /** Null for the address of the sender. */
  return_path: string | null
  /** What reads the reports; null for the pipe, or nothing. */
  reports: ShownAccount | null
  /** The variables of the environment with which reports are accepted besides. */
  report_variables: string[]
  answers: MailAnswers
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
  /** The provider does not know the key, or has not verified the domain of the sender. */
  | 'key'
  /** The mailbox has no such folder. */
  | 'folder'
  /** It has refused for another reason. */
  | 'refused'
  | 'unknown'

/** What is tested of a way for reports: what is typed, or what is in force. */
export const reportsTest = z.strictObject({ reports: typedAccount(REPORT_WAYS).optional() })
export type ReportsTest = z.input<typeof reportsTest>

export type MailTestResult =
  | { ok: true; to: string }
  | {
      ok: false
      to: string
      code: MailProblem /** What the server has said, in one short line. */
      said: string
    }
