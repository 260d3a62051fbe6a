import { setTimeout as delay } from 'node:timers/promises'
import type { MailStatus } from '#core/domain/mail.ts'
import { isUnreachable, type Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import type { LiveMail } from '#server/platform/mail/live-mail.ts'
import { type Mail, MailError, oneLineReason, SEND_TIMEOUT_MS } from '#server/platform/mail/mail.ts'
import { writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { defineScheduledJob, type JobRun, type MailJob, TryAgainLater } from '#server/platform/queue/job.ts'
import type { PlatformServices } from '#server/platform/services.ts'

/** The mail of one attempt. When it contains a link, its token is new and only the hash of the token is stored. */
export interface ComposedMail {
  mail: Omit<Mail, 'id'>
  /** Undoes what was stored for this mail, when it was not sent. */
  withdraw(transaction: Session): Promise<unknown>
}

const STORE_AGAIN_MS = 1_000
/** The first of a pair of numbers, which cannot clash with advisory locks on a single number. */
const RECIPIENT_LOCK = 4_711_003

/**
 * Sends one mail, at most once. Its row says `sending` before it is handed to the mail server; a later run that finds this status
 * cannot know whether the mail left, and does not send it again. `compose` runs in the same transaction, once for each attempt;
 * it returns null when there is nothing to send.
 * @throws TryAgainLater when the mail was not sent and should be tried again
 */
export async function deliverMail(
  {
    sql,
    mail,
    settings,
    siteUrl,
    log,
  }: Pick<PlatformServices, 'sql' | 'settings' | 'siteUrl' | 'log'> & { mail: Pick<LiveMail, 'current'> },
  run: JobRun<MailJob>,
  compose: (transaction: Session) => Promise<ComposedMail | null>,
): Promise<void> {
  const { expireAfterSeconds, dailyLimitPerAddress, countsMailboxes } = run.job
  const isLate = () => Date.now() - run.createdAt.getTime() > expireAfterSeconds * 1000

  const transport = await mail.current()
  const composed = await sql.transaction(async (transaction) => {
    const [row] = await transaction<{ status: MailStatus }[]>`
      select status from public.mail_deliveries where id = ${run.id} for update`
    if (row?.status === 'sending') {
      await settle(transaction, 'uncertain', 'The process that was handing it over ended before it knew.')
    }
    if (row && row.status !== 'queued') return null

    const fresh = await writeMailsOf({ siteUrl, settings: settings.current() }, () => compose(transaction))
    if (!fresh) {
      await transaction`delete from public.mail_deliveries where id = ${run.id}`
      return null
    }
    const { to, subject } = fresh.mail
    if ((await countOfToday(transaction, run, { to, countsMailboxes })) >= dailyLimitPerAddress) {
      log.info(
        `Job ${run.job.name} ${run.id} sends nothing: its recipient has had ${dailyLimitPerAddress} in a day.`,
      )
      await fresh.withdraw(transaction)
      await transaction`delete from public.mail_deliveries where id = ${run.id}`
      return null
    }
    await transaction`
      insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, message_id, transport)
      values (${run.id}, ${run.job.name}, ${to}, ${subject}, 'sending', 1, ${transport.messageId(run.id)}, ${transport.kind})
      on conflict (id) do update set
        recipient = excluded.recipient, subject = excluded.subject, status = 'sending',
        attempts = mail_deliveries.attempts + 1, message_id = excluded.message_id,
        transport = excluded.transport, updated_at = now()`
    if (!isLate()) return fresh
    await fresh.withdraw(transaction)
    await settle(transaction, 'failed', 'It could not be handed over while it was of use.')
    return null
  })
  if (!composed) return

  try {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
    await transport.send(
      { ...composed.mail, id: run.id, publication: settings.current().site_name },
      { signal },
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const kind = error instanceof MailError ? error.kind : 'uncertain'
    if (kind === 'uncertain') {
      log.warn(`Job ${run.job.name} ${run.id}: its mail may or may not have left; it is not sent again.`)
      return untilStored(() => settle(sql, 'uncertain', reason))
    }
    const isOver = kind === 'permanent' || run.isLastAttempt || isLate()
    await untilStored(() =>
      sql.transaction(async (transaction) => {
        await composed.withdraw(transaction)
        await settle(transaction, isOver ? 'failed' : 'queued', reason)
      }),
    )
    if (!isOver) throw new TryAgainLater('the mail was not taken yet')
    log.warn(`Job ${run.job.name} ${run.id}: its mail was not taken, and is not sent again.`)
    return
  }
  await untilStored(() => settle(sql, 'sent', null))

  /** Without its outcome a mail would count as one that may have left: it is worth waiting for a database that is away. */
  async function untilStored(store: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await store()
      } catch (error) {
        if (!isUnreachable(error) || run.signal.aborted) throw error
        await delay(STORE_AGAIN_MS, undefined, { signal: run.signal }).catch(() => {})
      }
    }
  }

  async function settle(session: Session, status: MailStatus, reason: string | null): Promise<void> {
    await session`
      update public.mail_deliveries set status = ${status}, last_error = ${reason && oneLineReason(reason)}, updated_at = now(),
        sent_at = case when ${status} = 'sent' then now() end
      where id = ${run.id}`
  }
}

/** The number of mails of this kind that were sent, or may have been, to an address or its mailbox within a day. A lock serialises runs for the same one. */
async function countOfToday(
  session: Session,
  { id, job }: JobRun,
  { to, countsMailboxes = false }: { to: string; countsMailboxes?: boolean | undefined },
): Promise<number> {
  await session`select pg_advisory_xact_lock(${RECIPIENT_LOCK}, hashtext(private.mailbox_of(${to})))`
  const sameRecipient = countsMailboxes
    ? fragment`private.mailbox_of(recipient) = private.mailbox_of(${to})`
    : fragment`lower(recipient) = lower(${to})`
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from public.mail_deliveries
    where ${sameRecipient} and kind = ${job.name} and id <> ${id}
      and status in ('sending', 'sent', 'uncertain') and created_at > now() - interval '24 hours'`
  return row.count
}

export const settleLostMailsJob = defineScheduledJob('settle-lost-mails')

/** Gives orphaned mails, whose job no longer exists (for example after too many crashes), a final status. */
export async function settleLostMails({ sql, log }: Pick<PlatformServices, 'sql' | 'log'>): Promise<void> {
  const settled = await sql<{ id: string }[]>`
    update public.mail_deliveries set updated_at = now(),
      status = case status when 'sending' then 'uncertain' else 'failed' end,
      last_error = coalesce(last_error, 'Its job came to an end before it did.')
    where id in (
      select id from public.mail_deliveries
      where status in ('queued', 'sending') and updated_at < now() - interval '1 minute' and not exists (
        select from pgboss.job
        where job.id = mail_deliveries.id and job.name = mail_deliveries.kind and job.state < 'completed')
      limit 1000)
    returning id`
  for (const { id } of settled) log.warn(`The mail ${id} was lost by its job; see the outbox.`)
}
