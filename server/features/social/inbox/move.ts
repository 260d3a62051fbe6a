import type { Move } from '@fedify/vocab'
import type { Language } from '#core/i18n/languages.ts'
import { MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import type { Change, InboxDeps } from '#server/features/social/inbox/apply-activity.ts'
import { readActor } from '#server/features/social/inbox/read-actor.ts'
import { requireRoom } from '#server/features/social/inbox/require-room.ts'
import { isAllowedTarget } from '#server/features/webhooks/post-message.ts'

/** Somebody who follows goes on at another address, if whoever is there says so too (as Mastodon has it: `alsoKnownAs`). */
export async function move(deps: InboxDeps, activity: Move, actor: URL): Promise<Change | null> {
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
