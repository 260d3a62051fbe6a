import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { sendWorkMailJob } from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, LinkLine, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

/** More are counted. */
const MOST_LISTED = 10

const SENTENCES = {
  handover: 'mail.work.handover',
  mention: 'mail.work.mention',
  report: 'mail.work.report',
  correction: 'mail.work.correction',
} as const

/** A thing that somebody wants of the recipient. */
export interface MailedWork {
  kind: keyof typeof SENTENCES
  /** The name of its author; null for somebody who has left. */
  name: string | null
  sentence: string
  title: string
  slug: string
  language: Language
  /** A day, `YYYY-MM-DD`. */
  dueOn: string | null
  isAlert: boolean
}

/** Mails a person what waits, except what was seen, done, published or taken by somebody else meanwhile. */
export async function sendWorkMail(
  deps: Services,
  { userId, mailId }: JobPayload<typeof sendWorkMailJob>,
  run: JobRun<typeof sendWorkMailJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [person] = await transaction<{ email: string; language: Language }[]>`
      select email, language from auth.users
        join public.user_roles on user_roles.user_id = users.id
        join public.profiles on profiles.user_id = users.id and wants_mails
      where users.id = ${userId} and email is not null and (banned_until is null or banned_until <= now())`
    if (!person) return null
    const work = await listMailedWork(transaction, mailId)
    if (work.length === 0) return null
    const content = await workMail({ siteUrl: deps.siteUrl, language: person.language, work })
    return { mail: { ...content, to: person.email }, withdraw: async () => {} }
  })
}

/** Lists the things that a mail was to say and that are still waiting, of articles that the person still works on, the latest first. */
function listMailedWork(sql: Session, mailId: string): Promise<MailedWork[]> {
  return sql<MailedWork[]>`
    select notice.kind, private.name_of_person(notice.made_by) as name, notice.sentence, article.title, article.slug,
      article.language, workflow.due_on::text as "dueOn", notice.is_alert as "isAlert"
    from private.work_notices as notice
      join public.articles as article on article.id = notice.article_id
      join public.user_roles as person on person.user_id = notice.user_id and private.reads_notes(person, article)
      left join public.article_workflow as workflow on workflow.article_id = notice.article_id
    where notice.mail_id = ${mailId} and notice.seen_at is null and (
      notice.kind = 'mention'
      or notice.kind = 'report' and exists (
        select from public.translation_reports where translation_id = notice.article_id and status = 'open')
      or notice.kind = 'correction' and exists (
        select from public.article_translations where translation_id = notice.article_id and corrected_at is not null)
      or notice.kind = 'handover' and not article.published and (
        workflow.next_person = notice.user_id or workflow.next_person is null and workflow.state = 'handed_in'))
    order by notice.id desc`
}

/** Tells a person of the desk what waits: everything of an hour, or what is due today. */
export function workMail({
  siteUrl,
  language,
  work,
}: {
  siteUrl: string
  language: Language
  work: readonly MailedWork[]
}): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: subjectOf(t, work),
    preheader: t('mail.work.preheader'),
    body: <Work t={t} siteUrl={siteUrl} language={language} work={work} />,
  })
}

function subjectOf(t: Translate, work: readonly MailedWork[]): string {
  const titles = new Set(work.map(({ title }) => title))
  const [first] = work
  if (!first || titles.size > 1) return t('mail.work.subject.many', { count: titles.size })
  const { title } = first
  return first.isAlert ? t('mail.work.subject.due', { title }) : t('mail.work.subject.one', { title })
}

interface WorkProps {
  t: Translate
  siteUrl: string
  language: Language
  work: readonly MailedWork[]
}

function Work({ t, siteUrl, language, work }: WorkProps) {
  const listed = work.slice(0, MOST_LISTED)
  const addresses = new Set(listed.map((item) => addressOf(siteUrl, item)))
  const [only] = addresses.size === 1 ? addresses : []
  const more = work.length - listed.length
  return (
    <>
      {listed.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={place}>
          <Paragraph>{sentenceOf(t, language, item)}</Paragraph>
          {!only && <LinkLine label={t('mail.work.button')} href={addressOf(siteUrl, item)} />}
        </div>
      ))}
      {more > 0 && <Paragraph>{t('mail.work.more', { count: more })}</Paragraph>}
      <CallToAction
        label={only ? t('mail.work.button') : t('mail.work.desk')}
        href={only ?? `${siteUrl}/admin/dashboard`}
        fallback={t('mail.confirmation.fallback')}
      />
      <Notes notes={[t('mail.work.reason'), t('mail.work.off')]} />
      <LinkLine label={t('mail.work.account')} href={`${siteUrl}/admin/account`} />
    </>
  )
}

function sentenceOf(
  t: Translate,
  language: Language,
  { kind, name, sentence, title, dueOn }: MailedWork,
): string {
  const values = { name: name ?? t('mail.work.somebody'), title, sentence }
  const said = t(SENTENCES[kind], values)
  if (dueOn === null) return said
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(dueOn),
  )
  return `${said} ${t('mail.work.due', { date })}`
}

const addressOf = (siteUrl: string, { slug, language }: MailedWork) =>
  siteUrl + localizedPath(`/admin/articles/edit/${slug}`, language)

/**
 * Enqueues a mail for each person for whom something waits that was neither seen nor mailed. What it will say is claimed in the
 * transaction that enqueues it, so that several processes mail nothing twice.
 */
export async function queueWorkMails({
  sql,
  queue,
  settings,
}: Pick<Services, 'sql' | 'queue' | 'settings'>): Promise<void> {
  const today = wallTimeAt(new Date(), settings.current().newsletter_zone).date
  const people = await sql<
    { userId: string }[]
  >`select user_id as "userId" from private.people_to_mail() as user_id`
  for (const { userId } of people) {
    try {
      await sql.transaction(async (transaction) => {
        const [claimed] = await transaction<[{ mailId: string | null }]>`
          select private.claim_work_mail(${userId}, ${today}) as "mailId"`
        const { mailId } = claimed
        if (mailId !== null) await queue.enqueue(sendWorkMailJob, { userId, mailId }, { transaction })
      })
    } catch (error) {
      // The next run tries again.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}
