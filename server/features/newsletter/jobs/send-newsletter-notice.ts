import type { IssueStatus, TextOrigin } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { sendNewsletterNoticeJob } from '#server/features/newsletter/jobs/definitions.ts'
import { newsletterNoticeMail } from '#server/features/newsletter/mails/newsletter-notice.tsx'
import type { NewsletterNotice } from '#server/features/newsletter/mails/newsletter-notices.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

interface NoticedIssue {
  status: IssueStatus
  scheduledFor: Date | null
  sunday: string | null
  subject: string | null
  writtenBy: TextOrigin | null
  heldReason: string | null
  lastReason: string | null
  languages: Language[]
  articleCount: number
}

/** Mails an administrator about an issue, unless somebody has decided by now. */
export async function sendNewsletterNotice(
  deps: Services,
  { userId, issueId, event: notice }: JobPayload<typeof sendNewsletterNoticeJob>,
  run: JobRun<typeof sendNewsletterNoticeJob>,
): Promise<void> {
  const { newsletter_automatic: isAutomatic, ...schedule } = deps.settings.current()
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users join public.user_roles on user_id = users.id and user_roles.role = 'admin'
      where users.id = ${userId} and email is not null`
    const issue = await readNoticedIssue(transaction, issueId)
    if (!user || !issue || !isOpen(issue, notice)) return null
    const { scheduledFor, sunday, subject, writtenBy, languages, articleCount } = issue
    const due = scheduledFor ?? (sunday === null ? null : momentOnSunday(sunday, schedule))
    const content = await newsletterNoticeMail({
      siteUrl: deps.siteUrl,
      issueId,
      notice,
      subject: subject || 'without a subject',
      reason: (notice === 'held' ? issue.heldReason : issue.lastReason) ?? '',
      due: due && inWords(due, schedule.newsletter_zone),
      isAutomatic,
      writtenBy,
      languages: languages.map((language) => names.of(language) ?? language),
      articleCount,
    })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

function isOpen({ status, heldReason }: NoticedIssue, notice: NewsletterNotice): boolean {
  if (notice === 'draft_ready') return status === 'draft'
  return notice === 'held' ? heldReason !== null : status === 'draft' || status === 'approved'
}

async function readNoticedIssue(sql: Session, issueId: string): Promise<NoticedIssue | undefined> {
  const [issue] = await sql<NoticedIssue[]>`
    select status, scheduled_for as "scheduledFor", held_reason as "heldReason",
      (select to_char(sunday, 'YYYY-MM-DD') from private.newsletter_sundays where issue_id = issue.id
        order by sunday desc limit 1) as sunday,
      (select subject from public.newsletter_editions where issue_id = issue.id and language = 'en') as subject,
      (select origin from public.newsletter_editions where issue_id = issue.id and language = 'en') as "writtenBy",
      (select reason from public.newsletter_issue_events where issue_id = issue.id and event = 'held'
        order by id desc limit 1) as "lastReason",
      array(select language from public.newsletter_editions where issue_id = issue.id
        order by language <> 'en', language) as languages,
      (select count(*)::int from public.newsletter_items where issue_id = issue.id and left_out is null) as "articleCount"
    from public.newsletter_issues as issue where id = ${issueId}`
  return issue
}

const names = new Intl.DisplayNames('en', { type: 'language' })

function inWords(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${format.format(moment)} (${timeZone})`
}
