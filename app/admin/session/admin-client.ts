import { redirectDocument } from 'react-router'
import { PUBLISHABLE_KEY_META } from '#app/admin/shell/admin-meta.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

let client: Client | undefined

/**
 * The browser's client, for middleware and loaders: they cannot see the root loader's data, so they read the key from
 * the head of the page. Whoever came from a reader page has none there and gets `url` as a page of its own.
 */
export function adminClient(url: string): Client {
  if (client) return client
  const key = document.querySelector<HTMLMetaElement>(`meta[name="${PUBLISHABLE_KEY_META}"]`)?.content
  if (!key) throw redirectDocument(url)
  client = browserClient(key)
  return client
}
