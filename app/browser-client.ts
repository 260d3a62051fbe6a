import { createClient } from '@supabase/supabase-js'
import { browserFetch } from '#app/browser-fetch.ts'
import { PUBLISHABLE_KEY_META } from '#app/document/inline-parts.ts'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

let client: Client | undefined

/**
 * The browser's one official client, on the page's own origin; it stores and refreshes the session itself.
 * Reader pages import this file only when something needs it, because it is larger than the rest of the page.
 * @throws when the page carries no key, as an error page may
 */
export function browserClient(): Client {
  client ??= createClient<Database>(window.location.origin, readPublishableKey(), {
    // The links of our mails carry a token that only our own pages use, and never a session.
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
    // Whoever asks says what is worth trying again, so that no two try again for each other.
    db: { retry: false },
    global: { fetch: browserFetch },
  })
  return client
}

function readPublishableKey(): string {
  const key = document.querySelector<HTMLMetaElement>(`meta[name="${PUBLISHABLE_KEY_META}"]`)?.content
  if (!key) throw new Error('This page carries no publishable key')
  return key
}
