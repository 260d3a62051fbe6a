import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { momentInWords } from '#server/platform/moment-in-words.ts'

interface Beside {
  issueId: string
  /** Other issues that may go to the same people within a day of this one. */
  alongside?: readonly string[] | undefined
}

/**
 * Issues that some of the same people get within a day of a moment, and that are not named. At the scheduled time, these are the ones that
 * have left, and that nobody has named before. No other approval ends before this transaction.
 */
export async function listBeside(
  transaction: Session,
  { issueId, alongside = [] }: Beside,
  at: Date,
  { isDue = false } = {},
): Promise<IssueBeside[]> {
  const others = await transaction<(Omit<IssueBeside, 'at'> & { at: Date })[]>`
    select id, subject, status, at from private.issues_beside(${issueId}, ${at}) as other
    where id <> all(${alongside}::uuid[]) and not (${isDue} and (status = 'scheduled' or exists (
      select from private.newsletter_approvals as approval
      where approval.issue_id = ${issueId} and other.id = any(approval.alongside)
        or approval.issue_id = other.id and ${issueId} = any(approval.alongside))))`
  return others.map((other) => ({ ...other, at: other.at.toISOString() }))
}

/** Stores which issues somebody has named, for the scheduled times of both. */
export async function rememberAlongside(
  transaction: Session,
  { issueId, alongside = [] }: Beside,
): Promise<void> {
  await transaction`
    update private.newsletter_approvals set alongside = alongside || ${alongside}::uuid[] where issue_id = ${issueId}`
}

/** Other issues and their times, for people. */
export function nameOthers(
  others: readonly IssueBeside[],
  { newsletter_zone: zone }: Pick<SundaySchedule, 'newsletter_zone'>,
): string {
  const named = others.map(({ subject, at }) => `“${subject}” (${momentInWords(new Date(at), zone)})`)
  return new Intl.ListFormat('en').format(named)
}
