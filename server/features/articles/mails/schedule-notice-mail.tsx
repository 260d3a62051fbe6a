import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { listLanguages } from '#core/i18n/list-languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { ScheduleNotice, sendScheduleNoticeJob } from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { momentInWords } from '#server/platform/moment-in-words.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail } from '#server/supabase/auth/mails/account-mails.tsx'

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
    const [user] = await transaction<{ email: string; language: Language }[]>`
      select email, private.mail_language(users.id) as language from auth.users join public.user_roles on user_id = users.id and user_roles.role = 'admin'
      where users.id = ${userId} and email is not null`
    const schedule = await readSchedule(transaction, articleId)
    if (!user || !schedule || !isOpen(schedule, event)) return null
    const content = await scheduleNoticeMail({
      siteUrl: deps.siteUrl,
      language: user.language,
      event,
      schedule,
    })
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
  language: Language
  event: ScheduleNotice
  schedule: NoticedSchedule
}

/** Tells administrators that an article, or some of its translations, were not published at their time. */
export function scheduleNoticeMail(props: ScheduleNoticeProps): Promise<MailContent> {
  const { siteUrl, language, event, schedule } = props
  const t = mailTranslator(language)
  const about = event === 'left_behind' ? 'mail.schedule.leftBehind' : 'mail.schedule.notPublished'
  const words =
    event === 'left_behind' ? wordsOfDrafts(t, language, schedule) : wordsOfFailure(t, language, schedule)
  return systemMail({
    language,
    subject: t(`${about}.subject`),
    preheader: t(`${about}.preheader`),
    body: (
      <AccountMail
        t={t}
        link={{
          label: t('mail.work.button'),
          href: siteUrl + localizedPath(`/admin/articles/edit/${schedule.slug}`, schedule.language),
        }}
        notes={[t('mail.notice.signIn'), t('mail.notice.administrator')]}
      >
        {[...words, t(`${about}.next`)].map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
      </AccountMail>
    ),
  })
}

function wordsOfFailure(t: Translate, language: Language, schedule: NoticedSchedule): string[] {
  const { title, publishAt, zone, status, reason } = schedule
  return [
    t('mail.schedule.notPublished.body', { title, time: momentInWords(publishAt, zone, language) }),
    status === 'missed'
      ? t('mail.schedule.notPublished.missed')
      : t('mail.notice.why', { reason: whyOf(reason ?? '') }),
  ]
}

function whyOf(reason: string): string {
  const [, kind, what = ''] = /^(check|incomplete): (.*)$/s.exec(reason) ?? []
  if (kind === 'check') return `The check found what nobody had accepted: ${what}.`
  if (kind === 'incomplete') return `It lacks: ${what.replaceAll('_', ' ')}.`
  return reason
}

function wordsOfDrafts(t: Translate, language: Language, { title, drafts }: NoticedSchedule): string[] {
  return [t('mail.schedule.leftBehind.body', { title, languages: listLanguages(drafts, language) })]
}
