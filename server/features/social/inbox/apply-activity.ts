import { randomUUID } from 'node:crypto'
import type { Activity, Follow, Move } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { actorUrl, languageOfActor, MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import { writeActivity } from '#server/features/social/describe-article.ts'
import { type RemoteActor, readActor, requireRoom } from '#server/features/social/inbox/followers.ts'
import { findReaction, storeReaction } from '#server/features/social/inbox/reactions.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { isAllowedTarget } from '#server/platform/links/post-message.ts'

export interface InboxDeps {
  sql: Session
  social: SocialWeb
  settings: Settings
  siteUrl: string
  /** Reads the actor who has sent it. */
  documentLoader: DocumentLoader
  /** True if its actor may not follow. Nothing else of somebody who is blocked gets here. */
  isBlocked: boolean
  isFollower: boolean
}

/** The change that an activity makes, to be done in the transaction in which it is noted as received. */
export type Change = (sql: Session) => Promise<void>

/** Says what an activity of a known actor changes; null for what is not for us. What it names is taken from its address alone: nothing else is fetched. */
export async function applyActivity(deps: InboxDeps, activity: Activity, actor: URL): Promise<Change | null> {
  const { fedify } = deps.social
  if (activity instanceof fedify.Follow) return follow(deps, activity, actor)
  if (activity instanceof fedify.Undo) return undo(deps, activity, actor)
  if (activity instanceof fedify.Block) {
    const language = languageOfActor(deps.siteUrl, activity.objectId)
    return language && unfollow(actor, { language })
  }
  if (activity instanceof fedify.Delete) return remove(actor, activity.objectId)
  if (activity instanceof fedify.Update) return update(deps, activity, actor)
  if (activity instanceof fedify.Move) return move(deps, activity, actor)
  const reaction = await findReaction(deps, activity, actor)
  return reaction && storeReaction(reaction)
}

/** Everybody may follow who is not blocked. The answer is sent again each time, because the first one may have been lost. */
async function follow(deps: InboxDeps, activity: Follow, actor: URL): Promise<Change | null> {
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
const unfollow =
  (actor: URL, { language, followId }: { language?: Language; followId?: string }): Change =>
  async (sql) => {
    await sql`
      delete from private.social_followers
      where actor = ${actor.href} and (language = ${language ?? null} or follow_id = ${followId ?? null})`
  }

/** Takes back a follow, a like or a share: by its id, or by what it was about, because not everybody remembers ids. */
async function undo(deps: InboxDeps, activity: Activity, actor: URL): Promise<Change | null> {
  const { fedify, contextLoader } = deps.social
  const id = activity.objectId
  const undone = await activity.getObject({ contextLoader, documentLoader: refuse, suppressError: true })
  if (undone instanceof fedify.Follow) {
    const language = languageOfActor(deps.siteUrl, undone.objectId)
    return language && unfollow(actor, { language })
  }
  const reaction = undone instanceof fedify.Activity ? await findReaction(deps, undone, actor) : null
  return async (sql) => {
    if (reaction && reaction.kind !== 'reply')
      await sql`
        delete from private.social_reactions
        where actor = ${actor.href} and article_id = ${reaction.articleId} and kind = ${reaction.kind}`
    if (!id) return
    await sql`
      delete from private.social_reactions where actor = ${actor.href} and uri = ${id.href} and kind <> 'reply'`
    await unfollow(actor, { followId: id.href })(sql)
  }
}

/** Everything that an actor has done who is no more. */
export const forget =
  (actor: URL): Change =>
  async (sql) => {
    await sql`delete from private.social_followers where actor = ${actor.href}`
    await sql`delete from private.social_reactions where actor = ${actor.href}`
  }

function remove(actor: URL, object: URL | null): Change | null {
  if (!object) return null
  if (object.href === actor.href) return forget(actor)
  return async (sql) => {
    await sql`delete from private.social_reactions where actor = ${actor.href} and uri = ${object.href}`
  }
}

/** Of a reply that is known, or of somebody who follows. */
async function update(deps: InboxDeps, activity: Activity, actor: URL): Promise<Change | null> {
  if (activity.objectId?.href === actor.href) {
    const found = await readActor(deps.social, actor, deps.documentLoader)
    return (
      found &&
      (async (sql) => {
        await sql`
          update private.social_followers set inbox = ${found.inbox}, shared_inbox = ${found.sharedInbox},
            handle = ${found.handle}, name = ${found.name}
          where actor = ${actor.href}`
      })
    )
  }
  const reaction = await findReaction(deps, activity, actor)
  if (!reaction?.reply) return null
  const { body, warning, attachments } = reaction.reply
  return async (sql) => {
    await sql`
      update private.social_reactions set body = ${body}, warning = ${warning},
        attachments = ${JSON.stringify(attachments)}::jsonb, changed_at = now()
      where actor = ${actor.href} and uri = ${reaction.uri} and kind = 'reply'
        and (body, warning, attachments) is distinct from (${body}, ${warning}, ${JSON.stringify(attachments)}::jsonb)`
  }
}

/** Somebody who follows goes on at another address, if whoever is there says so too (as Mastodon has it: `alsoKnownAs`). */
async function move(deps: InboxDeps, activity: Move, actor: URL): Promise<Change | null> {
  const { social, siteUrl, documentLoader, isFollower } = deps
  const target = activity.targetId
  if (
    !isFollower ||
    !target ||
    target.href.length > MAX_ADDRESS_LENGTH ||
    activity.objectId?.href !== actor.href
  )
    return null
  if (target.origin === new URL(siteUrl).origin || !isAllowedTarget(target, social.client.allowed))
    return null
  const found = await readActor(social, target, documentLoader)
  if (!found?.aliases.includes(actor.href)) return null
  return async (sql) => {
    const left = await sql<{ language: Language }[]>`
      delete from private.social_followers where actor = ${actor.href} returning language`
    for (const { language } of left) {
      await requireRoom(sql, found, language)
      await sql`
        insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name)
        select ${language}, ${found.actor}, ${found.inbox}, ${found.sharedInbox}, ${found.host}, ${found.handle}, ${found.name}
        where not private.is_socially_blocked(${found.actor}, ${found.host})
        on conflict (language, actor) do nothing`
    }
  }
}

const refuse: DocumentLoader = () => Promise.reject(new Error('Nothing is fetched for an activity'))
