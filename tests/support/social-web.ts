import { randomUUID } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'

interface Account {
  /** The name as in @mara@social.example. */
  name: string
  host?: string
  /** The age in days. */
  ago?: number
}

const actorOf = (host: string, name: string) => `https://${host}/users/${name}`

/** Adds followers as if they had asked to follow. */
export async function addFollowers(
  sql: Sql,
  followers: readonly (Account & { language?: Language; displayName?: string })[],
): Promise<void> {
  for (const { name, host = 'social.example', ago = 0, language = 'en', displayName = name } of followers)
    await sql`
      insert into private.social_followers (language, actor, inbox, host, handle, name, since)
      values (${language}, ${actorOf(host, name)}, ${`${actorOf(host, name)}/inbox`}, ${host}, ${`@${name}@${host}`}, ${displayName},
        now() - make_interval(days => ${ago}))`
}

/** Adds likes, shares and replies as if they had been received. */
export async function addReactions(
  sql: Sql,
  reactions: readonly (Account & { article: string; kind: 'like' | 'announce' | 'reply'; body?: string })[],
): Promise<void> {
  for (const { article, kind, name, host = 'social.example', ago = 0, body = '' } of reactions)
    await sql`
      insert into private.social_reactions (article_id, kind, actor, host, uri, body, received_at)
      values (${article}, ${kind}, ${actorOf(host, name)}, ${host}, ${`https://${host}/${randomUUID()}`}, ${body},
        now() - make_interval(days => ${ago}))`
}

/** Adds a message that waits for a server, after an attempt that failed if there is a problem. */
export async function addSocialDelivery(
  sql: Sql,
  { host, problem = null, status = null }: { host: string; problem?: string | null; status?: number | null },
): Promise<void> {
  const id = randomUUID()
  await sql`insert into private.social_activities (id, language, kind, body) values (${id}, 'en', 'Create', '{}')`
  await sql`
    insert into private.social_deliveries (activity_id, inbox, host, problem, http_status)
    values (${id}, ${`https://${host}/inbox`}, ${host}, ${problem}, ${status})`
}
