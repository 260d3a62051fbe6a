import type { DocumentLoader } from '@fedify/vocab-runtime'
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
type SignRequest = (request: Request) => Promise<Record<string, string>>

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

const MOST_VALUES = 2_000
/** Each may have a type that some context gives meaning of its own. */
const MOST_OBJECTS = 250
const DEEPEST = 32
/** In all contexts of the document together, which cost more than other values. */
const MOST_VALUES_OF_CONTEXTS = 300
/** Each is processed anew. An `Update` of Fedify has 16 of them, with its proof. */
const MOST_CONTEXTS = 20
/** Within a context: one for a single term is processed for each of its values, and a base for each address. */
const REFUSED_IN_CONTEXTS = new Set(['@base', '@context', '@import'])

/**
 * The object that a document of another server says, null when it says none, or has more values or levels than any honest one: processing
 * JSON-LD takes time and stack for each of them.
 */
export function parseBoundedJson(text: string): Record<string, unknown> | null {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return null
  }
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isObject && isBounded(document) ? (document as Record<string, unknown>) : null
}

/** Works without recursion, because the depth is what is not known yet. */
function isBounded(document: unknown): boolean {
  const waiting = [{ value: document, depth: 0, isContext: false, isOfContext: false }]
  const counts = { values: 0, objects: 0, contexts: 0, ofContexts: 0 }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, isContext, isOfContext } = next
    counts.values += 1
    if (isOfContext) counts.ofContexts += 1
    if (isContext && !Array.isArray(value)) counts.contexts += 1
    const isComposed = typeof value === 'object' && value !== null
    if (isComposed && !Array.isArray(value)) counts.objects += 1
    if (depth > DEEPEST || exceeds(counts)) return false
    if (!isComposed) continue
    for (const [key, inner] of Object.entries(value)) {
      if (waiting.length > MOST_VALUES || (isOfContext && REFUSED_IN_CONTEXTS.has(key))) return false
      waiting.push({
        value: inner,
        depth: depth + 1,
        isContext: key === '@context' || (isContext && Array.isArray(value)),
        isOfContext: isOfContext || key === '@context',
      })
    }
  }
  return true
}

const exceeds = (counts: { values: number; objects: number; contexts: number; ofContexts: number }) =>
  counts.values > MOST_VALUES ||
  counts.objects > MOST_OBJECTS ||
  counts.contexts > MOST_CONTEXTS ||
  counts.ofContexts > MOST_VALUES_OF_CONTEXTS
