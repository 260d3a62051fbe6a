import type { WaitingLine } from '#app/admin/dashboard/waiting-line.ts'
import { t } from '#app/admin/messages.ts'
import { issuePath, NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { formatPlanned } from '#app/admin/schedule/format-time.ts'
import type { Waiting, WaitingIssue } from '#core/domain/dashboard.ts'

/** A newsletter that nobody has begun waits for an editor from then on. */
const LATE_MS = 48 * 60 * 60 * 1_000

/** Whether it does not go out unless an administrator decides. */
export const isStuck = ({ status, held_reason, may_have_left }: WaitingIssue) =>
  held_reason !== null || may_have_left || status === 'paused'

export function describeIssue(issue: WaitingIssue, { sunday }: Waiting): WaitingLine {
  const { id, status, subject, scheduled_for, held_reason, may_have_left } = issue
  const time = formatPlanned(new Date(scheduled_for ?? sunday.at), sunday.zone, { isShort: true })
  const details = {
    draft: t('dashboard.waiting.issueDraft', { time }),
    approved: t('dashboard.waiting.issueApproved', { time }),
    scheduled: t('dashboard.waiting.issueScheduled', { time }),
    sending: t('dashboard.waiting.issueSending'),
    paused: t('dashboard.waiting.issuePaused'),
    sent: t('dashboard.waiting.issueSent'),
    cancelled: '',
  }
  return {
    text: subject ? t('dashboard.waiting.issue', { subject }) : t('dashboard.waiting.issueUntitled'),
    detail: may_have_left
      ? t('dashboard.waiting.issueMayHaveLeft')
      : held_reason
        ? t('dashboard.waiting.issueHeld', { reason: held_reason })
        : details[status],
    to: issuePath(id),
    page: NEWSLETTER_PATH,
    count: isStuck(issue) || status === 'draft' || status === 'approved' ? 1 : 0,
  }
}

/** The newsletter that is due on Sunday and that nobody has begun. Without subscribers nobody misses it. */
export function describeMissingIssue({ issues, sunday }: Waiting, now: Date): WaitingLine[] {
  const { at, zone, is_automatic, has_subscribers } = sunday
  if (!has_subscribers || issues.some(({ is_for_sunday }) => is_for_sunday)) return []
  const time = formatPlanned(new Date(at), zone, { isShort: true })
  const isLate = Date.parse(at) - now.getTime() < LATE_MS
  return [
    {
      text: is_automatic ? t('dashboard.waiting.noIssueYet') : t('dashboard.waiting.noIssue'),
      detail: t(is_automatic ? 'dashboard.waiting.issueAutomatic' : 'dashboard.waiting.issueByHand', {
        time,
      }),
      to: `${NEWSLETTER_PATH}#generate`,
      page: NEWSLETTER_PATH,
      count: isLate && !is_automatic ? 1 : 0,
    },
  ]
}
