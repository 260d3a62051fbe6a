import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'

/** The beginning of all addresses of the social web; those of WebFinger and NodeInfo are where their standards want them. */
export const SOCIAL_PREFIX = '/activitypub'

/** Templates of RFC 6570, as Fedify takes them. */
export const ACTOR_PATH = `${SOCIAL_PREFIX}/{identifier}` as const
export const INBOX_PATH = `${SOCIAL_PREFIX}/{identifier}/inbox` as const
export const OUTBOX_PATH = `${SOCIAL_PREFIX}/{identifier}/outbox` as const
export const FOLLOWERS_PATH = `${SOCIAL_PREFIX}/{identifier}/followers` as const
export const OBJECT_PATH = `${SOCIAL_PREFIX}/articles/{id}` as const
export const SHARED_INBOX_PATH = `${SOCIAL_PREFIX}/inbox`
export const NODE_INFO_PATH = `${SOCIAL_PREFIX}/nodeinfo/2.1`

/** Of addresses of others; longer ones are not stored. */
export const MAX_ADDRESS_LENGTH = 1_000

/** An article as others know it: one that is published again after it was deleted is another one. */
export interface ObjectName {
  articleId: string
  generation: number
}

const OBJECT_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([1-9]\d{0,5}))?$/

export const objectIdOf = ({ articleId, generation }: ObjectName): string =>
  generation === 1 ? articleId : `${articleId}-${generation}`

export function readObjectId(id: string): ObjectName | null {
  const [, articleId, generation = '1'] = OBJECT_ID.exec(id) ?? []
  return articleId ? { articleId, generation: Number(generation) } : null
}

export const actorUrl = (siteUrl: string, language: Language): string =>
  `${siteUrl}${SOCIAL_PREFIX}/${language}`

export const objectUrl = (siteUrl: string, name: ObjectName): string =>
  `${siteUrl}${SOCIAL_PREFIX}/articles/${objectIdOf(name)}`

/**
 * The account that a resource of WebFinger means, as its canonical name; null for anything else. People write `@en@paper.example` and paste
 * the address of the front page, and servers write names in small letters or in capitals (RFC 7565, section 7: hosts have none).
 */
export function accountOf(siteUrl: string, resource: string): string | null {
  const { host } = new URL(siteUrl)
  const name = /^(?:acct:)?@?([^@:/]+)@([^@/?#\\\s]+)$/i.exec(resource.trim())
  if (name)
    return URL.parse(`https://${name[2]}`)?.host === host ? `acct:${name[1]?.toLowerCase()}@${host}` : null
  const address = URL.parse(resource.trim())
  if (address?.host !== host || !/^https?:$/.test(address.protocol)) return null
  const language =
    address.pathname === '/'
      ? (address.searchParams.get('lang') ?? DEFAULT_LANGUAGE)
      : languageOfActor(siteUrl, new URL(address.pathname, siteUrl))
  return language && `acct:${language}@${host}`
}

/** The language of one of our actors; null for any other address. */
export function languageOfActor(siteUrl: string, address: URL | null): Language | null {
  const prefix = `${siteUrl}${SOCIAL_PREFIX}/`
  const rest = address?.href.startsWith(prefix) ? address.href.slice(prefix.length) : ''
  return isLanguage(rest) ? rest : null
}

/** The article of one of our objects; null for any other address. */
export function articleOfObject(siteUrl: string, address: URL | null): ObjectName | null {
  const prefix = `${siteUrl}${SOCIAL_PREFIX}/articles/`
  return address?.href.startsWith(prefix) ? readObjectId(address.href.slice(prefix.length)) : null
}
