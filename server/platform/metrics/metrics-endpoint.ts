import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Sql } from '#server/platform/database/connection.ts'
import { freeBytesNear } from '#server/platform/disk/files.ts'
import { ROUTES } from '#server/platform/metrics/observe-request.ts'
import { measureProcess, processMetrics } from '#server/platform/metrics/process-metrics.ts'
import type { PlatformServices } from '#server/platform/services.ts'
import { VERSION } from '#server/platform/version.ts'

/** The metrics of a process, as they are sent to another one. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[]

/**
 * `GET /metrics` in the text format of Prometheus, for requests with the token as a bearer token. Without a token there is no such address,
 * and nothing is measured for it. Where several processes are one site, each answers for all of them.
 */
export function metricsEndpoint({
  sql,
  disks,
  metricsToken,
  measureOthers,
}: Pick<PlatformServices, 'sql' | 'disks' | 'metricsToken' | 'measureOthers'>): Hono {
  const app = new Hono()
  if (metricsToken === undefined) return app
  measureProcess(ROUTES)
  const expected = digest(`Bearer ${metricsToken}`)
  const siteMetrics = Registry.merge([createDatabaseMetrics(sql), createDiskMetrics(disks)])
  return app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.text('Send METRICS_TOKEN as a bearer token.', 401, { 'www-authenticate': 'Bearer' })
    }
    const figures = measureOthers
      ? [sumUp(siteMetrics, await measureOthers())]
      : [processMetrics.metrics(), siteMetrics.metrics()]
    return c.body((await Promise.all(figures)).join('\n'), 200, {
      'content-type': processMetrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** The free bytes of a site's disks, by what is stored there. */
function createDiskMetrics(disks: Record<string, string>): Registry {
  const registry = new Registry()
  new Gauge({
    name: 'disk_free_bytes',
    help: 'What this user can still use of the disk where something is kept: data, files, backups',
    labelNames: ['place'],
    aggregator: 'first',
    registers: [registry],
    async collect() {
      this.reset()
      for (const [place, folder] of Object.entries(disks)) this.set({ place }, await freeBytesNear(folder))
    },
  })
  return registry
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function sumUp(ofSite: Registry, ofOthers: Measured[]): Promise<string> {
  const own = await Promise.all([processMetrics.getMetricsAsJSON(), ofSite.getMetricsAsJSON()])
  return AggregatorRegistry.aggregate([...own, ...ofOthers]).metrics()
}

/** The time for which figures of the database are cached. */
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
  ai_watch_info: ['1, with the versions of the program and of PostgreSQL', ['version', 'postgres']],
  overdue_seconds: [
    'How long ago something was due that is neither done nor held, by kind: article, newsletter',
    ['kind'],
  ],
  article_schedules: ['Articles that wait for their time, missed it or failed at it, by state', ['state']],
  newsletter_issues: [
    'Issues of the newsletter that are being sent, paused, held, asked for after a restore, or wait for the mail server',
    ['state'],
  ],
  backup_schedule: ['1 for how backups are made, otherwise 0: daily, other, undecided', ['kind']],
  backup_last_success_timestamp_seconds: ['When the last good backup was made; 0 before the first', []],
  backup_failing: ['1 from a failed or missing backup until the next good one, otherwise 0', []],
  webhooks: ['Webhooks whose last deliveries failed, and those that the site switched off', ['state']],
  news_feeds: ['Feeds of the newsroom whose last requests failed', ['state']],
} as const satisfies Record<string, readonly [help: string, labels: readonly string[]]>

/**
 * The metrics that every process over one database has alike; `first` tells a collector that adds processes up to take them from one. While
 * the database is silent these metrics are absent.
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

/** Reads all figures in one statement, each part of which is answered by an index or by a small table. */
function readFigures(sql: Sql): Promise<Figure[]> {
  return sql.transaction(async (session) => {
    await session.script(`set local statement_timeout = ${TIMEOUT_MS}`)
    return session<Figure[]>`
      with jobs as (
        select name, state::text, count(*)::int as many,
          max(extract(epoch from now() - start_after)) filter (where state < 'active' and start_after <= now()) as oldest
        from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state
      ), backup as materialized (select private.backup_state() as state)
      select 'queue_jobs' as metric, jsonb_build_object('job', name, 'state', state) as labels, many::float8 as value
        from jobs where state <> 'failed'
      union all
      -- Those without any are 0, so that the first one is an increase.
      select 'queue_jobs', jsonb_build_object('job', name, 'state', 'failed'), coalesce(many, 0)::float8
        from pgboss.queue left join (select name, many from jobs where state = 'failed') as failed using (name)
      union all
      select 'queue_oldest_seconds', jsonb_build_object('job', name), coalesce(max(oldest), 0)::float8
        from pgboss.queue left join jobs using (name) group by name
      union all
      select 'mail_deliveries', jsonb_build_object('status', status), (
          select count(*) from public.mail_deliveries as mail where mail.status = all_of.status)::float8
        from unnest('{queued,sending,failed,uncertain}'::text[]) as all_of (status)
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
      select 'ai_watch_info', jsonb_build_object('version', ${VERSION}::text, 'postgres', current_setting('server_version')), 1
      union all
      select 'overdue_seconds', jsonb_build_object('kind', kind), greatest(extract(epoch from now() - due), 0)::float8
        from (values
          ('article', (select min(publish_at) from public.article_schedules where status = 'waiting')),
          ('newsletter', (select min(scheduled_for) from public.newsletter_issues
            where status = 'scheduled' and held_reason is null and not may_have_left))) as dues (kind, due)
      union all
      select 'article_schedules', jsonb_build_object('state', state), (
          select count(*) from public.article_schedules where status = state)::float8
        from unnest('{waiting,missed,failed}'::text[]) as state
      union all
      select 'newsletter_issues', jsonb_build_object('state', state), coalesce(many, 0)::float8
        from (
          select count(*) filter (where status = 'sending') as sending, count(*) filter (where status = 'paused') as paused,
            count(*) filter (where status in ('approved', 'scheduled') and held_reason is not null and not may_have_left) as held,
            count(*) filter (where may_have_left) as asked,
            count(*) filter (where status = 'sending' and waiting_since is not null) as waiting
          from public.newsletter_issues where status in ('approved', 'scheduled', 'sending', 'paused') or may_have_left
        ) as issues, lateral (values ('sending', sending), ('paused', paused), ('held', held), ('asked', asked), ('waiting', waiting))
          as states (state, many)
      union all
      select 'backup_schedule', jsonb_build_object('kind', kind), (kind = case when not (state ->> 'decided')::boolean then 'undecided'
          when state ->> 'daily_at' is null then 'other' else 'daily' end)::integer::float8
        from backup, unnest('{daily,other,undecided}'::text[]) as kind
      union all
      select 'backup_last_success_timestamp_seconds', '{}',
        coalesce(extract(epoch from (state ->> 'last_good')::timestamptz), 0)::float8 from backup
      union all
      select 'backup_failing', '{}', (state ->> 'trouble' is not null)::integer::float8 from backup
      union all
      select 'webhooks', jsonb_build_object('state', state), (select count(*) from public.webhooks
          where state = case when switched_off_at is not null then 'switched_off' when enabled and failures > 0 then 'failing' end)::float8
        from unnest('{failing,switched_off}'::text[]) as state
      union all
      select 'news_feeds', '{"state": "failing"}', count(*)::float8 from public.news_feeds
        where failing_since is not null and not is_paused
      union all
      select 'database_bytes', jsonb_build_object('database', current_database()), pg_database_size(current_database())::float8`
  })
}
