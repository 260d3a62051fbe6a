import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { containsCondition, type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { MailDomainReport, MailStatus } from '#core/domain/mail.ts'

type MailDelivery = Database['public']['Tables']['mail_deliveries']['Row']
export type MailSummary = Pick<
  MailDelivery,
  'id' | 'kind' | 'recipient' | 'subject' | 'status' | 'transport' | 'last_error' | 'created_at'
>

export interface MailListOptions extends PageOptions {
  /** Part of a recipient's address or of a subject. */
  search: string
  /** Any of these; none means all. */
  statuses: readonly MailStatus[]
  /** Restricts mails with the status `sent` to those that were stored in the outbox, or to those that were sent; absent for both. */
  inOutbox?: boolean
  kind: string | null
  sort: { by: 'created_at' | 'recipient' | 'subject'; descending: boolean }
}

export type MailList = Page<MailSummary>

/** A page of the mails of the last thirty days, by any transport. */
export async function listMails(client: Client, options: MailListOptions): Promise<MailList> {
  const { search, statuses, inOutbox, kind, sort } = options
  let query = client
    .from('mail_deliveries')
    .select('id, kind, recipient, subject, status, transport, last_error, created_at', { count: 'exact' })
  if (statuses.length > 0) query = query.in('status', statuses)
  if (inOutbox) query = query.eq('transport', 'outbox')
  else if (inOutbox === false) query = query.or('transport.is.null,transport.neq.outbox')
  if (kind !== null) query = query.eq('kind', kind)
  const text = search.trim()
  if (text) {
    const contains = containsCondition(text)
    query = query.or(`recipient.${contains},subject.${contains}`)
  }
  const sorted = query.order(sort.by, { ascending: !sort.descending }).order('id')
  return readPage((from, to) => sorted.range(from, to).throwOnError(), options)
}

/** Mails that were not sent, and those that may or may not have been sent. */
export const TROUBLED_STATUSES = ['failed', 'uncertain'] as const satisfies MailStatus[]

export async function countTroubledMails(client: Client): Promise<number> {
  const { count } = await client
    .from('mail_deliveries')
    .select('id', { count: 'exact', head: true })
    .in('status', TROUBLED_STATUSES)
    .throwOnError()
  return count ?? 0
}

export interface FoundMail {
  delivery: MailDelivery
  /** The mail as it was written; null when it was sent by a mail server, or has not been written yet. */
  stored: OutboxMail | null
}

export async function findMail(client: Client, id: string): Promise<FoundMail | null> {
  const { data: delivery } = await client
    .from('mail_deliveries')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!delivery?.message_id) return delivery && { delivery, stored: null }
  const { data: stored } = await client
    .from('outbox_mails')
    .select('*')
    .eq('message_id', delivery.message_id)
    .maybeSingle()
    .throwOnError()
  return { delivery, stored }
}

/** A mail as it was written, stored if there is no mail server. */
export type OutboxMail = Database['public']['Tables']['outbox_mails']['Row']

/** Has the server check the domain of the sender. @throws when the caller is not allowed to, or the request failed */
export async function checkMailDomain(client: Client): Promise<MailDomainReport> {
  const { data, error } = await client.functions.invoke<MailDomainReport>('check-mail-domain', { body: {} })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
