import type { DocumentLoader } from '@fedify/vocab-runtime'
import { parseBoundedJson } from '#server/features/social/remote/bounded-json.ts'
import { isAllowedTarget } from '#server/platform/links/post-message.ts'
import type { DocumentClient } from '#server/platform/links/request-document.ts'

/** Actors and keys are a few kilobytes. */
const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 8_000
export const ACTIVITY_TYPE = 'application/activity+json'
const ACCEPT = `${ACTIVITY_TYPE}, application/ld+json; profile="https://www.w3.org/ns/activitystreams"`
/** The only types that are accepted: a file that somebody has uploaded to a server must not pass for a statement of it. */
const IS_ACTIVITY = /^application\/(?:activity\+json|ld\+json)\s*(?:;|$)/i

/** The server says that the document is there no more (RFC 9110, 15.5.11). */
export class DocumentGone extends Error {
  override name = 'DocumentGone'
}

/** Signs a request for a document, because many servers answer nobody whom they do not know. */
export type SignRequest = (request: Request) => Promise<Record<string, string>>

/**
 * Gets actors and keys of other servers, from public addresses only, and from the server alone whose name is in the address. A document is
 * fetched once by each loader.
 */
export function createDocumentLoader(options: {
  documents: DocumentClient
  sign: SignRequest
  siteUrl: string
  /** Addresses of the own network that may be asked, also by http. */
  allowed: readonly string[]
}): DocumentLoader {
  const { documents, sign, siteUrl, allowed } = options
  const loaded = new Map<string, ReturnType<DocumentLoader>>()

  async function load(address: string, signal?: AbortSignal): ReturnType<DocumentLoader> {
    const url = URL.parse(address)
    if (!url || !isAllowedTarget(url, allowed)) throw new Error('The address is not one of a public server')
    if (url.origin === new URL(siteUrl).origin) throw new Error('The address is one of this site')
    url.hash = ''
    const headers = await sign(new Request(url, { headers: { accept: ACCEPT } }))
    const answer = await documents.request(url.href, {
      accept: ACCEPT,
      headers,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(signal && { signal }),
      onRedirect(next) {
        if (next.origin !== url.origin) throw new Error('The document is on another server')
      },
    })
    if (answer.status === 410) throw new DocumentGone()
    if (answer.status !== 200) throw new Error(`The server answered with ${answer.status}`)
    if (!IS_ACTIVITY.test(answer.headers['content-type'])) throw new Error('The document is of another type')
    const document = parseBoundedJson(answer.body.toString('utf8'))
    if (!document) throw new Error('The document is not bounded JSON')
    return { contextUrl: null, document, documentUrl: answer.url }
  }

  return (address, { signal } = {}) => {
    const key = address.replace(/#.*/, '')
    const known = loaded.get(key) ?? load(address, signal)
    loaded.set(key, known)
    return known
  }
}
