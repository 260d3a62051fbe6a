import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Longer than what is sent in one turn takes; a process that does not end its turn in this time has ended. */
const TURN_SECONDS = 60

export interface DueDelivery {
  id: string
  inbox: string
  attempts: number
  language: Language
  body: string
}

/** Takes the turn with a server for which something is due, so that it gets one request at a time; null when nothing is due. */
export async function takeServer(sql: Session): Promise<string | null> {
  const [server] = await sql<[{ host: string }?]>`
    update private.social_servers set resumes_at = now() + make_interval(secs => ${TURN_SECONDS})
    where host = (
      select host from private.social_servers as server
      where resumes_at <= now() and left_at is null
        and exists (select from private.social_deliveries where host = server.host)
      order by resumes_at limit 1 for update skip locked)
    returning host`
  return server?.host ?? null
}

/** The oldest message for a server, so that they arrive in their order. */
export async function findDue(sql: Session, host: string): Promise<DueDelivery | null> {
  const [due] = await sql<[DueDelivery?]>`
    select delivery.id, inbox, attempts, language, body
    from private.social_deliveries as delivery join private.social_activities as activity on activity.id = activity_id
    where host = ${host} order by delivery.id limit 1`
  return due ?? null
}

export async function endTurn(sql: Session, host: string): Promise<void> {
  await sql`
    update private.social_servers set resumes_at = now(), failures = 0, failing_since = null, problem = null
    where host = ${host}`
}
