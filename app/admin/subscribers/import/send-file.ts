import { createClient } from '@supabase/supabase-js'
import { Refusal } from '#app/admin/errors/refusal.ts'
import { fetchWithProgress } from '#app/admin/media/fetch-with-progress.ts'
import { readPublishableKey } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'
import { importSubscribers } from '#core/data/desk-subscribers.ts'

interface SendOptions {
  file: File
  source: string
  dryRun: boolean
  /** Called with the part of the file that has been sent, from 0 to 1. The server then still works on it. */
  onProgress: (fraction: number) => void
}

/** Sends a file to be imported, by a client of its own, because the official client has no other way to be told of the progress. */
export async function sendFile(client: Client, { onProgress, ...file }: SendOptions) {
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token
  if (!token) throw new Refusal('session_not_found')
  const sender = createClient(window.location.origin, readPublishableKey(), {
    accessToken: async () => token,
    global: { fetch: fetchWithProgress({ onProgress }) },
  }) as Client
  return importSubscribers(sender, file)
}
