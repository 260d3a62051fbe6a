import { MAIL_PROVIDERS, oneLine, REPORT_WAYS, typedAccount } from '#core/domain/mail-providers.ts'
import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'

const NAME_MAX_LENGTH = 100

/** The connection for sending mail, as it is typed. */
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

/** A change of the settings. Absent fields stay; null resets a connection to the outbox, and a sender to the default. */
export const mailSettingsChange = z.strictObject({
  /** The version that the editor saw. */
  version: z.int().min(0),
  connection: typedMailConnection.nullable().optional(),
  sender: mailSender.nullable().optional(),
  /** The address to which mail servers report (the return path); null for the address of the sender. */
  return_path: address.nullable().optional(),
  /** The source of these reports; null for the pipe, or none. */
  reports: typedAccount(REPORT_WAYS).nullable().optional(),
})
export type MailSettingsChange = z.input<typeof mailSettingsChange>

/** The settings that a test uses: the typed ones, and the stored ones where nothing is typed. */
export const mailTest = mailSettingsChange.omit({ version: true })
export type MailTest = z.input<typeof mailTest>

/** The part of an account that the desk may see: its fields, and facts about its secret. */
export interface ShownAccount {
  kind: string
  has_secret: boolean
  /** The last characters of a key, if it is too long to be guessed from them. */
  secret_end?: string
  /** Null if the environment leaves it to the server. */
  [field: string]: string | number | boolean | null | undefined
}

/** The destinations of replies and reports. */
export interface MailAnswers {
  /** The address to which people reply who answer a newsletter. */
  people: string
  /** The address to which mail servers report. */
  return_path: string
  /** The source of the reports: a kind of `REPORT_WAYS`, or the pipe; null if nothing has ever been reported. */
  reports: string | null
  /** The time of the last report, or test, that came in by it. */
  heard_at: string | null
  /** The time at which the mailbox was last read. */
  read_at: string | null
  /** The reason why the mailbox cannot be read. */
  trouble: string | null
  /** The last test: a mail that was sent the way of reports. `signature` is the problem of its DKIM signatures, if it is known. */
  test: { sent_at: string; arrived_at: string | null; signature: SignatureProblem | null } | null
}

/** There is no DKIM signature, or none covers both headers of unsubscribing (RFC 8058, 4). */
export type SignatureProblem = 'missing' | 'partial'

/** The settings for sending mail that administrators see. */
export interface MailSettingsState {
  version: number
  /** Null while mail is stored in the outbox. */
  connection: ShownAccount | null
  /** The variables of the environment that determine the connection; none when the desk does. */
  connection_variables: string[]
  sender: MailSender
  /** The variables of the environment that determine the sender; none when the desk does. */
  sender_variables: string[]
  /** Null for the address of the sender. */
  return_path: string | null
  /** The source of the reports; null for the pipe, or none. */
  reports: ShownAccount | null
  /** The variables of the environment with which reports are accepted as well. */
  report_variables: string[]
  answers: MailAnswers
  /** False when the stored password or key was encrypted with another JWT_SECRET. Mail is stored in the outbox then. */
  secret_readable: boolean
  /** The last mail that the server rejected, when none has been sent since. */
  trouble: { at: string; reason: string } | null
}

/** The problem of a mail server, as far as it can be told. */
export type MailProblem =
  /** Its name is unknown. */
  | 'unknown_host'
  /** Nothing listens there. */
  | 'no_answer'
  | 'timeout'
  /** The encryption does not fit, or its certificate is not trusted. */
  | 'tls'
  /** The server that answers is not a mail server. */
  | 'not_a_mail_server'
  | 'login'
  /** It requires a login. */
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

/** The source of reports that is tested: the typed one, or the stored one. */
export const reportsTest = z.strictObject({ reports: typedAccount(REPORT_WAYS).optional() })
export type ReportsTest = z.input<typeof reportsTest>

export type MailTestResult =
  | { ok: true; to: string }
  | {
      ok: false
      to: string
      code: MailProblem /** The server's answer, in one short line. */
      said: string
    }
