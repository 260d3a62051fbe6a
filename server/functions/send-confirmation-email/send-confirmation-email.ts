import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/database/connection.ts'
import type { FunctionDeps } from '#server/functions/index.ts'
import type { HandoverTimes } from '#server/functions/send-confirmation-email/handover-times.ts'
import { MailError } from '#server/mail/mail.ts'
import { alreadySubscribedMail } from '#server/mail/templates/already-subscribed.ts'
import { confirmationMail } from '#server/mail/templates/confirmation.ts'

/** A reader is waiting for the answer. */
const HANDOVER_DEADLINE_MS = 20_000

/** `accepted` does not say whether anything was mailed: that would tell a stranger about the address. */
export type SendConfirmationOutcome = 'accepted' | 'invalid_ticket' | 'mail_failed' | 'mail_uncertain'

type SpentTicket =
  | { outcome: 'confirm' | 'already_subscribed'; email: string; language: Language }
  | { outcome: 'silent' }
  | { outcome: 'invalid_ticket' }

/** Trades a send ticket for the mail that the state of the address asks for. */
export async function sendConfirmationEmail(
  deps: Pick<FunctionDeps, 'sql' | 'mail' | 'siteUrl' | 'log'> & { handoverTimes: HandoverTimes },
  input: { email: string; confirmationToken: string },
): Promise<SendConfirmationOutcome> {
  const { sql, mail, siteUrl, log, handoverTimes } = deps
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')

  const ticket = await spendTicket(sql, { ...input, tokenHash })
  if (ticket.outcome === 'invalid_ticket') return 'invalid_ticket'
  if (ticket.outcome === 'silent') {
    await handoverTimes.waitAsLong()
    return 'accepted'
  }

  const { email, language } = ticket
  const content =
    ticket.outcome === 'confirm'
      ? confirmationMail({ language, siteUrl, token })
      : alreadySubscribedMail({ language })
  const started = performance.now()
  try {
    await mail.send({ ...content, to: email }, { signal: AbortSignal.timeout(HANDOVER_DEADLINE_MS) })
  } catch (error) {
    log.error('The confirmation mail was not handed over', error)
    // The mail may have arrived: its link has to work, and a second mail within ten minutes would be one too many.
    if (error instanceof MailError && error.kind === 'uncertain') return 'mail_uncertain'
    await forgetMailing(sql, { email, tokenHash })
    return 'mail_failed'
  }
  handoverTimes.record(performance.now() - started)
  return 'accepted'
}

async function spendTicket(
  sql: Sql,
  options: { email: string; confirmationToken: string; tokenHash: string },
): Promise<SpentTicket> {
  const { email, confirmationToken, tokenHash } = options
  const [row] = await sql<[{ ticket: SpentTicket }]>`
    select private.spend_send_ticket(${email}, ${confirmationToken}, ${tokenHash}) as ticket`
  return row.ticket
}

/** Nothing was mailed: the address may ask again at once, and the token that nobody has is withdrawn. */
async function forgetMailing(sql: Sql, options: { email: string; tokenHash: string }): Promise<void> {
  await sql`select private.forget_mailing(${options.email}, ${options.tokenHash})`
}
