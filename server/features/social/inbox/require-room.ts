import type { Language } from '#core/i18n/languages.ts'
import type { RemoteActor } from '#server/features/social/inbox/read-actor.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Of one server; more would be somebody who invents people. */
const MOST_FOLLOWERS_OF_HOST = 20_000
/** A server with more people has an inbox for all of them. As many of them are sent an article. */
const MOST_INBOXES_OF_HOST = 500
const MOST_FOLLOWERS = 1_000_000
/** Answers and articles that one server has not taken yet. */
const MOST_WAITING_FOR_HOST = 2_000

/** There is no room for another follower; the message says of what there is too much. */
export class NoRoom extends Error {
  override name = 'NoRoom'
}

/** Every follower costs a message for each article, so there is a bound to those of one server, and to what waits for it. */
export async function requireRoom(
  sql: Session,
  { actor, host, inbox, sharedInbox }: RemoteActor,
  language: Language,
): Promise<void> {
  const [found] = await sql<
    [{ isKnown: boolean; people: number; inboxes: number; all: number; waiting: number }]
  >`
    select
      exists (select from private.social_followers where language = ${language} and actor = ${actor}) as "isKnown",
      (select count(*)::integer from private.social_followers where host = ${host}) as people,
      (select count(distinct coalesce(shared_inbox, inbox))::integer from private.social_followers
        where host = ${host} and coalesce(shared_inbox, inbox) <> ${sharedInbox ?? inbox}) as inboxes,
      (select count(*)::integer from private.social_followers) as all,
      (select count(*)::integer from (
        select from private.social_deliveries where host = ${host} limit ${MOST_WAITING_FOR_HOST}) as due) as waiting`
  if (found.waiting >= MOST_WAITING_FOR_HOST)
    throw new NoRoom('This server has not taken the last two thousand messages yet.')
  if (found.isKnown) return
  if (found.people >= MOST_FOLLOWERS_OF_HOST || found.all >= MOST_FOLLOWERS)
    throw new NoRoom('This server has too many followers here.')
  if (found.inboxes >= MOST_INBOXES_OF_HOST)
    throw new NoRoom('This server has too many inboxes here. A shared inbox takes their place.')
}
