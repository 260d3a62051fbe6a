import type { Session } from '#server/platform/database/connection.ts'

/**
 * Follows a language with so many people of a server, p1, p2 …, without asking. `host` is the name that the server goes by, so that one
 * server of a test can stand for many.
 */
export async function addFollowers(
  sql: Session,
  url: string,
  { count = 1, language = 'en', shares = true, host = new URL(url).host } = {},
): Promise<void> {
  await sql`
    insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name)
    select ${language}, ${url} || '/users/p' || n, ${url} || '/users/p' || n || '/inbox',
      case when ${shares}::boolean then ${url} || '/inbox' end, ${host}, '@p', ''
    from generate_series(1, ${count}::integer) as n`
}
