import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/read-page.ts'
import type { NewsletterDelivery, NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'

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
