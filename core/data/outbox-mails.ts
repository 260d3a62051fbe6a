import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

export type OutboxMail = Database['public']['Tables']['outbox_mails']['Row']
export type OutboxMailSummary = Pick<OutboxMail, 'id' | 'created_at' | 'recipient' | 'subject'>

export interface OutboxPage {
  mails: OutboxMailSummary[]
  /** Where the next page begins: pass it as `before`. Null on the last page. */
  nextBefore: number | null
}

const MAILS_PER_PAGE = 50

/** A page of the outbox, newest first: the mails older than the one with the id `before`, or the newest ones. */
export async function listOutboxMails(
  client: Client,
  { before, limit = MAILS_PER_PAGE }: { before?: number | null; limit?: number } = {},
): Promise<OutboxPage> {
  let query = client
    .from('outbox_mails')
    .select('id, created_at, recipient, subject')
    .order('id', { ascending: false })
    .limit(limit + 1) // One more than is shown tells whether there is a next page.
  if (before) query = query.lt('id', before)
  const { data } = await query.throwOnError()
  const mails = data.slice(0, limit)
  return { mails, nextBefore: data.length > limit ? (mails.at(-1)?.id ?? null) : null }
}

export async function findOutboxMail(client: Client, id: number): Promise<OutboxMail | null> {
  const { data } = await client.from('outbox_mails').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}
