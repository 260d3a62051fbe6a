import { createHash } from 'node:crypto'
import { classifyFailure, type MailFailure } from '#server/features/newsletter/reports/classify-failure.ts'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import {
  type MailReport,
  recordBounce,
  reportFailure,
} from '#server/features/newsletter/reports/record-bounce.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { TEST_HEADER } from '#server/platform/mail/mail-settings.ts'
import type { ProviderReport } from '#server/platform/mail/providers/mail-provider.ts'

type Deps = Pick<Services, 'sql' | 'subscriberLinks'>

/** What came in by one of the ways for reports. */
interface Received {
  /** The name of the way in `private.report_ways`. */
  way: string
  /** The same when it comes in again. */
  id: string
  reports: readonly MailReport[]
  /** The id of the mail, where it is the one that tests the way. */
  testId?: string | null
}

/** Records what came in, once, and ends subscriptions if necessary. */
export function receiveReports({ sql, subscriberLinks }: Deps, { way, id, reports, testId }: Received) {
  return sql.transaction(async (transaction) => {
    await transaction`
      insert into private.report_ways (way, heard_at) values (${way}, now())
      on conflict (way) do update set heard_at = now() where report_ways.heard_at is null
        or report_ways.heard_at < now() - interval '10 seconds'`
    if (testId) await endTest(transaction, testId)
    if (reports.length === 0) return { recorded: 0, suppressed: 0 }
    const isNew = await transaction`
      insert into private.mail_report_events (way, id) values (${way}, ${id}) on conflict do nothing returning id`
    if (isNew.length === 0) return { recorded: 0, suppressed: 0 }
    let suppressed = 0
    for (const report of reports) {
      if (report.mailId !== null && (await endTest(transaction, report.mailId))) continue
      if ((await recordBounce(transaction, report, subscriberLinks)).suppressed) suppressed += 1
    }
    return { recorded: reports.length, suppressed }
  })
}

/** Whether this is the mail of the last test. */
async function endTest(transaction: Session, id: string): Promise<boolean> {
  const ended = await transaction`
    update private.mail_settings set test_arrived_at = coalesce(test_arrived_at, now())
    where test_id::text = ${id} returning test_id`
  return ended.length > 0
}

/** A mail that came back, from the pipe or a mailbox. Null for one that is no report, which is for people to read. */
export async function receiveMail(
  deps: Deps,
  way: 'pipe' | 'mailbox',
  message: Uint8Array,
): Promise<{ recorded: number; suppressed: number } | null> {
  const testId = await testIdIn(deps.sql, message)
  const reports = testId ? [] : await readMailReport(message)
  if (!reports) return null
  const id = createHash('sha256').update(message).digest('base64url')
  return receiveReports(deps, { way, id, reports, testId })
}

const MOST_HEADER_BYTES = 64 * 1024

/** The id of the last test, if this is its mail; anybody can write the header. */
async function testIdIn(sql: Session, message: Uint8Array): Promise<string | null> {
  const text = new TextDecoder('latin1').decode(message.subarray(0, MOST_HEADER_BYTES))
  const [header = ''] = text.split(/\r?\n\r?\n/, 1)
  const [, id] = new RegExp(`^${TEST_HEADER}: *([0-9a-f-]{36})\\s*$`, 'im').exec(header) ?? []
  if (!id) return null
  const [known] = await sql<{ id: string }[]>`
    select test_id as id from private.mail_settings where test_id::text = ${id.toLowerCase()}`
  return known?.id ?? null
}

/** What a provider has signed, as a report. */
export function fromProvider(source: string, said: ProviderReport): MailReport {
  const { says, lasting, mailId, email, text } = said
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.test(said.status ?? '') ? said.status : null
  const report = { source, mailId, email, status, detail: text }
  switch (says) {
    case 'complained':
      return { ...report, kind: 'complaint' }
    case 'left':
      return { ...report, kind: 'left' }
    case 'suppressed':
      return { ...report, kind: 'permanent', fault: 'gone', wasSent: false }
    case 'unsent':
      return { ...report, kind: 'refused', wasSent: false }
    case 'bounced': {
      const failure: MailFailure = {
        ...{ address: email, mailId, status, text },
        isDelayed: lasting === 'temporary',
      }
      // What the mail server said counts for more than what the provider makes of it.
      return lasting === 'gone' && classifyFailure(failure) === 'unknown'
        ? { ...report, kind: 'permanent', fault: 'gone' }
        : reportFailure(source, failure)
    }
  }
}
