import { randomUUID } from 'node:crypto'
import type { Follow } from '@fedify/vocab'
import type { Language } from '#core/i18n/languages.ts'
import { actorUrl, languageOfActor } from '#server/features/social/addresses.ts'
import type { Change, InboxDeps } from '#server/features/social/inbox/apply-activity.ts'
import { type RemoteActor, readActor } from '#server/features/social/inbox/read-actor.ts'
import { requireRoom } from '#server/features/social/inbox/require-room.ts'
import { writeActivity } from '#server/features/social/write-activity.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Everybody may follow who is not blocked. The answer is sent again each time, because the first one may have been lost. */
export async function follow(deps: InboxDeps, activity: Follow, actor: URL): Promise<Change | null> {
  const { social, settings, siteUrl, documentLoader, isBlocked } = deps
  const language = languageOfActor(siteUrl, activity.objectId)
  if (!language || !settings.languages.includes(language)) return null
  const follower = await readActor(social, actor, documentLoader)
  if (!follower) return null
  const followId = activity.id?.origin === actor.origin ? activity.id : null
  const kind = isBlocked ? 'Reject' : 'Accept'
  const id = randomUUID()
  const answer = new social.fedify[kind]({
    id: new URL(`${actorUrl(siteUrl, language)}#${kind.toLowerCase()}-${id}`),
    actor: new URL(actorUrl(siteUrl, language)),
    to: actor,
    object: new social.fedify.Follow({ id: followId, actor, object: activity.objectId }),
  })
  const body = await writeActivity(answer, social.contextLoader)
  return async (sql) => {
    await requireRoom(sql, follower, language)
    if (!isBlocked) await store(sql, follower, { language, followId: followId?.href ?? null })
    await sql`
      select private.send_social_activity(${id}, ${language}, ${kind}, null, ${body}, ${follower.inbox}, ${follower.host})`
  }
}

async function store(
  sql: Session,
  follower: RemoteActor,
  { language, followId }: { language: Language; followId: string | null },
): Promise<void> {
  await sql`
    insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name, follow_id)
    values (${language}, ${follower.actor}, ${follower.inbox}, ${follower.sharedInbox}, ${follower.host}, ${follower.handle},
      ${follower.name}, ${followId})
    on conflict (language, actor) do update set inbox = excluded.inbox, shared_inbox = excluded.shared_inbox,
      handle = excluded.handle, name = excluded.name, follow_id = excluded.follow_id`
  // Whoever follows from a server that was given up shows that it is back.
  await sql`
    update private.social_servers set left_at = null, failures = 0, failing_since = null, resumes_at = now()
    where host = ${follower.host} and left_at is not null`
}

/** Of a language, or by the id of the request. */
export const unfollow =
  (actor: URL, { language, followId }: { language?: Language; followId?: string }): Change =>
  async (sql) => {
    await sql`
      delete from private.social_followers
      where actor = ${actor.href} and (language = ${language ?? null} or follow_id = ${followId ?? null})`
  }
