import { Gauge, Registry } from 'prom-client'
import type { Sql } from '#server/platform/database/connection.ts'

/** What is read from the database is kept for so long, however often it is asked for. */
const KEPT_MS = 10_000
const TIMEOUT_MS = 5_000

interface Figure {
  metric: string
  labels: Record<string, string>
  value: number
}

const GAUGES = {
  queue_jobs: ['Jobs that wait, run, or failed for good, by name and state', ['job', 'state']],
  queue_oldest_seconds: ['How long the oldest due job has waited, by name', ['job']],
  mail_deliveries: ['Mails that wait or need attention, and those sent in the last day', ['status']],
  newsletter_messages: ['Messages of the issues that are being sent, by status', ['status']],
  language_model_tokens: [
    'Tokens of this calendar month (UTC), by model and direction',
    ['model', 'direction'],
  ],
  language_model_calls: ['Requests to a language model in this calendar month (UTC), by model', ['model']],
  held: ['1 while a restored site waits until an administrator lets it go on, otherwise 0', []],
  database_bytes: ['Size of the database', ['database']],
} as const satisfies Record<string, readonly [help: string, labels: readonly string[]]>

/**
 * What every process over one database knows alike; `first` tells a collector that adds processes up to take it from one. While the
 * database is silent these metrics are absent.
 */
export function createDatabaseMetrics(sql: Sql, { now = Date.now } = {}): Registry {
  const registry = new Registry()
  let read: { at: number; figures: Promise<Figure[]> } | undefined

  function figures(): Promise<Figure[]> {
    if (!read || now() - read.at >= KEPT_MS) read = { at: now(), figures: readFigures(sql).catch(() => []) }
    return read.figures
  }

  for (const [name, [help, labelNames]] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: 'first',
      registers: [registry],
      async collect() {
        const found = await figures()
        this.reset()
        for (const { metric, labels, value } of found) if (metric === name) this.set(labels, value)
      },
    })
  }
  return registry
}

/** In one statement, each part of which is answered by an index or by a small table. */
function readFigures(sql: Sql): Promise<Figure[]> {
  return sql.transaction(async (session) => {
    await session.script(`set local statement_timeout = ${TIMEOUT_MS}`)
    return session<Figure[]>`
      with jobs as (
        select name, state::text, count(*)::int as many,
          max(extract(epoch from now() - start_after)) filter (where state < 'active' and start_after <= now()) as oldest
        from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state
      )
      select 'queue_jobs' as metric, jsonb_build_object('job', name, 'state', state) as labels, many::float8 as value from jobs
      union all
      select 'queue_oldest_seconds', jsonb_build_object('job', name), max(oldest)::float8 from jobs
        where oldest is not null group by name
      union all
      select 'mail_deliveries', jsonb_build_object('status', status), count(*)::float8 from public.mail_deliveries
        where status in ('queued', 'sending', 'failed', 'uncertain') group by status
      union all
      select 'mail_deliveries', '{"status": "sent"}', count(*)::float8 from public.mail_deliveries
        where status = 'sent' and created_at > now() - interval '1 day'
      union all
      select 'newsletter_messages', jsonb_build_object('status', d.status), count(*)::float8
        from public.newsletter_deliveries as d
        where d.issue_id in (select id from public.newsletter_issues where status in ('sending', 'paused')) group by d.status
      union all
      select 'language_model_tokens', jsonb_build_object('model', model, 'direction', direction), sum(tokens)::float8
        from private.ai_usage, lateral (values ('input', input_tokens), ('output', output_tokens)) as t (direction, tokens)
        where day >= date_trunc('month', now() at time zone 'utc')::date group by model, direction
      union all
      select 'language_model_calls', jsonb_build_object('model', model), sum(calls)::float8
        from private.ai_usage where day >= date_trunc('month', now() at time zone 'utc')::date group by model
      union all
      select 'held', '{}', private.is_held()::integer::float8
      union all
      select 'database_bytes', jsonb_build_object('database', current_database()), pg_database_size(current_database())::float8`
  })
}
