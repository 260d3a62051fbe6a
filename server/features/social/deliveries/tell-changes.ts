import { createHash, randomUUID } from 'node:crypto'
import type { Article } from '@fedify/vocab'
import type { Language } from '#core/i18n/languages.ts'
import type { Services } from '#server/features/services.ts'
import { objectUrl } from '#server/features/social/addresses.ts'
import { describeArticle, wrapInActivity, writeActivity } from '#server/features/social/describe-article.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'
import { findSocialArticle } from '#server/features/social/published-articles.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Makes messages of what has changed. */
export const tellSocialWebJob = defineScheduledJob('tell-social-web')

type Deps = Pick<Services, 'sql' | 'settings' | 'siteUrl' | 'imageSource' | 'openSocialWeb'>

/** Compares every article that has changed with what others have of it, and tells them the difference. */
export async function tellChanges(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.settings.current().social_web) return
  let isDone = (await deps.sql`select from private.social_changes limit 1`).length === 0
  if (isDone) return
  const social = await deps.openSocialWeb()
  while (!isDone && !signal.aborted)
    isDone = await deps.sql.transaction(async (transaction) => {
      const [change] = await transaction<[{ id: string; isNew: boolean }?]>`
        select article_id as id, is_new as "isNew" from private.social_changes
        order by changed_at limit 1 for update skip locked`
      if (!change) return true
      await tellChange({ ...deps, social, sql: transaction }, change)
      await transaction`delete from private.social_changes where article_id = ${change.id}`
      return false
    })
}

async function tellChange(
  deps: Omit<Deps, 'sql'> & { sql: Session; social: SocialWeb },
  { id, isNew }: { id: string; isNew: boolean },
): Promise<void> {
  const { sql, social, siteUrl, settings } = deps
  const [live] = await sql<[{ generation: number; hash: string; language: Language }?]>`
    select generation, hash, language from private.social_posts where article_id = ${id} and deleted_at is null`
  const article = await findSocialArticle(sql, id)
  if (!article) {
    if (!live) return
    await sql`update private.social_posts set deleted_at = now() where article_id = ${id} and deleted_at is null`
    const gone = new social.fedify.Article({
      id: new URL(objectUrl(siteUrl, { articleId: id, generation: live.generation })),
    })
    return send(deps, gone, { kind: 'Delete', language: live.language, articleId: id })
  }
  const object = await describeArticle(article, {
    ...deps,
    fedify: social.fedify,
    settings: settings.current(),
  })
  const hash = await hashOf(object, social)
  if (live?.hash === hash) return
  // Articles that were published before anybody could follow are not told as new.
  const kind = live || !isNew ? 'Update' : 'Create'
  await sql`
    insert into private.social_posts (article_id, generation, language, hash)
    values (${id}, ${article.generation}, ${article.language}, ${hash})
    on conflict (article_id, generation) do update set hash = excluded.hash, updated_at = now()`
  await send(deps, object, { kind, language: article.language, articleId: id })
}

/** Of everything but the moment of the change. */
async function hashOf(object: Article, { contextLoader }: SocialWeb): Promise<string> {
  const { updated: _, ...said } = (await object.toJsonLd({ contextLoader })) as Record<string, unknown>
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

/** Stores a message with a proof of its own (FEP-8b32), so that it can be passed on. */
async function send(
  { sql, social, siteUrl }: { sql: Session; social: SocialWeb; siteUrl: string },
  object: Article,
  {
    kind,
    language,
    articleId,
  }: { kind: 'Create' | 'Update' | 'Delete'; language: Language; articleId: string },
): Promise<void> {
  const { fedify, context, contextLoader } = social
  const activity = wrapInActivity(object, { kind, language, siteUrl, fedify })
  const pair = (await context.getActorKeyPairs(language)).find(
    ({ privateKey }) => privateKey.algorithm.name === 'Ed25519',
  )
  const signed = pair?.multikey.id
    ? await fedify.signObject(activity, pair.privateKey, pair.multikey.id, { contextLoader })
    : activity
  const body = await writeActivity(signed, contextLoader)
  await sql`select private.send_social_activity(${randomUUID()}, ${language}, ${kind}, ${articleId}, ${body})`
}
