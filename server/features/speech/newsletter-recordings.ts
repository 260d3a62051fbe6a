import type { NewsletterMessage } from '#core/domain/newsletter-issue.ts'
import {
  BUDGET_WAIT_MINUTES,
  CLAIM_MINUTES,
  LONGEST_WAIT_MINUTES,
  MAX_FAILURES,
} from '#server/features/speech/speech-tasks.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A message of an issue that is to be read aloud. */
export type NewsletterRecording = Pick<
  NewsletterMessage,
  'language' | 'subject' | 'preheader' | 'content'
> & {
  id: string
  issueId: string
}

/** Claims the recording that has waited longest; null when nothing is due. */
export async function claimRecording(sql: Session): Promise<NewsletterRecording | null> {
  const [recording] = await sql<NewsletterRecording[]>`
    with claimed as (
      update private.newsletter_audio set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
      where id = (
        select id from private.newsletter_audio where made_at is null and due_at <= now() and claimed_until < now()
        order by due_at limit 1 for update skip locked)
      returning id, issue_id, language)
    select id, claimed.issue_id as "issueId", language, subject, preheader, content
    from claimed join public.newsletter_messages using (issue_id, language)`
  return recording ?? null
}

/** Keeps a claim while the work goes on; false when the message has been replaced, so that it would be for nothing. */
export async function keepRecordingClaim(sql: Session, id: string): Promise<boolean> {
  const kept = await sql`
    update private.newsletter_audio set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES}) where id = ${id} returning id`
  return kept.length > 0
}

export async function releaseRecording(sql: Session, id: string): Promise<void> {
  await sql`update private.newsletter_audio set claimed_until = '-infinity' where id = ${id}`
}

/** Stores why there is no recording yet, and when it is tried again, as for articles: a missing budget is no failure. */
export async function postponeRecording(
  sql: Session,
  id: string,
  { problem, kind }: { problem: string; kind: 'budget' | 'failure' | 'final' },
): Promise<void> {
  await sql`
    update private.newsletter_audio set problem = left(${problem}, 500), failures = failures + ${kind === 'budget' ? 0 : 1},
      due_at = case
        when ${kind === 'budget'} then now() + make_interval(mins => ${BUDGET_WAIT_MINUTES})
        when ${kind === 'final'} or failures + 1 >= ${MAX_FAILURES} then 'infinity'
        else now() + make_interval(mins => least(power(2, failures)::integer, ${LONGEST_WAIT_MINUTES})) end
    where id = ${id} and made_at is null`
}
