import type { Client } from '#core/data/client.ts'
import type { NewsletterReport } from '#core/domain/newsletter-report.ts'

/** What became of an issue; null when there is none. Clicks are summed for each link. */
export async function readNewsletterReport(
  client: Client,
  issueId: string,
): Promise<NewsletterReport | null> {
  const { data } = await client.rpc('read_newsletter_report', { p_issue_id: issueId }).throwOnError()
  return data
}
