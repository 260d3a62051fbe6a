import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'
import type { Publication } from './new-publication.ts'
import { expect, test } from './test.ts'

/** The first administrator of a publication that a test starts for itself. */
export const DESK_ADMIN = { email: 'admin@example.com', password: 'a password for journeys' }

/** The official client with all rights, for the site that most journeys share. */
export function sharedService(): Client {
  const { baseURL } = test.info().project.use
  return createClient<Database>(baseURL ?? '', TEST_SECRETS.secretKey, { auth: { persistSession: false } })
}

/** Prevents the desk from connecting for live updates, so that an ended session is noticed by the next request of the journey. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.routeWebSocket(/realtime/, (socket) => void socket.close())
}

/** Signs in to an account with a second client, as another browser would. */
export async function signInElsewhere({ url }: Publication, account = DESK_ADMIN): Promise<Client> {
  const client = createClient<Database>(url, TEST_SECRETS.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword(account)
  expect(error).toBeNull()
  return client
}

/** Ends every session of an account, by a sign-out in a second client. */
export async function endEverySession(publication: Publication, account = DESK_ADMIN): Promise<void> {
  const client = await signInElsewhere(publication, account)
  expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
}
