import type { NewsletterIssue, NewsletterIssueEvent } from '#core/domain/newsletter-issue.ts'

/**
 * Whether an issue is held because it has changed since its approval, or has missed its time. A pause because no mail could be sent
 * only needs to be resumed.
 */
export function mustBeApprovedAgain(
  { status, held_reason }: Pick<NewsletterIssue, 'status' | 'held_reason'>,
  events: readonly Pick<NewsletterIssueEvent, 'event' | 'reason'>[],
): boolean {
  if (held_reason === null) return false
  if (status === 'approved' || status === 'scheduled') return true
  return status === 'paused' && events.findLast(({ event }) => event === 'paused')?.reason !== held_reason
}
