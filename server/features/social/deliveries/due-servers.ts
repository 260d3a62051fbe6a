import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Longer than a turn takes (deliver.ts); a process that does not end its turn in this time has ended. */
const TURN_SECONDS = 60
/** A server with more has its next turn after the others. */
const MOST_OF_TURN = 20

export interface DueDelivery {
  id: string
  activityId: string
  inbox: string
  attempts: number
  language: Language
}

/** Servers for which something is due. Those that failed last come last, so that no other waits for them. */
export async function listDueServers(sql: Session, limit: number): Promise<string[]> {
  const due = await sql<{ host: string }[]>`
    select host from private.social_servers as server
    where resumes_at <= now() and left_at is null
      and exists (select from private.social_deliveries where host = server.host)
    order by failures > 0, resumes_at limit ${limit}`
  return due.map(({ host }) => host)
}

/**
 * Takes the turn with a server, so that it gets one request at a time in all processes: the oldest message of each inbox, so that they
 * arrive in their order. An inbox that failed comes after the others. Empty when another process has the turn, or nothing is due any more.
 */
export async function takeTurn(sql: Session, host: string): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    with taken as (
      update private.social_servers set resumes_at = now() + make_interval(secs => ${TURN_SECONDS})
      where host = ${host} and resumes_at <= now() and left_at is null
        and exists (select from private.social_deliveries where host = ${host})
      returning host)
    select oldest.id, activity_id as "activityId", inbox, attempts, language
    from (
      select distinct on (inbox) delivery.* from private.social_deliveries as delivery join taken using (host)
      order by inbox, id) as oldest
    join private.social_activities as activity on activity.id = activity_id
    order by attempts, oldest.id limit ${MOST_OF_TURN}`
}

export async function endTurn(sql: Session, host: string): Promise<void> {
  await sql`
    update private.social_servers set resumes_at = now(), failures = 0, failing_since = null, problem = null
    where host = ${host}`
}
