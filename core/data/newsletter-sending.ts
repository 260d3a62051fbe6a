import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type {
  NewsletterDelivery,
  NewsletterDeliveryStatus,
  NewsletterIssue,
} from '#core/domain/newsletter-issue.ts'
import type {
  BesideRefusal,
  IssueBeside,
  MailHealth,
  NewsletterReport,
  SendingAction,
  SendingAnswer,
  SendingProgress,
  TestRequest,
} from '#core/domain/newsletter-sending.ts'

/** The statuses that refuse a request, for example because the issue is not approved, or is over already. */
const REFUSALS = [400, 404, 409, 429, 503]

/**
 * Sends an approved issue to all active subscribers, once: for one that is being sent, or was, its state is answered. The answer comes at
 * its end, or earlier with `running`. If no mail leaves the site, it is refused unless its messages are to be stored in the outbox, and if
 * some of the same people get another issue within a day, unless that is named in `alongside`.
 * @throws when the caller is not allowed to, or the request failed
 */
export function sendIssue(
  client: Client,
  issueId: string,
  options: { intoOutbox?: boolean; alongside?: readonly string[] } = {},
): Promise<Answer<SendingAnswer> | BesideAnswer> {
  return callAsked(client, 'send-newsletter', { issueId, ...options })
}

async function callAsked<Data>(
  client: Client,
  name: string,
  body: Record<string, unknown>,
): Promise<Answer<Data> | BesideAnswer> {
  const { data, error } = await client.functions.invoke<Data>(name, { body })
  if (!error && data) return { status: 'answered', data }
  const refusal = await refusalOf(error, REFUSALS)
  if (!refusal) throw error ?? new TypeError('The function has returned nothing')
  return isBeside(refusal)
    ? { status: 'beside', message: refusal.error, others: refusal.others }
    : { status: 'refused', message: refusal.error }
}

/** Some of the same people get these within a day. */
export interface BesideAnswer {
  status: 'beside'
  message: string
  others: IssueBeside[]
}

export const isBeside = (refusal: { error: string; code?: unknown }): refusal is BesideRefusal =>
  refusal.code === 'beside'

/**
 * Sends this subject and content to all active subscribers. The same two within 24 hours are one sending, unless `again`. If no mail leaves
 * the site, the messages are stored in the outbox, as the answer says; `intoOutbox` says which of the two is wanted.
 * @throws as above
 */
export function sendNewsletter(
  client: Client,
  newsletter: { subject: string; content: string; again?: boolean; intoOutbox?: boolean },
): Promise<Answer<SendingAnswer>> {
  return callFunction(client, 'send-newsletter', newsletter, REFUSALS)
}

/** Sends one message, or one for each edition, to one address. @throws as above */
export function sendTestNewsletter(client: Client, request: TestRequest): Promise<Answer<SendingAnswer>> {
  return callFunction(client, 'send-newsletter', request, REFUSALS)
}

/** Checks whether newsletters can be sent; the mail server is asked, too. @throws as above */
export function checkNewsletterHealth(client: Client): Promise<Answer<MailHealth>> {
  return callFunction(client, 'send-newsletter', {}, REFUSALS)
}

export interface SendingControl {
  action: SendingAction
  /** The uncertain messages that are sent again; all of them by default. */
  deliveryIds?: readonly number[] | undefined
  alongside?: readonly string[]
}

/**
 * Pauses, resumes or cancels a sending, or sends failed or uncertain messages again. Answers its progress. Resuming is refused if some of
 * the same people get another issue within a day, unless that is named in `alongside`.
 * @throws as above
 */
export function controlNewsletter(
  client: Client,
  issueId: string,
  control: SendingControl,
): Promise<Answer<SendingProgress> | BesideAnswer> {
  return callAsked(client, 'control-newsletter', { issueId, ...control })
}

/** @throws as above */
export function readNewsletterProgress(client: Client, issueId: string): Promise<Answer<SendingProgress>> {
  return callFunction(client, 'read-newsletter-progress', { issueId }, REFUSALS)
}

export type ListedDelivery = Pick<NewsletterDelivery, 'id' | 'email' | 'language' | 'settled_at' | 'reason'>

export interface DeliveryListOptions extends PageOptions {
  issueId: string
  status: NewsletterDeliveryStatus
}

/** A page of the messages of an issue that are in one status. */
export function listNewsletterDeliveries(
  client: Client,
  { issueId, status, ...page }: DeliveryListOptions,
): Promise<Page<ListedDelivery>> {
  const sorted = client
    .from('newsletter_deliveries')
    .select('id, email, language, settled_at, reason', { count: 'exact' })
    .eq('issue_id', issueId)
    .eq('status', status)
    .order('id')
  return readPage((from, to) => sorted.range(from, to).throwOnError(), page)
}

export type EndedIssue = Pick<NewsletterIssue, 'id' | 'ended_at'>

/** The number of issues that are read; seldom do more end in one moment. */
const MOST = 5

/** The issues that were sent last, the latest first. */
export async function listEndedIssues(client: Client): Promise<EndedIssue[]> {
  const { data } = await client
    .from('newsletter_issues')
    .select('id, ended_at')
    .eq('status', 'sent')
    .order('ended_at', { ascending: false })
    .limit(MOST)
    .throwOnError()
  return data
}

/** The report of an issue; null when there is none. Clicks are summed for each link. */
export async function readNewsletterReport(
  client: Client,
  issueId: string,
): Promise<NewsletterReport | null> {
  const { data } = await client.rpc('read_newsletter_report', { p_issue_id: issueId }).throwOnError()
  return data
}
