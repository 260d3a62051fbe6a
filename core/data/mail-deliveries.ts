import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

type MailDelivery = Database['public']['Tables']['mail_deliveries']['Row']
export type TroubledMail = Pick<MailDelivery, 'id' | 'kind' | 'recipient' | 'created_at' | 'last_error'> & {
  status: 'failed' | 'uncertain'
}

export interface TroubledMails {
  /** The latest, newest first. */
  mails: TroubledMail[]
  hasMore: boolean
}

const SHOWN = 20

/** Mails that did not leave, and those of which nobody knows whether they did; kept for thirty days. */
export async function listTroubledMails(client: Client): Promise<TroubledMails> {
  const { data } = await client
    .from('mail_deliveries')
    .select('id, kind, recipient, created_at, last_error, status')
    .in('status', ['failed', 'uncertain'])
    .order('created_at', { ascending: false })
    .limit(SHOWN + 1) // One more than is shown tells whether there are more.
    .throwOnError()
  return { mails: data.slice(0, SHOWN) as TroubledMail[], hasMore: data.length > SHOWN }
}
