import { HOME_PATH } from '#app/admin/sign-in/admin-path.ts'
import type { Client } from '#core/data/client.ts'

export const SETUP_PATH = '/admin/setup'

/** Where the browser remembers that it was led to the set-up. */
const OFFERED_KEY = 'setup-offered'

/** Where a sign-in leads: in a publication that nobody has named or set up yet, each browser is led to the set-up once. */
export async function findFirstPage(client: Client): Promise<string> {
  if (wasOffered()) return HOME_PATH
  const { data } = await client.from('settings').select('key').in('key', ['setup', 'site_name'])
  return data?.length === 0 && rememberOffer() ? SETUP_PATH : HOME_PATH
}

function wasOffered(): boolean {
  try {
    return localStorage.getItem(OFFERED_KEY) !== null
  } catch {
    return true
  }
}

/** Returns false where nothing can be remembered. */
function rememberOffer(): boolean {
  try {
    localStorage.setItem(OFFERED_KEY, 'yes')
    return true
  } catch {
    return false
  }
}
