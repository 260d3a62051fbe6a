import { createClient } from '@supabase/supabase-js'
import { browserFetch } from '#app/browser-fetch.ts'
import { PUBLISHABLE_KEY_META } from '#app/document/inline-parts.ts'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'

let client: Client | undefined

/**
 * The official client of the browser, on the origin of the page; it stores and refreshes the session itself.
 * Reader pages import this file only when something needs it, because it is larger than the rest of the page.
 * @throws when the page contains no key, as some error pages
 */
export function browserClient(): Client {
  client ??= createClient<Database>(window.location.origin, readPublishableKey(), {
    // The links in our mails contain a token that only our own pages use, and never a session.
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
    // The callers decide about retries; otherwise each of their retries would be retried by the client as well.
    db: { retry: false },
    global: { fetch: fetchUntilLogout },
  })
  return client
}

/** Addresses that only read, but not the user's own membership and sessions. Changes are finished even if nobody waits for them. */
const READS = /\/(rest|functions)\/v1\//
const READING_CALL = /\/rpc\/(list|find|count)_(?!my_(membership|sessions)\b)/
let reading = new AbortController()

/** Ends reads that are under way, and those that begin before `allowReads` is called. */
export const endReads = (): void => reading.abort()

export function allowReads(): void {
  reading = new AbortController()
}

function fetchUntilLogout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = String(input instanceof Request ? input.url : input)
  const isRead = (/^(GET|HEAD)$/.test(init.method ?? 'GET') ? READS : READING_CALL).test(address)
  const signals = [...(init.signal ? [init.signal] : []), ...(isRead ? [reading.signal] : [])]
  return browserFetch(input, { ...init, signal: AbortSignal.any(signals) })
}

/** The key that every page carries. */
export function readPublishableKey(): string {
  const key = document.querySelector<HTMLMetaElement>(`meta[name="${PUBLISHABLE_KEY_META}"]`)?.content
  if (!key) throw new Error('This page carries no publishable key')
  return key
}
