import * as z from 'zod'
import { mailLeaves } from '#core/domain/mail.ts'
import type { SystemChecks, SystemState } from '#core/domain/system.ts'
import { siteChecks } from '#server/features/administration/site-checks.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { runChecks } from '#server/platform/checks/check.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { listProcesses } from '#server/platform/heartbeat/read-health.ts'
import { shortLine } from '#server/platform/log-line.ts'
import { readUpdateState } from '#server/platform/newer-version.ts'
import { countJobs, listFailedJobs } from '#server/platform/queue/failed-jobs.ts'
import { VERSION } from '#server/platform/version.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

/** Describes the server, and what it has seen lately. */
export async function readSystem(
  deps: Pick<FunctionDeps, 'sql' | 'mail' | 'ai' | 'storage' | 'updateCheckUrl'>,
): Promise<Response> {
  const { sql, mail, ai, storage, updateCheckUrl } = deps
  const [facts, taking, jobs, failed, update, transport, mailState, aiState] = await Promise.all([
    readFacts(sql),
    listProcesses(sql),
    countJobs(sql),
    listFailedJobs(sql),
    readUpdateState(sql, updateCheckUrl),
    mail.current(),
    mail.readState(),
    ai.readState(),
  ])
  const { trouble } = mailState
  return answer({
    ...taking,
    versions: {
      program: VERSION,
      schema: facts.schema,
      postgres: facts.postgres,
      node: process.versions.node,
    },
    update,
    jobs,
    failed,
    failed_count: jobs.reduce((sum, kind) => sum + kind.failed, 0),
    database_bytes: Number(facts.database_bytes),
    files: {
      count: facts.files,
      bytes: Number(facts.file_bytes),
      where: shortLine(storage.backend.description),
    },
    mail: {
      where: shortLine(transport.description),
      leaves: mailLeaves(transport),
      trouble: trouble && { at: trouble.at, reason: shortLine(trouble.reason) },
    },
    model: {
      name: aiState.connection && `${aiState.connection.provider} ${aiState.connection.model}`,
    },
  } satisfies SystemState)
}

interface Facts {
  postgres: string
  schema: string
  database_bytes: string
  files: number
  file_bytes: string
}

async function readFacts(sql: Sql): Promise<Facts> {
  const [facts] = await sql<[Facts]>`
    select current_setting('server_version') as postgres,
      (select release || ' ' || left(hash, 7) from private.schema_release) as schema,
      pg_database_size(current_database())::text as database_bytes,
      count(*)::int as files, coalesce(sum((metadata ->> 'size')::bigint), 0)::text as file_bytes
    from storage.objects`
  return facts
}

/** The checks of `npm run doctor`, from inside. */
export async function checkSystem(
  deps: Pick<
    FunctionDeps,
    'sql' | 'mail' | 'ai' | 'siteUrl' | 'dataDir' | 'trustProxy' | 'place' | 'backups'
  >,
): Promise<Response> {
  const { sql, mail, ai, siteUrl, dataDir, trustProxy, place, backups } = deps
  const findings = await runChecks(
    siteChecks({
      config: { siteUrl, dataDir, trustProxy, ...place },
      database: sql,
      openMail: () => mail.current(),
      model: ai,
      checkBackups: backups.check,
    }),
  )
  return answer({
    at: new Date().toISOString(),
    // A finding may quote what other servers said.
    findings: Object.entries(findings).map(([name, finding]) => ({
      name,
      ...finding,
      found: shortLine(finding.found),
    })),
  } satisfies SystemChecks)
}

const job = z.strictObject({ id: z.uuid() })
const MALFORMED = 'Name a job by its id.'
const gone = () => refuse(404, 'This job does not exist any more, or has not failed.')

type JobDeps = Pick<FunctionDeps, 'sql' | 'queue'>

/** Has a job that failed for good done again. */
export const retryJob = withBody(job, MALFORMED, async ({ sql, queue }: JobDeps, { id }, { userId }) => {
  const outcome = await queue.retry(id)
  if (outcome.status === 'gone') return gone()
  if (outcome.status === 'waiting') return refuse(409, 'Another job like this one waits or runs already.')
  await sql`
    select private.record_act('settings', 'retry_job', 'tried the failed job %s again', ${outcome.name},
      p_actor => ${userId}::uuid)`
  return answer({ status: 'retried' })
})

/** Forgets a job that failed for good. */
export const dismissJob = withBody(job, MALFORMED, async ({ sql, queue }: JobDeps, { id }, { userId }) => {
  const name = await queue.dismiss(id)
  if (name === null) return gone()
  await sql`
    select private.record_act('settings', 'dismiss_job', 'dismissed the failed job %s', ${name},
      p_actor => ${userId}::uuid)`
  return answer({ status: 'dismissed' })
})

/** Counts the addresses that have arrived in X-Forwarded-For, which is as many as there are proxies if the caller sent none. */
export async function countProxies(_deps: object, { request }: Call): Promise<Response> {
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim())
  return answer({ proxies: entries.length })
}
