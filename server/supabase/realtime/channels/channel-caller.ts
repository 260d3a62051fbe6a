import {
  compile,
  type Fragment,
  fragment,
  joined,
  raw,
  type Statement,
} from '#server/platform/database/fragment.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { Condition } from '#server/supabase/rest/query.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase } from '#server/supabase/rest/rest-error.ts'
import { type DatabaseIdentity, identityOf, runAs } from '#server/supabase/rest/run-query.ts'

const ARTICLE_TOPIC = 'realtime:article:'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The caller to whom a channel belongs. */
export interface ChannelCaller {
  /** Callers with the same key have the same rights: their role and their claims are equal. */
  key: string
  identity: DatabaseIdentity
  /** Null for the service role, which no session belongs to. */
  userId: string | null
  /** The expiry of the access token, in milliseconds since 1970. */
  expiresAt: number
}

/** Null for callers who are not signed in. */
export function channelCallerOf(caller: Caller): ChannelCaller | null {
  if (caller.kind !== 'user' && caller.kind !== 'service') return null
  const identity = identityOf(caller, '')
  const expires = caller.kind === 'user' ? caller.claims.exp : undefined
  return {
    key: `${identity.role} ${identity.claims}`,
    identity,
    userId: caller.kind === 'user' ? caller.userId : null,
    expiresAt: expires === undefined ? Number.POSITIVE_INFINITY : expires * 1000,
  }
}

/** The channels of each caller. */
export function groupByCaller<Item extends { caller: ChannelCaller }>(
  channels: Iterable<Item>,
): Map<string, [Item, ...Item[]]> {
  return Map.groupBy(channels, ({ caller }) => caller.key) as Map<string, [Item, ...Item[]]>
}

/** The permissions of a caller at this moment, according to the database. */
export interface CallerPermissions {
  /** False once its session has ended. */
  isSignedIn: boolean
  /** Has a role, so that it may join private channels. */
  isMember: boolean
  isAdministrator: boolean
  /** The name by which colleagues know the person; null for the service role. */
  name: string | null
  /** Returns true if it may join this private channel, for a topic that was part of the query. */
  mayJoin(topic: string): boolean
}

/** The database's row about a caller. */
interface Told {
  isMember: boolean
  isAdministrator: boolean
  name: string | null
  articles: string[]
}

/**
 * Calls the same functions that the policies use. The query also casts the values of conditions to the types of their columns, so
 * that a filter with an invalid value is refused before it is used.
 * @throws RestError
 */
export async function readPermissions(
  pools: RequestPools,
  caller: ChannelCaller,
  { topics = [], conditions = [] }: { topics?: readonly string[]; conditions?: Condition[] } = {},
): Promise<CallerPermissions> {
  try {
    const told = caller.userId === null ? fragment`null` : toldOfPerson(articlesOfTopics(topics))
    const statement = statementOf(told, conditions)
    const { count, body } = await runAs(pools, caller.identity, statement, { reads: true })
    if (caller.userId === null)
      return { isSignedIn: true, isMember: true, isAdministrator: true, name: null, mayJoin: () => true }
    const { articles, ...person } = JSON.parse(body ?? '') as Told
    return {
      isSignedIn: count === 1,
      ...person,
      mayJoin(topic) {
        const article = articleOfTopic(topic)
        return person.isMember && (article === null || articles.includes(article))
      },
    }
  } catch (error) {
    throw fromDatabase(error, { isAnonymous: false })
  }
}

const toldOfPerson = (articles: string[]) => fragment`json_build_object(
  'isMember', private.is_member(), 'isAdministrator', private.is_admin(), 'name', private.name_of_person(auth.uid()),
  'articles', array(select id from unnest(${articles}::uuid[]) as id where private.reads_article(id)))::text`

/** The id of the article that a topic belongs to, which only readers of that article may join; null for other topics. */
function articleOfTopic(topic: string): string | null {
  return topic.startsWith(ARTICLE_TOPIC) ? topic.slice(ARTICLE_TOPIC.length) : null
}

/** The articles of the topics that belong to one, by id. Topics with anything but an id belong to nobody. */
const articlesOfTopics = (topics: readonly string[]): string[] =>
  [...new Set(topics.map(articleOfTopic).filter((id) => id !== null && UUID.test(id)))] as string[]

function statementOf(told: Fragment, conditions: Condition[]): Statement {
  const values = conditions.flatMap((condition) => {
    if (condition.kind === 'in') return fragment`${condition.values}::${raw(`${condition.column.type}[]`)}`
    return condition.kind === 'comparison' ? fragment`${condition.value}::${raw(condition.column.type)}` : []
  })
  const cast = values.length > 0 ? fragment`num_nulls(${joined(values)})` : fragment`0`
  return compile(
    fragment`select private.session_is_alive()::int as count, ${told} as body, ${cast} as total, null as inserted`,
  )
}
