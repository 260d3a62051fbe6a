import { ownerOf, REPORT_WAYS } from '#core/domain/mail-providers.ts'
import { receiveMail } from '#server/features/newsletter/reports/receive-reports.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Mailbox, MailboxError, openMailbox } from '#server/platform/mail/imap/open-mailbox.ts'
import { readStoredMailSettings, reportsInForce } from '#server/platform/mail/mail-settings.ts'
import type { JobRun } from '#server/platform/queue/job.ts'

type Deps = Pick<Services, 'sql' | 'mail' | 'subscriberLinks' | 'log'>

/** Of each mail. A report says first what has failed; the mail that comes back after it may have any size. */
export const MOST_BYTES = 128 * 1024
/** The limits where a mailbox is read for the first time, or its numbers begin anew: what arrived in these days, and at most so many. */
const FIRST_DAYS = 3
const FIRST_MAILS = 1_000
/** The time for which new mail is waited for, where the server tells of it: until shortly before the next run. */
const WATCH_MS = 4 * 60_000

/**
 * Reads what has arrived in the mailbox for reports since the last run, and goes on for a while when the server tells of new mail. Nothing in
 * the mailbox is changed, and nobody is answered. One process at a time does it, because the job is exclusive.
 */
export async function readReportMailbox(
  deps: Deps,
  { signal }: Pick<JobRun, 'signal'>,
  { watchMs = WATCH_MS } = {},
): Promise<void> {
  const { sql, mail } = deps
  const account = reportsInForce(await readStoredMailSettings(sql), mail)
  const kind = REPORT_WAYS.find((way) => way.kind === account?.kind)
  if (account?.kind !== 'mailbox' || !kind) return
  const owner = `${ownerOf(kind, account.fields)} ${account.fields.folder}`
  const until = Date.now() + watchMs
  let mailbox: Mailbox | null = null
  try {
    mailbox = await openMailbox(account, signal)
    let last = await beginAt(sql, mailbox, owner)
    for (;;) {
      last = await readAfter(deps, mailbox, last, signal)
      await sql`update private.report_ways set read_at = now(), trouble = null where way = 'mailbox'`
      const left = until - Date.now()
      if (left <= 0 || signal.aborted) return
      // A server that does not tell of new mail is asked by the next run.
      if (!(await mailbox.waitForMail(left, signal))) return
    }
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof MailboxError)) throw error
    await sql`
      insert into private.report_ways (way, trouble) values ('mailbox', ${error.message})
      on conflict (way) do update set trouble = excluded.trouble`
  } finally {
    mailbox?.close()
  }
}

/** Finds the mail after which the mailbox has not been read yet. */
async function beginAt(sql: Session, mailbox: Mailbox, owner: string): Promise<number> {
  const { uidValidity } = mailbox
  const [known] = await sql<{ last: string }[]>`
    select last_uid as last from private.report_ways
    where way = 'mailbox' and account = ${owner} and uid_validity = ${uidValidity}::numeric`
  if (known) return Number(known.last)
  const recent = await mailbox.listSince(new Date(Date.now() - FIRST_DAYS * 86_400_000))
  const [first = mailbox.uidNext] = recent.slice(-FIRST_MAILS)
  await sql`
    insert into private.report_ways (way, account, uid_validity, last_uid)
    values ('mailbox', ${owner}, ${uidValidity}::numeric, ${first - 1})
    on conflict (way) do update
      set account = excluded.account, uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`
  return first - 1
}

async function readAfter(deps: Deps, mailbox: Mailbox, after: number, signal: AbortSignal): Promise<number> {
  const { sql } = deps
  let last = after
  const remember = async (uid: number) => {
    last = uid
    await sql`update private.report_ways set last_uid = ${uid} where way = 'mailbox'`
  }
  try {
    for await (const { uid, beginning } of mailbox.read(await mailbox.listAfter(after), MOST_BYTES)) {
      if (signal.aborted) return last
      await receiveMail(deps, 'mailbox', beginning)
      await remember(uid)
    }
  } catch (error) {
    // One that cannot be read would stop all that come after it.
    if (error instanceof MailboxError && error.skipped !== null) await remember(error.skipped)
    throw error
  }
  return last
}
