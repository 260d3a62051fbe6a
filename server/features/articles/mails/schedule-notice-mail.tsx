import { englishNameOf } from '#core/i18n/english-names.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { ScheduleNotice, sendScheduleNoticeJob } from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { momentInWords } from '#server/platform/moment-in-words.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mails.tsx'

interface NoticedSchedule {
  title: string
  slug: string
  language: Language
  publishAt: Date
  zone: string
  status: 'waiting' | 'published' | 'missed' | 'failed'
  reason: string | null
  /** The languages of its translations that are drafts. */
  drafts: Language[]
}

/** Mails an administrator about a schedule, unless an administrator has acted on it since. */
export async function sendScheduleNotice(
  deps: Services,
  { userId, articleId, event }: JobPayload<typeof sendScheduleNoticeJob>,
  run: JobRun<typeof sendScheduleNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users join public.user_roles on user_id = users.id and user_roles.role = 'admin'
      where users.id = ${userId} and email is not null`
    const schedule = await readSchedule(transaction, articleId)
    if (!user || !schedule || !isOpen(schedule, event)) return null
    const content = await scheduleNoticeMail({ siteUrl: deps.siteUrl, event, schedule })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

async function readSchedule(sql: Session, articleId: string): Promise<NoticedSchedule | undefined> {
  const [schedule] = await sql<NoticedSchedule[]>`
    select title, slug, language, publish_at as "publishAt", zone, status, reason,
      array(select language from public.articles as version
        where original_article_id = article.id and not published order by language) as drafts
    from public.articles as article join public.article_schedules on article_id = article.id
    where article.id = ${articleId}`
  return schedule
}

function isOpen({ status, drafts }: NoticedSchedule, event: ScheduleNotice): boolean {
  return event === 'left_behind' ? drafts.length > 0 : status === 'missed' || status === 'failed'
}

interface ScheduleNoticeProps {
  siteUrl: string
  event: ScheduleNotice
  schedule: NoticedSchedule
}

/** Tells administrators that an article, or some of its translations, were not published at their time. */
function scheduleNoticeMail(props: ScheduleNoticeProps): Promise<MailContent> {
  const { siteUrl, event, schedule } = props
  const { slug, language } = schedule
  const t = mailTranslator(DESK_LANGUAGE)
  const isLeft = event === 'left_behind'
  const subject = isLeft ? 'Translations were not published' : 'An article was not published'
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `${subject} (${t('site.name')})`,
    preheader: isLeft ? 'They are not finished.' : 'Readers do not see it before somebody decides.',
    body: (
      <AccountMail
        t={t}
        link={{
          label: 'Look at the Article',
          href: siteUrl + localizedPath(`/admin/articles/edit/${slug}`, language),
        }}
        notes={[
          'The link asks you to sign in, and changes nothing by itself.',
          `You receive this email because you are an administrator of ${t('site.name')}.`,
        ]}
      >
        {(isLeft ? wordsOfDrafts(schedule) : wordsOfFailure(schedule)).map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
      </AccountMail>
    ),
  })
}

function wordsOfFailure({ title, publishAt, zone, status, reason }: NoticedSchedule): string[] {
  return [
    `“${title}” was to be published on ${momentInWords(publishAt, zone)}. It was not.`,
    status === 'missed'
      ? 'The site was not running at that time, and came back more than six hours later.'
      : whyOf(reason ?? ''),
    'Nothing is lost: the article is a draft. Put it right, and publish it or choose another time:',
  ]
}

function whyOf(reason: string): string {
  const [, kind, what = ''] = /^(check|incomplete): (.*)$/s.exec(reason) ?? []
  if (kind === 'check') return `The check found what nobody had accepted: ${what}.`
  if (kind === 'incomplete') return `It lacks: ${what.replaceAll('_', ' ')}.`
  return `The reason: ${reason}`
}

function wordsOfDrafts({ title, drafts }: NoticedSchedule): string[] {
  const languages = new Intl.ListFormat('en').format(drafts.map(englishNameOf))
  return [
    `“${title}” is published, as it was scheduled. It has no text yet for readers of ${languages}: these translations are behind their original, wait for a review, or are not complete.`,
    'Renew or review them, and publish them:',
  ]
}
