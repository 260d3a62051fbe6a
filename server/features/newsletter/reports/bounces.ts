import type { Bounce, Fault } from '#core/domain/subscriber-record.ts'
import {
  classifyFailure,
  enhancedCodeOf,
  type MailFailure,
} from '#server/features/newsletter/reports/classify-failure.ts'
import type { SubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The report of a provider or a mail server about one of our mails. */
export interface MailReport {
  /** The provider that signed the report, `smtp` for a reply to us, or the kind of an unauthenticated mail: `delivery report`, `feedback report`. */
  source: string
  kind: 'permanent' | 'temporary' | 'refused' | 'complaint' | 'left'
  /** The reason why it failed; null when it did not, and when a provider said no more than the kind. */
  fault?: Fault | null
  /** The id in the Message-ID of the mail; null when the report does not say it. */
  mailId: string | null
  /** From the link to unsubscribe in the mail that came back. */
  unsubscribeToken?: string | null
  /** The recipient, according to the report. */
  email: string | null
  /** The enhanced status code (RFC 3463). */
  status: string | null
  /** A line of the mail server, for administrators. */
  detail: string | null
  /** The host that said it. */
  saidBy?: string | null
  /** False when the provider has not sent the mail, or the server has not taken it. */
  wasSent?: boolean
}

interface RecordedReport {
  /** True if there is a subscriber with that address. */
  known: boolean
  suppressed: boolean
}

const KINDS: Record<Fault, MailReport['kind']> = {
  gone: 'permanent',
  full: 'refused',
  policy: 'refused',
  content: 'refused',
  size: 'refused',
  network: 'temporary',
  temporary: 'temporary',
  unknown: 'refused',
}

/** The report of a failure, classified. */
export function reportFailure(source: string, failure: MailFailure, wasSent = true): MailReport {
  const fault = classifyFailure(failure)
  return {
    source,
    kind: KINDS[fault],
    fault,
    mailId: failure.mailId ?? null,
    unsubscribeToken: failure.unsubscribeToken ?? null,
    email: failure.address ?? null,
    status: enhancedCodeOf(failure),
    detail: failure.text ?? null,
    ...(failure.saidBy && { saidBy: failure.saidBy }),
    ...(!wasSent && { wasSent }),
  }
}

/**
 * Records a report, and ends the subscription if necessary. Idempotent. It locks the subscriber before the delivery, so a transaction that
 * has changed deliveries is to end first. `links` read the link to unsubscribe, if the report has one.
 */
export async function recordBounce(
  sql: Session,
  report: MailReport,
  links?: SubscriberLinks,
): Promise<RecordedReport> {
  const { source, kind, fault = null, mailId, email, status, detail, wasSent = true } = report
  const { unsubscribeToken, saidBy = null } = report
  const subscriberId = unsubscribeToken ? (links?.read('unsubscribe', unsubscribeToken) ?? null) : null
  const [row] = await sql<[{ result: RecordedReport }]>`
    select private.record_bounce(
      ${source}, ${kind}, ${mailId}::uuid, ${email}, ${status}, ${detail && oneLineReason(detail)}, ${wasSent},
      ${fault}, ${subscriberId}::uuid, ${saidBy && oneLineReason(saidBy).slice(0, 255)}) as result`
  return row.result
}

type StoredReport = Pick<Bounce, 'source' | 'kind' | 'fault' | 'status' | 'detail'>

/** A subscriber who was ended because mail had come back, and whom no stored report calls gone. */
interface WronglyEnded {
  id: string
  email: string
  left_at: string
  /** The report that ended the subscription. */
  report: StoredReport
}

/**
 * Judges the stored reports of those who bounced by the rules of today, of one subscriber or of all. Nobody is named of whom no report is
 * stored: they are deleted after 180 days.
 */
export async function findWronglyEnded(sql: Session, id: string | null = null): Promise<WronglyEnded[]> {
  const rows = await sql<{ id: string; email: string; left_at: string; reports: StoredReport[] }[]>`
    select subscriber.id, email, left_at::text, jsonb_agg(jsonb_build_object(
      'source', source, 'kind', kind, 'fault', fault, 'status', status, 'detail', detail) order by bounce.id desc) as reports
    from public.newsletter_subscribers as subscriber
    join private.newsletter_bounces as bounce on bounce.subscriber_id = subscriber.id and kind = 'permanent'
    where left_reason = 'bounced' and (${id}::uuid is null or subscriber.id = ${id}::uuid)
    group by subscriber.id order by lower(email)`
  return rows.flatMap(({ reports, ...subscriber }) => {
    const [report] = reports
    return report && !reports.some(saysGone) ? { ...subscriber, report } : []
  })
}

/** A provider that says no more than *permanent* has looked itself; a mail server that says nothing certain has not. */
function saysGone({ source, fault, status, detail }: StoredReport): boolean {
  const judged = fault ?? classifyFailure({ status, text: detail })
  return judged === 'gone' || (judged === 'unknown' && source !== 'delivery report')
}

/** Brings back a subscriber and frees the address, and records who did it; null stands for the server's operator. False for anyone who has not bounced. */
export async function bringBackBounced(sql: Session, id: string, actor: string | null): Promise<boolean> {
  const [row] = await sql<[{ done: boolean }]>`select private.bring_back_bounced(${id}::uuid) as done`
  if (row.done)
    await sql`
      select private.record_act('subscribers', 'bring_back_bounced',
        'brought back a subscriber whose mailbox had not been said to be gone', p_subject_id => ${id}::uuid, p_actor => ${actor}::uuid)`
  return row.done
}

/** Lists them in lines for a terminal, and brings them back if asked. */
export function describeWronglyEnded(sql: Sql, bringsBack: boolean): Promise<string[]> {
  return sql.transaction(async (transaction) => {
    const found = await findWronglyEnded(transaction)
    await transaction`select set_config('audit.by', 'The operator of the server', true)`
    if (bringsBack) for (const { id } of found) await bringBackBounced(transaction, id, null)
    const people = found.length === 1 ? '1 subscriber' : `${found.length} subscribers`
    return [
      ...found.map(({ email, left_at, report: { status, detail } }) =>
        escapeInvisible([email, left_at.slice(0, 10), status, detail].filter(Boolean).join('  ')),
      ),
      bringsBack
        ? `${people} brought back.`
        : `${people} found. Nothing was changed: --bring-back brings them back.`,
    ]
  })
}
