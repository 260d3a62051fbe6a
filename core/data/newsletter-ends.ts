import type { Client } from '#core/data/client.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'

export type EndedIssue = Pick<NewsletterIssue, 'id' | 'ended_at'>

/** More than end in one moment. */
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
