import { t } from '#app/admin/kit/messages.ts'
import { issuePath, NEWSLETTER_PATH } from '#app/admin/kit/paths.ts'
import { showCount, type WaitingLine } from '#app/admin/kit/room.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import type { Waiting, WaitingIssue } from '#core/domain/dashboard.ts'

/** Tells whether it does not go out unless an administrator decides. */
export const isStuck = ({ status, held_reason, may_have_left }: WaitingIssue) =>
  held_reason !== null || may_have_left || status === 'paused'

export function describeIssue(issue: WaitingIssue, waiting: Waiting): WaitingLine {
  const { sunday } = waiting
  const { id, status, subject, scheduled_for, started_at, held_reason, may_have_left, needs_approval } = issue
  const time = shortTime(started_at ?? scheduled_for ?? sunday.at, sunday)
  const isAutomatic = sunday.is_automatic && !needs_approval
  const details = {
    draft: t(isAutomatic ? 'dashboard.waiting.issueAutomatic' : 'dashboard.waiting.issueDraft', { time }),
    approved: t('dashboard.waiting.issueApproved', { time }),
    scheduled: t('dashboard.waiting.issueScheduled', { time }),
    sending: t('dashboard.waiting.issueSending'),
    paused: t('dashboard.waiting.issuePaused'),
    sent: t('dashboard.waiting.issueSent', { time }),
    cancelled: '',
  }
  return {
    text: nameOfIssue({ subject }),
    detail: may_have_left
      ? t('dashboard.waiting.issueMayHaveLeft')
      : held_reason
        ? t('dashboard.waiting.issueHeld', { reason: held_reason })
        : [
            details[status],
            ...(['draft', 'approved', 'scheduled'].includes(status) ? lastSent(waiting) : []),
          ].join(' '),
    to: issuePath(id),
    page: NEWSLETTER_PATH,
    count: isStuck(issue) || status === 'draft' || status === 'approved' ? 1 : 0,
  }
}

/** So long after one was sent it is the newsletter of this Sunday, and nobody misses the next. */
const JUST_SENT_MS = 24 * 3_600_000

/** The newsletter that is due on Sunday and that nobody has begun. Without subscribers nobody misses it. */
export function describeMissingIssue(waiting: Waiting): WaitingLine[] {
  const { issues, sunday, lastIssue } = waiting
  if (!sunday.has_subscribers || issues.some(({ is_for_sunday }) => is_for_sunday)) return []
  const { makes_draft } = sunday
  const time = shortTime(sunday.at, sunday)
  if (lastIssue && Date.now() - Date.parse(lastIssue.started_at) < JUST_SENT_MS) {
    const sent = t('dashboard.waiting.issueSent', { time: shortTime(lastIssue.started_at, sunday) })
    return [
      {
        text: nameOfIssue(lastIssue),
        detail: `${sent} ${t('dashboard.waiting.nextIssue', { time })}`,
        to: issuePath(lastIssue.id),
        page: NEWSLETTER_PATH,
        count: 0,
      },
    ]
  }
  return [
    {
      text: t(makes_draft ? 'dashboard.waiting.noIssueYet' : 'dashboard.waiting.noIssue'),
      detail: [
        t(makes_draft ? 'dashboard.waiting.issueMade' : 'dashboard.waiting.issueByHand', { time }),
        ...lastSent(waiting),
      ].join(' '),
      to: `${NEWSLETTER_PATH}#generate`,
      page: NEWSLETTER_PATH,
      count: makes_draft ? 0 : 1,
    },
  ]
}

const nameOfIssue = ({ subject }: Pick<WaitingIssue, 'subject'>) =>
  subject ? t('dashboard.waiting.issue', { subject }) : t('dashboard.waiting.issueUntitled')

const lastSent = ({ lastIssue, sunday }: Waiting) =>
  lastIssue ? [t('dashboard.waiting.lastIssue', { time: shortTime(lastIssue.started_at, sunday) })] : []

const shortTime = (iso: string, { zone }: Waiting['sunday']) =>
  formatPlanned(new Date(iso), zone, { isShort: true })

/** Issues of which nobody knows whether some readers got them. */
export function describeUncertain({ uncertain }: Waiting): WaitingLine[] {
  return uncertain.map(({ id, subject, count }) => ({
    text: t('dashboard.waiting.uncertain', { count, shown: showCount(count), subject: subject ?? '' }),
    detail: t('dashboard.waiting.uncertainText'),
    to: issuePath(id),
    page: NEWSLETTER_PATH,
    count,
  }))
}
