import type { Client } from '#core/data/client.ts'
import { type PageOptions, partOf } from '#core/data/postgrest.ts'
import type {
  SocialBlock,
  SocialFollower,
  SocialReactions,
  SocialReply,
  SocialServer,
  SocialWebSums,
} from '#core/domain/social-web.ts'

export async function readSocialWeb(client: Client): Promise<SocialWebSums> {
  const { data } = await client.rpc('read_social_web').throwOnError()
  return data
}

/** The followers of a language, the newest first. */
export async function listSocialFollowers(client: Client, options: PageOptions): Promise<SocialFollower[]> {
  const { data } = await client.rpc('list_social_followers', partOf(options)).throwOnError()
  return data
}

/** The replies of others, the newest first. */
export async function listSocialReplies(client: Client, options: PageOptions): Promise<SocialReply[]> {
  const { data } = await client.rpc('list_social_replies', partOf(options)).throwOnError()
  return data
}

/** The reactions of others to these articles, or to those with the latest reactions; articles without any are missing. */
export async function listSocialReactions(
  client: Client,
  articleIds: readonly string[] | null = null,
): Promise<SocialReactions[]> {
  const { data } = await client
    .rpc('list_social_reactions', { p_article_ids: articleIds && [...articleIds] })
    .throwOnError()
  return data
}

/** Servers that reject messages, those that fail for longest first, and then those that were given up. */
export async function listSocialServers(client: Client): Promise<SocialServer[]> {
  const { data } = await client.rpc('list_social_servers').throwOnError()
  return data
}

/** The blocked people and servers, the latest first. */
export async function listSocialBlocks(client: Client): Promise<SocialBlock[]> {
  const { data } = await client.rpc('list_social_blocks').throwOnError()
  return data
}

/** Blocks a person, by address or handle, or a server, by its name. */
export async function blockOnSocialWeb(client: Client, whom: string): Promise<void> {
  await client.rpc('block_on_social_web', { p_whom: whom }).throwOnError()
}

export async function unblockOnSocialWeb(client: Client, { kind, value }: SocialBlock): Promise<void> {
  await client.rpc('unblock_on_social_web', { p_kind: kind, p_value: value }).throwOnError()
}
