import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Language } from '#core/i18n/languages.ts'
import { MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Somebody on another server, as far as it is kept. */
export interface RemoteActor {
  actor: string
  inbox: string
  sharedInbox: string | null
  host: string
  handle: string
  name: string
  /** Other addresses that they say are theirs too. */
  aliases: string[]
}

/** An actor cannot be read now. */
export class UnreadableActor extends Error {
  override name = 'UnreadableActor'
}

const MAX_NAME = 100

/**
 * Reads an actor of another server; null for what is none. Inboxes on a third server are not used: whoever follows could have it flooded
 * with our messages.
 */
export async function readActor(
  { fedify, contextLoader }: Pick<SocialWeb, 'fedify' | 'contextLoader'>,
  address: URL,
  documentLoader: DocumentLoader,
): Promise<RemoteActor | null> {
  const { document } = await documentLoader(address.href).catch((cause) => {
    throw new UnreadableActor('An actor cannot be read', { cause })
  })
  const found = await fedify.Object.fromJsonLd(document, { contextLoader, documentLoader })
  if (!fedify.isActor(found) || found.id?.href !== address.href) return null
  const { inboxId, endpoints, preferredUsername, name } = found
  if (inboxId?.origin !== address.origin) return null
  if (inboxId.href.length > MAX_ADDRESS_LENGTH) return null
  const shared = endpoints?.sharedInbox
  const isShared = shared?.origin === address.origin && shared.href.length <= MAX_ADDRESS_LENGTH
  const username = visibleText(String(preferredUsername ?? ''), MAX_NAME)
  return {
    actor: address.href,
    inbox: inboxId.href,
    sharedInbox: isShared ? shared.href : null,
    host: address.host,
    handle: username ? `@${username}@${address.host}` : address.href.slice(0, MAX_NAME),
    name: visibleText(String(name ?? ''), MAX_NAME),
    aliases: found.aliasIds.map(({ href }) => href),
  }
}

/** Of one server; more would be somebody who invents people. */
const MOST_FOLLOWERS_OF_HOST = 20_000
/** A server with more people has an inbox for all of them. As many of them are sent an article. */
const MOST_INBOXES_OF_HOST = 500
const MOST_FOLLOWERS = 1_000_000
/** Answers and articles that one server has not taken yet. */
const MOST_WAITING_FOR_HOST = 2_000

/** There is no room for another follower; the message says of what there is too much. */
export class NoRoom extends Error {
  override name = 'NoRoom'
}

/** Every follower costs a message for each article, so there is a bound to those of one server, and to what waits for it. */
export async function requireRoom(
  sql: Session,
  { actor, host, inbox, sharedInbox }: RemoteActor,
  language: Language,
): Promise<void> {
  const [found] = await sql<
    [{ isKnown: boolean; people: number; inboxes: number; all: number; waiting: number }]
  >`
    select
      exists (select from private.social_followers where language = ${language} and actor = ${actor}) as "isKnown",
      (select count(*)::integer from private.social_followers where host = ${host}) as people,
      (select count(distinct coalesce(shared_inbox, inbox))::integer from private.social_followers
        where host = ${host} and coalesce(shared_inbox, inbox) <> ${sharedInbox ?? inbox}) as inboxes,
      (select count(*)::integer from private.social_followers) as all,
      (select count(*)::integer from (
        select from private.social_deliveries where host = ${host} limit ${MOST_WAITING_FOR_HOST}) as due) as waiting`
  if (found.waiting >= MOST_WAITING_FOR_HOST)
    throw new NoRoom('This server has not taken the last two thousand messages yet.')
  if (found.isKnown) return
  if (found.people >= MOST_FOLLOWERS_OF_HOST || found.all >= MOST_FOLLOWERS)
    throw new NoRoom('This server has too many followers here.')
  if (found.inboxes >= MOST_INBOXES_OF_HOST)
    throw new NoRoom('This server has too many inboxes here. A shared inbox takes their place.')
}

/** Returns what others call themselves, and what they write, without what nobody sees, which could hide or reverse other text. */
export const visibleText = (text: string, most: number): string =>
  text
    .slice(0, most * 4)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
