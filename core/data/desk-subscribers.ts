import { FunctionsHttpError } from '@supabase/supabase-js'
import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { Page, PageOptions } from '#core/data/postgrest.ts'
import { emailAsStored, emailAsWritten } from '#core/domain/international-email.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { ImportReport, QuestionAnswer } from '#core/domain/subscriber-import.ts'
import type { SubscriberFilter } from '#core/domain/subscriber-input.ts'
import type { SubscriberCounts, SubscriberRecord, SubscriberWeek } from '#core/domain/subscriber-record.ts'

export interface SubscriberListOptions extends SubscriberFilter, PageOptions {
  sort: { by: 'email' | 'subscribed_at'; descending: boolean }
}

export async function listSubscribers(
  client: Client,
  { search, status, activity, language, left, sort, page, pageSize }: SubscriberListOptions,
): Promise<Page<NewsletterSubscriber>> {
  const { data } = await client
    .rpc('list_subscribers', {
      p_search: emailAsStored(search),
      p_status: status,
      p_activity: activity,
      p_language: language,
      p_left: left,
      p_sort: sort.by,
      p_descending: sort.descending,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
    })
    .throwOnError()
  const { total, rows }: Page<NewsletterSubscriber> = data
  return { total, rows: rows.map((row) => ({ ...row, email: emailAsWritten(row.email) })) }
}

export async function countSubscribers(client: Client): Promise<SubscriberCounts> {
  const { data } = await client.rpc('count_subscribers').throwOnError()
  return data
}

/** The growth of the number of subscribers in the last weeks, the oldest first. */
export async function loadSubscriberGrowth(client: Client, weeks: number): Promise<SubscriberWeek[]> {
  const { data } = await client.rpc('load_subscriber_growth', { p_weeks: weeks }).throwOnError()
  return data
}

/** Everything that is known of a subscriber; null when there is none. */
export async function findSubscriber(client: Client, id: string): Promise<SubscriberRecord | null> {
  const { data } = await client.rpc('find_subscriber', { p_id: id }).throwOnError()
  const record: SubscriberRecord | null = data
  return record && { ...record, email: emailAsWritten(record.email) }
}

/** Adds a subscriber, who gets the confirmation mail. @throws when the caller is not allowed to, or the request failed */
export function addSubscriber(
  client: Client,
  subscriber: Pick<NewsletterSubscriber, 'email' | 'language'>,
): Promise<Answer<{ id: string }>> {
  return callFunction(client, 'add-subscriber', subscriber, [400, 409, 429, 503])
}

/** Mails a pending subscriber another confirmation link. @throws when the caller is not allowed to, or the request failed */
export function sendConfirmationAgain(client: Client, id: string): Promise<Answer<{ id: string }>> {
  return callFunction(client, 'send-confirmation-again', { id }, [404, 409, 429, 503])
}

/** Resubscribes a subscriber whose mailbox was not reported as gone. @throws when the caller is not allowed to, or the request failed */
export function undoBounce(client: Client, id: string): Promise<Answer<{ id: string }>> {
  return callFunction(client, 'undo-bounce', { id }, [409])
}

/** Unsubscribes a subscriber. */
export async function unsubscribe(client: Client, id: string): Promise<void> {
  await client.from('newsletter_subscribers').update({ is_active: false }).eq('id', id).throwOnError()
}

/** Resubscribes a subscriber whom an administrator has removed. @throws `isRefusedReturn` when they have unsubscribed themselves */
export async function bringBack(client: Client, id: string): Promise<void> {
  await client.from('newsletter_subscribers').update({ is_active: true }).eq('id', id).throwOnError()
}

/** Returns true if the database has refused to resubscribe an address that unsubscribed itself or whose mail bounced. */
export function isRefusedReturn(error: unknown): boolean {
  return error instanceof Error && error.message.includes('newsletter_subscribers_return_check')
}

export async function deleteSubscriber(client: Client, id: string): Promise<void> {
  await client.from('newsletter_subscribers').delete().eq('id', id).throwOnError()
}

/** The stored data about a subscriber as a file for them, which the audit log records. @throws when the request failed */
export async function exportSubscriber(client: Client, id: string): Promise<SubscriberRecord> {
  const { data, error } = await client.functions.invoke<SubscriberRecord>('read-subscriber', { body: { id } })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Erases a subscriber everywhere. @throws when the request failed, unless the subscriber was erased already */
export async function eraseSubscriber(client: Client, id: string): Promise<void> {
  const { error } = await client.functions.invoke('erase-subscriber', { body: { id } })
  if (error && !(error instanceof FunctionsHttpError && error.context.status === 404)) throw error
}

/** The subscribers that a list shows, on all of its pages, as CSV. @throws when the request failed */
export async function exportSubscribers(client: Client, filter: SubscriberFilter): Promise<string> {
  const { search, status, activity, language, left } = filter
  const given = Object.entries({ search, status, activity, language, left }).filter(([, value]) => value)
  const query = new URLSearchParams(given as [string, string][])
  const { data, error } = await client.functions.invoke<string>(`export-subscribers?${query}`, {
    method: 'GET',
  })
  if (error) throw error
  // `text()` removes the byte order mark, without which Excel misreads UTF-8.
  return `\uFEFF${data}`
}

interface ImportRequest {
  /** A CSV file or a zip. */
  file: Blob
  name?: string
  source: string
  /** True if nobody in the file is a subscriber any more. */
  everybodyLeft?: boolean
  /** The answers by the keys of questions that a dry run has asked. */
  answers?: ReadonlyMap<string, QuestionAnswer>
  dryRun: boolean
}

/** Imports a file, or describes the effect. A sentence gives the reason if it was refused. @throws when the request failed */
export async function importSubscribers(
  client: Client,
  { file, name, source, everybodyLeft = false, answers = new Map(), dryRun }: ImportRequest,
): Promise<ImportReport | { refusal: string }> {
  const query = new URLSearchParams({
    source,
    ...(name && { name: name.slice(-255) }),
    ...(everybodyLeft && { everybodyLeft: '1' }),
    ...(answers.size > 0 && { answers: [...answers].map((answer) => answer.join(':')).join(',') }),
    ...(dryRun && { dryRun: '1' }),
  })
  const { data, error } = await client.functions.invoke<ImportReport>(`import-subscribers?${query}`, {
    body: file,
    headers: { 'content-type': name?.toLowerCase().endsWith('.zip') ? 'application/zip' : 'text/csv' },
  })
  const refusal = await refusalOf(error, [400, 409, 413])
  if (refusal) return { refusal: refusal.error }
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
