import type { Bounce } from '#core/domain/subscriber-record.ts'
import { classifyFailure } from '#server/features/newsletter/reports/classify-failure.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'

type StoredReport = Pick<Bounce, 'source' | 'kind' | 'fault' | 'status' | 'detail'>

/** A subscriber who was ended because mail had come back, and whom no stored report calls gone. */
export interface WronglyEnded {
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
