import type { Client } from '#core/data/client.ts'
import type { NewsletterClick } from '#core/domain/newsletter-click.ts'

/** The clicks on the links of an issue, day by day. */
export async function listNewsletterClicks(client: Client, issueId: string): Promise<NewsletterClick[]> {
  const { data } = await client
    .from('newsletter_clicks')
    .select('issue_id, link, target, day, people, scanners')
    .eq('issue_id', issueId)
    .order('day')
    .order('link')
    .order('target')
    .throwOnError()
  return data
}
