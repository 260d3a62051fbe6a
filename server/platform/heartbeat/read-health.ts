import type { Health } from '#core/domain/system.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { GONE_SECONDS } from '#server/platform/heartbeat/heartbeat.ts'
import { FAILED } from '#server/platform/queue/failed-jobs.ts'

/** Counts the problems in one statement, because every page of the desk asks. */
export async function readHealth(sql: Session): Promise<Health> {
  const [health] = await sql<[Health]>`
    select
      (select count(*)::int from pgboss.job where ${FAILED}) as failed_jobs,
      (select count(*)::int from private.processes
        where seen_at < now() - make_interval(secs => ${GONE_SECONDS})) as processes_gone,
      array(select distinct kind #>> '{}' from private.processes,
        jsonb_path_query(report, '$.faults[*] ? (@.ended_at == null).kind') as kind
        where seen_at >= now() - make_interval(secs => ${GONE_SECONDS}) order by 1) as faults`
  return health
}
