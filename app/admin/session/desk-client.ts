import { redirectDocument } from 'react-router'
import { PUBLISHABLE_KEY_META } from '#app/admin/shell/admin-meta.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

let publishableKey: string | undefined

/**
 * The browser's client, for the desk. Middleware and queries cannot see the root loader's data, so the key is read from
 * the head of the page. Whoever came from a reader page has none there and gets `url` as a page of its own.
 */
export function deskClient(url: string = window.location.href): Client {
  publishableKey ??= document.querySelector<HTMLMetaElement>(`meta[name="${PUBLISHABLE_KEY_META}"]`)?.content
  if (!publishableKey) throw redirectDocument(url)
  return browserClient(publishableKey)
}
