import { randomUUID } from 'node:crypto'
import {
  type MailTestResult,
  mailSettingsChange,
  mailTest as mailTestInput,
  reportsTest,
} from '#core/domain/mail-settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { unsubscribePath } from '#core/paths.ts'
import { mailTest } from '#server/features/administration/mails/mail-test.tsx'
import type { FunctionDeps } from '#server/features/services.ts'
import { MailboxError, openMailbox } from '#server/platform/mail/imap/open-mailbox.ts'
import { MailError, type MailTransport, oneLineReason } from '#server/platform/mail/mail.ts'
import {
  mailInForce,
  readStoredMailSettings,
  reportsInForce,
  type SaveMailOutcome,
  saveMailSettings as save,
  TEST_HEADER,
  typedConnection,
  typedReports,
} from '#server/platform/mail/mail-settings.ts'
import { findServed } from '#server/platform/mail/providers/served-providers.ts'
import { writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

/** An administrator waits for the result. */

const TEST_TIMEOUT_MS = 30_000
const MAX_SAID = 200

/** The settings by which mail is sent, without the password or key. */
export const readMailSettings = async ({ mail }: Pick<FunctionDeps, 'mail'>) => answer(await mail.readState())

const REFUSALS = {
  conflict: { status: 409, error: 'Somebody else has changed these settings meanwhile.' },
  set_by_environment: { status: 409, error: 'The environment of the server sets how mail leaves.' },
  secret_needed: { status: 400, error: 'Enter the password or key for this account.' },
  reports_secret_needed: { status: 400, error: 'Enter the password or secret for this way of reports.' },
  no_transport: { status: 409, error: 'No mail leaves this site. Choose first how it is to leave.' },
} as const satisfies Record<
  Exclude<SaveMailOutcome, 'saved'> | 'no_transport',
  { status: number; error: string }
>

const refusal = (code: keyof typeof REFUSALS) =>
  refuse(REFUSALS[code].status, REFUSALS[code].error, { more: { code } })

const malformed = ({ issues: [issue] }: { issues: { path: PropertyKey[]; message: string }[] }) => {
  const field = issue?.path.join('.') ?? ''
  return { error: `These settings cannot be used: ${field} ${issue?.message}`, field }
}

/** Changes how mail leaves, for every process at once. The secret is never returned. */
export const saveMailSettings = withBody(
  mailSettingsChange,
  malformed,
  async ({ sql, mail }: Pick<FunctionDeps, 'sql' | 'mail'>, change, { claims }) => {
    const outcome = await save(sql, mail, { claims, change })
    return outcome === 'saved' ? answer(await mail.readState()) : refusal(outcome)
  },
)

/**
 * Sends a mail to the caller, through what is typed, and what is in force where nothing is. The stored secret goes only to the account for
 * which it was entered.
 */
export const testMailSettings = withBody(
  mailTestInput,
  malformed,
  async (deps: Pick<FunctionDeps, 'sql' | 'mail' | 'settings' | 'siteUrl'>, typed, { userId }) => {
    const { sql, mail } = deps
    const { smtpUrl, resend, isFromSet } = mail.environment
    if ((typed.connection && (smtpUrl || resend)) || (typed.sender && isFromSet))
      return refusal('set_by_environment')
    const stored = await readStoredMailSettings(sql)
    const inForce = mailInForce(stored, mail)
    const connection = typed.connection ? typedConnection(typed.connection, stored, mail) : inForce.connection
    if (!connection) return refusal(typed.connection ? 'secret_needed' : 'no_transport')
    const [user] = await sql<{ email: string; language: Language }[]>`
      select email, private.mail_language(id) as language from auth.users where id = ${userId}`
    if (!user) return refuse(404, 'This account does not exist any more.')
    const { return_path = inForce.from.return_path } = typed
    const transport = mail.open(connection, { ...(typed.sender ?? inForce.from), return_path })
    try {
      return answer(await test(deps, transport, user))
    } finally {
      await transport.close()
    }
  },
)

/**
 * Tests the way of reports: reads the mailbox, as typed or as saved, and then sends a mail the whole way, to the return path, or to an address
 * whose mails the provider reports as bounced. Whether that arrives is told by `read-mail-settings`.
 */
export const testMailReports = withBody(
  reportsTest,
  malformed,
  async (deps: Pick<FunctionDeps, 'sql' | 'mail' | 'settings' | 'siteUrl'>, { reports }, { userId }) => {
    const { sql, mail } = deps
    const stored = await readStoredMailSettings(sql)
    const way = reports ? typedReports(reports, stored, mail) : reportsInForce(stored, mail)
    if (!way && (reports || stored.reports)) return refusal('reports_secret_needed')
    if (way?.kind === 'mailbox') {
      const failure = await tryMailbox(way)
      if (failure) return answer(failure)
    }
    const { connection, from } = mailInForce(stored, mail)
    // Reports are not read with settings that are not saved.
    if (reports || !connection) return answer({ ok: true, to: '' } satisfies MailTestResult)
    const kind = way?.kind ?? (mail.environment.resendWebhookSecret ? 'resend' : null)
    const webhook = kind && kind !== 'mailbox' ? findServed(kind).webhook : null
    const to = webhook ? webhook.testAddress : (from.return_path ?? from.address)
    if (!to) return answer({ ok: true, to: '' } satisfies MailTestResult)
    const [{ language }] = await sql<[{ language: Language }]>`
      select private.mail_language(${userId}::uuid) as language`
    const id = randomUUID()
    await sql`
      update private.mail_settings
      set test_id = ${id}, test_sent_at = now(), test_arrived_at = null, test_signature = null`
    const headers = {
      [TEST_HEADER]: id,
      'Auto-Submitted': 'auto-generated',
      // The headers of a newsletter, so that it is seen whether they are signed. The address unsubscribes nobody.
      'List-Unsubscribe': `<${deps.siteUrl}${unsubscribePath(id, language)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return answer(await test(deps, await mail.current(), { id, email: to, language, headers }))
  },
)

async function tryMailbox(way: Parameters<typeof openMailbox>[0]): Promise<MailTestResult | null> {
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
  try {
    const mailbox = await openMailbox(way, signal)
    mailbox.close()
    return null
  } catch (error) {
    if (signal.aborted) return { ok: false, to: '', code: 'timeout', said: '' }
    if (!(error instanceof MailboxError)) throw error
    return { ok: false, to: '', code: error.problem, said: error.said.slice(0, MAX_SAID) }
  }
}

interface TestMail {
  id?: string
  email: string
  language: Language
  headers?: Record<string, string>
}

async function test(
  { settings, siteUrl }: Pick<FunctionDeps, 'settings' | 'siteUrl'>,
  transport: MailTransport,
  { id = randomUUID(), email: to, language, headers = {} }: TestMail,
): Promise<MailTestResult> {
  const current = settings.current()
  const content = await writeMailsOf({ siteUrl, settings: current }, () => mailTest(language))
  const replyTo = current.newsletter_reply_to
  const mail = {
    ...{ ...content, id, to, publication: current.site_name },
    headers: { ...(replyTo && { 'Reply-To': replyTo }), ...headers },
  }
  try {
    await transport.send(mail, { signal: AbortSignal.timeout(TEST_TIMEOUT_MS) })
    return { ok: true, to }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { ok: false, to, code: error.problem, said: saidBy(error) }
  }
}

/** Returns the reply of a mail server. Replies of other servers are not passed on. */
function saidBy({ problem, cause, message }: MailError): string {
  if (!['login', 'login_needed', 'sender', 'recipient', 'refused', 'key'].includes(problem)) return ''
  const reply = (cause as { response?: unknown } | undefined)?.response
  return oneLineReason(typeof reply === 'string' ? reply : cause ? '' : message).slice(0, MAX_SAID)
}
