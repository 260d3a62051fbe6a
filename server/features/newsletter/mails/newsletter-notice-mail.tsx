import type { IssueStatus, TextOrigin } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'
import { listLanguages } from '#core/i18n/list-languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { NewsletterNotice, sendNewsletterNoticeJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { momentInWords } from '#server/platform/moment-in-words.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail } from '#server/supabase/auth/mails/account-mails.tsx'

interface NoticedIssue {
  status: IssueStatus
  scheduledFor: Date | null
  sunday: string | null
  subject: string | null
  writtenBy: TextOrigin | null
  heldReason: string | null
  waitingReason: string | null
  lastReason: string | null
  needsApproval: boolean
  languages: Language[]
  articleCount: number
}

/** Mails somebody who may send about an issue, unless one of them has acted on it since. */
export async function sendNewsletterNotice(
  deps: Services,
  { userId, issueId, event: notice }: JobPayload<typeof sendNewsletterNoticeJob>,
  run: JobRun<typeof sendNewsletterNoticeJob>,
): Promise<void> {
  const { newsletter_automatic: isAutomatic, ...schedule } = deps.settings.current()
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string; language: Language }[]>`
      select email, private.mail_language(users.id) as language from auth.users join public.user_roles on user_id = users.id
      where users.id = ${userId} and email is not null
        and (user_roles.role = 'admin' or 'send' = any(user_roles.permissions))`
    const issue = await readNoticedIssue(transaction, issueId)
    if (!user || !issue || !isOpen(issue, notice)) return null
    const { scheduledFor, sunday, subject, writtenBy, languages, articleCount } = issue
    const due = scheduledFor ?? (sunday === null ? null : momentOnSunday(sunday, schedule))
    const content = await newsletterNoticeMail({
      siteUrl: deps.siteUrl,
      language: user.language,
      issueId,
      notice,
      subject: subject ?? '',
      reason: reasonOf(issue, notice) ?? '',
      due: due && momentInWords(due, schedule.newsletter_zone, user.language),
      isAutomatic: isAutomatic && !issue.needsApproval,
      writtenBy,
      languages,
      articleCount,
    })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

function isOpen(issue: NoticedIssue, notice: NewsletterNotice): boolean {
  const { status } = issue
  if (notice === 'draft_ready') return status === 'draft'
  if (notice === 'held' || notice === 'waiting') return reasonOf(issue, notice) !== null
  if (notice === 'continued')
    return issue.waitingReason === null && (status === 'sending' || status === 'sent')
  return status === 'draft' || status === 'approved'
}

function reasonOf(issue: NoticedIssue, notice: NewsletterNotice): string | null {
  if (notice === 'continued') return null
  if (notice === 'waiting') return issue.waitingReason
  return notice === 'held' ? issue.heldReason : issue.lastReason
}

async function readNoticedIssue(sql: Session, issueId: string): Promise<NoticedIssue | undefined> {
  const [issue] = await sql<NoticedIssue[]>`
    select status, scheduled_for as "scheduledFor", held_reason as "heldReason", waiting_reason as "waitingReason", needs_approval as "needsApproval",
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

interface NewsletterNoticeProps {
  siteUrl: string
  language: Language
  issueId: string
  notice: NewsletterNotice
  /** Of the English edition; empty when it has none yet. */
  subject: string
  /** The reason why it is not sent, in English; empty when it is. */
  reason: string
  /** The time when it is due, in the words of the newsletter's zone; null when no time is set. */
  due: string | null
  /** The origin of the English edition. */
  writtenBy: TextOrigin | null
  /** True if it is sent even without an approval. */
  isAutomatic: boolean
  /** Of its editions. */
  languages: Language[]
  articleCount: number
}

const ABOUT = {
  draft_ready: 'mail.issue.draftReady',
  held: 'mail.issue.held',
  not_approved: 'mail.issue.notApproved',
  waiting: 'mail.issue.waiting',
  continued: 'mail.issue.continued',
} as const satisfies Record<NewsletterNotice, string>

/** Tells somebody who may send it that an issue of the newsletter waits for them. */
export function newsletterNoticeMail(props: NewsletterNoticeProps): Promise<MailContent> {
  const { siteUrl, issueId, language, notice } = props
  const t = mailTranslator(language)
  const words = notice === 'draft_ready' ? wordsOfDraft(t, props) : wordsOfTrouble(t, notice, props)
  return systemMail({
    language,
    subject: t(`${ABOUT[notice]}.subject`),
    preheader: t(`${ABOUT[notice]}.preheader`),
    body: (
      <AccountMail
        t={t}
        link={{ label: t('mail.issue.button'), href: `${siteUrl}/admin/newsletter/${issueId}` }}
        notes={[t('mail.notice.signIn'), t('mail.issue.reason')]}
      >
        {words.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
      </AccountMail>
    ),
  })
}

function wordsOfDraft(t: Translate, props: NewsletterNoticeProps): string[] {
  const { subject, due, isAutomatic, languages, language, articleCount, writtenBy } = props
  const made = t('mail.issue.draftReady.body', {
    subject: subject || t('mail.issue.untitled'),
    count: articleCount,
    languages: listLanguages(languages, language),
  })
  return [
    writtenBy === 'rules' ? `${made} ${t('mail.issue.draftReady.byRules')}` : made,
    t(`mail.issue.draftReady.${isAutomatic ? 'automatic' : 'approve'}`, { due: due ?? '' }),
  ]
}

function wordsOfTrouble(
  t: Translate,
  notice: Exclude<NewsletterNotice, 'draft_ready'>,
  { subject, due, reason }: NewsletterNoticeProps,
): string[] {
  const happened = t(`${ABOUT[notice]}.body`, { subject: subject || t('mail.issue.untitled') })
  return [
    due === null || notice === 'waiting' || notice === 'continued'
      ? happened
      : `${happened} ${t('mail.issue.due', { due })}`,
    ...(reason === '' ? [] : [t('mail.notice.why', { reason })]),
    t(`${ABOUT[notice]}.next`),
  ]
}
