import { csvLine } from '#core/csv.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import { type SubscriberFilter, subscriberFilter } from '#core/domain/subscriber-filter.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { withQuery } from '#server/supabase/functions/call.ts'

/** Rows that are read, and held, at a time. */
const BATCH = 2_000
const COLUMNS = [
  'email',
  'language',
  'subscribed_at',
  'confirmed',
  'confirmed_at',
  'active',
  'left_at',
  'left_reason',
] as const

/**
 * `?search=…&status=…&activity=…&language=…&left=…`: the subscribers that a list shows as a CSV file. `import-subscribers` reads it.
 */
export const exportSubscribers = withQuery(
  subscriberFilter,
  'Subscribers cannot be filtered by this.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, filter, { userId }) => {
    const { search, ...filters } = filter
    // The search may be an address.
    const noted = JSON.stringify({ ...filters, searched: search.trim() !== '' })
    await sql`
      insert into public.audit_log (actor, action, subject_id, details)
      values (${userId}, 'export_subscribers', gen_random_uuid(), ${noted})`
    return new Response(streamCsv(sql, filter), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="subscribers.csv"',
        'cache-control': 'no-store',
      },
    })
  },
)

/** One batch after the other, as the client reads them. */
function streamCsv(sql: Sql, filter: SubscriberFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: string | undefined = ''
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${csvLine(COLUMNS)}`)),
      async pull(controller) {
        if (after === undefined) return controller.close()
        const rows: NewsletterSubscriber[] = await readBatch(sql, filter, after)
        after = rows.length < BATCH ? undefined : rows.at(-1)?.email.toLowerCase()
        if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
        else controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

function readBatch(sql: Sql, filter: SubscriberFilter, after: string): Promise<NewsletterSubscriber[]> {
  const { search, status, activity, language, left } = filter
  return sql`
    select email, language, confirmed, is_active, left_reason,
      to_char(subscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as subscribed_at,
      to_char(confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as confirmed_at,
      to_char(left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as left_at
    from private.subscribers_after(${after}, ${search}, ${status}, ${activity}, ${language}, ${left}, ${BATCH})`
}

function lineOf(row: NewsletterSubscriber): string {
  return csvLine([
    row.email,
    row.language,
    row.subscribed_at,
    String(row.confirmed),
    row.confirmed_at ?? '',
    String(row.is_active),
    row.left_at ?? '',
    row.left_reason ?? '',
  ])
}
