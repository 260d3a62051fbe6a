import type { IssueStatus, TextOrigin } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'
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
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mails.tsx'

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

/** Mails somebody who may send about an issue, unless one of them has acted on it since. */
export async function sendNewsletterNotice(
  deps: Services,
  { userId, issueId, event: notice }: JobPayload<typeof sendNewsletterNoticeJob>,
  run: JobRun<typeof sendNewsletterNoticeJob>,
): Promise<void> {
  const { newsletter_automatic: isAutomatic, ...schedule } = deps.settings.current()
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users join public.user_roles on user_id = users.id
      where users.id = ${userId} and email is not null
        and (user_roles.role = 'admin' or 'send' = any(user_roles.permissions))`
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
      due: due && momentInWords(due, schedule.newsletter_zone),
      isAutomatic,
      writtenBy,
      languages: languages.map(englishNameOf),
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

interface NewsletterNoticeProps {
  siteUrl: string
  issueId: string
  notice: NewsletterNotice
  /** Of the English edition; empty when it has none yet. */
  subject: string
  /** Why it is not sent. */
  reason: string
  /** When it is due, in the words of the newsletter's zone; null when no time is set. */
  due: string | null
  /** The origin of the English edition. */
  writtenBy: TextOrigin | null
  /** Whether it is sent also without an approval. */
  isAutomatic: boolean
  /** Of its editions, in English. */
  languages: string[]
  articleCount: number
}

const WORDS: Record<
  NewsletterNotice,
  { subject: string; preheader: string; label: string; says(props: NewsletterNoticeProps): string[] }
> = {
  draft_ready: {
    subject: 'The newsletter waits for your approval',
    preheader: 'A draft for Sunday has been made.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, isAutomatic, languages, articleCount, writtenBy }) => [
      `The draft “${subject}” has ${articleCount === 1 ? 'one article' : `${articleCount} articles`}, in ${listOf(languages)}. ${
        writtenBy === 'rules'
          ? 'No language model has written it: it is made of the texts of the articles.'
          : ''
      }`.trim(),
      `It goes out on ${due}, ${
        isAutomatic
          ? 'also when nobody approves it, unless the checklist finds something. Look at it before:'
          : 'only if one of you approves it before. Look at it, change what you like, and approve it:'
      }`,
    ],
  },
  held: {
    subject: 'The newsletter is held',
    preheader: 'It does not go out until somebody decides.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, reason }) => [
      `The newsletter “${subject}”${due === null ? '' : `, which was to go out on ${due},`} is held. ${reason}`,
      'It does not go out by itself. Decide what becomes of it:',
    ],
  },
  not_approved: {
    subject: 'The newsletter was not sent',
    preheader: 'Its time has come without an approval.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, reason }) => [
      `The newsletter “${subject}”${due === null ? '' : `, for ${due},`} was not sent. ${reason}`,
      'Nobody has got it. You can still approve it and send it:',
    ],
  },
}

/** Tells somebody who may send it that an issue of the newsletter waits for them. */
export function newsletterNoticeMail(props: NewsletterNoticeProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  const { subject, preheader } = WORDS[props.notice]
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `${subject} (${t('site.name')})`,
    preheader,
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, ...props }: { t: Translate } & NewsletterNoticeProps) {
  const { label, says } = WORDS[props.notice]
  return (
    <AccountMail
      t={t}
      link={{ label, href: `${props.siteUrl}/admin/newsletter/${props.issueId}` }}
      notes={[
        'The link asks you to sign in, and changes nothing by itself.',
        `You receive this email because you may send the newsletter of ${t('site.name')}.`,
      ]}
    >
      {says(props).map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
    </AccountMail>
  )
}

function listOf(languages: string[]): string {
  return new Intl.ListFormat('en').format(languages)
}
