import type { MailStatus } from '#core/domain/mail-status.ts'
import type { Session } from '#server/database/connection.ts'
import { type JobDeps, type JobRun, TryAgainLater } from '#server/jobs/handlers.ts'
import { JOBS, type MailJobName } from '#server/jobs/jobs.ts'
import { type Mail, MailError } from '#server/mail/mail.ts'
import { writeMailsOf } from '#server/mail/templates/mail-translator.ts'

/** What one mail job has to say now. A link in it has its token made here, and only the hash stored. */
export interface Letter {
  mail: Omit<Mail, 'id'>
  /** Takes back what was stored for a mail that did not leave. */
  withdraw(transaction: Session): Promise<unknown>
}

/** A run has longer, so that it can write down how this ended. */
const HANDOVER_MS = 60_000
const LONGEST_REASON = 300
/** Kept apart from other advisory locks by being one of a pair of numbers. */
const RECIPIENT_LOCK = 4_711_003

/**
 * Hands one mail over, at most once: that it is about to leave is written down before, so that whoever finds this written down
 * knows that it may have left, and leaves it at that. `compose` runs in the transaction that writes it, and again for
 * each try; null means that there is nothing to send.
 * @throws TryAgainLater when it did not leave and may do so later
 */
export async function deliverMail(
  { sql, mail: transport, settings, log }: JobDeps,
  run: JobRun<MailJobName>,
  compose: (transaction: Session) => Promise<Letter | null>,
): Promise<void> {
  const { giveUpAfterSeconds, perAddressAndDay } = JOBS[run.name]
  const isLate = () => Date.now() - run.createdAt.getTime() > giveUpAfterSeconds * 1000

  const letter = await sql.transaction(async (transaction) => {
    const [row] = await transaction<{ status: MailStatus }[]>`
      select status from public.mail_deliveries where id = ${run.id} for update`
    if (row?.status === 'sending') {
      await settle(transaction, 'uncertain', 'The process that was handing it over ended before it knew.')
    }
    if (row && row.status !== 'queued') return null

    const composed = await writeMailsOf(settings.current(), () => compose(transaction))
    if (!composed) {
      await transaction`delete from public.mail_deliveries where id = ${run.id}`
      return null
    }
    const { to, subject } = composed.mail
    if ((await countOfToday(transaction, run, to)) >= perAddressAndDay) {
      log.info(`Job ${run.name} ${run.id} sends nothing: its recipient has had ${perAddressAndDay} in a day.`)
      await composed.withdraw(transaction)
      await transaction`delete from public.mail_deliveries where id = ${run.id}`
      return null
    }
    await transaction`
      insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, message_id)
      values (${run.id}, ${run.name}, ${to}, ${subject}, 'sending', 1, ${transport.messageId(run.id)})
      on conflict (id) do update set
        recipient = excluded.recipient, subject = excluded.subject, status = 'sending',
        attempts = mail_deliveries.attempts + 1, message_id = excluded.message_id, updated_at = now()`
    if (!isLate()) return composed
    await composed.withdraw(transaction)
    await settle(transaction, 'failed', 'It could not be handed over while it was of use.')
    return null
  })
  if (!letter) return

  try {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(HANDOVER_MS)])
    await transport.send(
      { ...letter.mail, id: run.id, publication: settings.current().site_name },
      { signal },
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const kind = error instanceof MailError ? error.kind : 'uncertain'
    if (kind === 'uncertain') {
      log.warn(`Job ${run.name} ${run.id}: its mail may or may not have left; it is not sent again.`)
      return settle(sql, 'uncertain', reason)
    }
    const isOver = kind === 'permanent' || run.isLastTry || isLate()
    await sql.transaction(async (transaction) => {
      await letter.withdraw(transaction)
      await settle(transaction, isOver ? 'failed' : 'queued', reason)
    })
    if (!isOver) throw new TryAgainLater('the mail was not taken yet')
    log.warn(`Job ${run.name} ${run.id}: its mail was not taken, and is not sent again.`)
    return
  }
  await settle(sql, 'sent', null)

  async function settle(session: Session, status: MailStatus, reason: string | null): Promise<void> {
    await session`
      update public.mail_deliveries set status = ${status}, last_error = ${reason && oneLine(reason)}, updated_at = now(),
        sent_at = case when ${status} = 'sent' then now() end
      where id = ${run.id}`
  }
}

/** How many mails of this kind went, or may have gone, to an address within a day. Two runs take turns at one address. */
async function countOfToday(session: Session, { id, name }: JobRun, recipient: string): Promise<number> {
  await session`select pg_advisory_xact_lock(${RECIPIENT_LOCK}, hashtext(lower(${recipient})))`
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from public.mail_deliveries
    where lower(recipient) = lower(${recipient}) and kind = ${name} and id <> ${id}
      and status in ('sending', 'sent', 'uncertain') and created_at > now() - interval '24 hours'`
  return row.count
}

/** The words of a mail server are shown to administrators, and may be anything. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
}
