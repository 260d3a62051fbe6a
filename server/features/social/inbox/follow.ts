import { randomUUID } from 'node:crypto'
import type { Follow } from '@fedify/vocab'
import type { Language } from '#core/i18n/languages.ts'
import { actorUrl, languageOfActor } from '#server/features/social/addresses.ts'
import type { Change, InboxDeps } from '#server/features/social/inbox/apply-activity.ts'
import { readActor } from '#server/features/social/inbox/read-actor.ts'

/** Of one server; more would be somebody who invents people. */
const MOST_FOLLOWERS_OF_HOST = 20_000
const MOST_FOLLOWERS = 1_000_000
/** Messages for one server that could not be sent yet; further answers are left out until it asks again. */
const MOST_WAITING = 30_000

/** There is no room for another follower of this server. */
export class TooManyFollowers extends Error {
  override name = 'TooManyFollowers'
}

/** Everybody may follow. The answer is sent again each time, because the first one may have been lost. */
export async function follow(deps: InboxDeps, activity: Follow, actor: URL): Promise<Change | null> {
  const { social, settings, siteUrl, documentLoader } = deps
  const language = languageOfActor(siteUrl, activity.objectId)
  if (!language || !settings.languages.includes(language)) return null
  const follower = await readActor(social, actor, documentLoader)
  if (!follower) return null
  const followId = activity.id?.origin === actor.origin ? activity.id : null
  const id = randomUUID()
  const accept = new social.fedify.Accept({
    id: new URL(`${actorUrl(siteUrl, language)}#accept-${id}`),
    actor: new URL(actorUrl(siteUrl, language)),
    to: actor,
    object: new social.fedify.Follow({ id: followId, actor, object: activity.objectId }),
  })
  const body = JSON.stringify(await accept.toJsonLd({ contextLoader: social.contextLoader }))
  return async (sql) => {
    const added = await sql`
      insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name, follow_id)
      select ${language}, ${follower.actor}, ${follower.inbox}, ${follower.sharedInbox}, ${follower.host}, ${follower.handle},
        ${follower.name}, ${followId?.href ?? null}
      where (select count(*) from private.social_followers where host = ${follower.host}) < ${MOST_FOLLOWERS_OF_HOST}
        and (select count(*) from private.social_followers) < ${MOST_FOLLOWERS}
        or exists (select from private.social_followers where language = ${language} and actor = ${follower.actor})
      on conflict (language, actor) do update set inbox = excluded.inbox, shared_inbox = excluded.shared_inbox,
        handle = excluded.handle, name = excluded.name, follow_id = excluded.follow_id
      returning 1`
    if (added.length === 0) throw new TooManyFollowers()
    // Whoever follows from a server that was given up shows that it is back.
    await sql`
      update private.social_servers set left_at = null, failures = 0, failing_since = null, resumes_at = now()
      where host = ${follower.host} and left_at is not null`
    await sql`
      select private.send_social_activity(${id}, ${language}, 'Accept', null, ${body}, ${follower.inbox}, ${follower.host})
      where (select count(*) from private.social_deliveries where host = ${follower.host}) < ${MOST_WAITING}`
  }
}

/** Of a language, or by the id of the request. */
export const unfollow =
  (actor: URL, { language, followId }: { language?: Language; followId?: string }): Change =>
  async (sql) => {
    await sql`
      delete from private.social_followers
      where actor = ${actor.href} and (language = ${language ?? null} or follow_id = ${followId ?? null})`
  }
