import { createHash } from 'node:crypto'
import type { SignatureProblem } from '#core/domain/mail-settings.ts'
import { type MailReport, recordBounce, reportFailure } from '#server/features/newsletter/reports/bounces.ts'
import { classifyFailure, type MailFailure } from '#server/features/newsletter/reports/classify-failure.ts'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { TEST_HEADER } from '#server/platform/mail/mail-settings.ts'
import type { ProviderReport } from '#server/platform/mail/providers/mail-provider.ts'

type Deps = Pick<Services, 'sql' | 'subscriberLinks'>

/** A message that came in by one of the ways for reports. */
interface Received {
  /** The name of the way in `private.report_ways`. */
  way: string
  /** The same when it comes in again. */
  id: string
  reports: readonly MailReport[]
  /** The mail that tests the way, where it is that one. */
  test?: ArrivedTest | null
}

interface ArrivedTest {
  id: string
  /** The part that its signatures lack. */
  signature: SignatureProblem | null
}

/** Records what came in, once, and ends subscriptions if necessary. */
export function receiveReports({ sql, subscriberLinks }: Deps, { way, id, reports, test }: Received) {
  return sql.transaction(async (transaction) => {
    await transaction`
      insert into private.report_ways (way, heard_at) values (${way}, now())
      on conflict (way) do update set heard_at = now() where report_ways.heard_at is null
        or report_ways.heard_at < now() - interval '10 seconds'`
    if (test) await endTest(transaction, test)
    if (reports.length === 0) return { recorded: 0, suppressed: 0 }
    const isNew = await transaction`
      insert into private.mail_report_events (way, id) values (${way}, ${id}) on conflict do nothing returning id`
    if (isNew.length === 0) return { recorded: 0, suppressed: 0 }
    let suppressed = 0
    for (const report of reports) {
      if (report.mailId !== null && (await endTest(transaction, { id: report.mailId, signature: null })))
        continue
      if ((await recordBounce(transaction, report, subscriberLinks)).suppressed) suppressed += 1
    }
    return { recorded: reports.length, suppressed }
  })
}

/** Tells whether this is the mail of the last test. */
async function endTest(transaction: Session, { id, signature }: ArrivedTest): Promise<boolean> {
  const ended = await transaction`
    update private.mail_settings
    set test_arrived_at = coalesce(test_arrived_at, now()), test_signature = coalesce(${signature}, test_signature)
    where test_id::text = ${id} returning test_id`
  return ended.length > 0
}

/** A mail that came back, from the pipe or a mailbox. Null for one that is no report, which is for people to read. */
export async function receiveMail(
  deps: Deps,
  way: 'pipe' | 'mailbox',
  message: Uint8Array,
): Promise<{ recorded: number; suppressed: number } | null> {
  const test = await testIn(deps.sql, message)
  const reports = test ? [] : await readMailReport(message)
  if (!reports) return null
  const id = createHash('sha256').update(message).digest('base64url')
  return receiveReports(deps, { way, id, reports, test })
}

const MOST_HEADER_BYTES = 64 * 1024

/** The last test, if this is its mail; anybody can write the header. */
async function testIn(sql: Session, message: Uint8Array): Promise<ArrivedTest | null> {
  const text = new TextDecoder('latin1').decode(message.subarray(0, MOST_HEADER_BYTES))
  const [header = ''] = text.split(/\r?\n\r?\n/, 1)
  const [, id] = new RegExp(`^${TEST_HEADER}: *([0-9a-f-]{36})\\s*$`, 'im').exec(header) ?? []
  if (!id) return null
  const [known] = await sql<{ id: string }[]>`
    select test_id as id from private.mail_settings where test_id::text = ${id.toLowerCase()}`
  return known ? { id: known.id, signature: signatureProblem(header) } : null
}

const DKIM_TAGS = /^dkim-signature[ \t]*:(.*)$/i

/** Finds what the DKIM signatures of a mail lack for one-click unsubscribing (RFC 8058, 4). Whether they are valid is not checked. */
function signatureProblem(header: string): SignatureProblem | null {
  const signatures = header
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
    .flatMap((field) => DKIM_TAGS.exec(field)?.[1] ?? [])
  if (signatures.length === 0) return 'missing'
  const isWhole = signatures.some((tags) => {
    // White space may be anywhere in the list (RFC 6376, 3.5).
    const [, list = ''] = /(?:^|;)h=([^;]*)/.exec(tags.replace(/\s/g, '')) ?? []
    const names = list.toLowerCase().split(':')
    return names.includes('list-unsubscribe') && names.includes('list-unsubscribe-post')
  })
  return isWhole ? null : 'partial'
}

/** Makes a report of what a provider has signed. */
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
      // The reply of the mail server counts for more than what the provider makes of it.
      return lasting === 'gone' && classifyFailure(failure) === 'unknown'
        ? { ...report, kind: 'permanent', fault: 'gone' }
        : reportFailure(source, failure)
    }
  }
}
