import type { DocumentLoader } from '@fedify/vocab-runtime'
import { MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import { visibleText } from '#server/features/social/inbox/visible-text.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'

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
