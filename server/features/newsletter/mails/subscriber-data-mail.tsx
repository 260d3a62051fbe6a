import { formatArticleDate } from '#core/i18n/dates.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { sendSubscriberDataJob } from '#server/features/newsletter/jobs.ts'
import { acceptsMail } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** Two years of issues; the mail states how many more there are. */
const MOST_ISSUES = 100

/** Mails a subscriber all data that is stored about them. */
export async function sendSubscriberData(
  deps: Services,
  { subscriberId }: JobPayload<typeof sendSubscriberDataJob>,
  run: JobRun<typeof sendSubscriberDataJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [{ data }] = await transaction<
      [{ data: (SubscriberData & Parameters<typeof acceptsMail>[0]) | null }]
    >`
      select private.export_subscriber(${subscriberId}, ${MOST_ISSUES}) as data`
    if (!data || !acceptsMail(data)) return null
    return { mail: { ...(await subscriberDataMail({ data })), to: data.email }, withdraw: async () => {} }
  })
}

/** The facts that `private.export_subscriber` returns. */
export interface SubscriberData {
  email: string
  language: Language
  subscribed_at: string
  confirmed: boolean
  confirmed_at: string | null
  is_active: boolean
  left_at: string | null
  left_reason: string | null
  /** Null for all. */
  sections: string[] | null
  chosen_sections: { at?: string; ip?: string | null }
  /** The record as it is stored; an import or an older version may lack any field. */
  consent: {
    asked?: string | null
    at?: string | null
    ip?: string | null
    source?: string | null
    confirmed_at?: string | null
    confirmed_ip?: string | null
  }
  issue_count: number
  /** The newest ones. */
  issues: {
    subject: string
    status: 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'skipped' | 'empty'
    at: string
  }[]
}

/** Tells a subscriber everything that is stored about them. It has no link. */
export function subscriberDataMail({ data }: { data: SubscriberData }): Promise<MailContent> {
  const t = mailTranslator(data.language)
  return systemMail({
    language: data.language,
    subject: t('mail.data.subject'),
    preheader: t('mail.data.preheader'),
    body: <Data t={t} data={data} />,
  })
}

function Data({ t, data }: { t: Translate; data: SubscriberData }) {
  const { issues, language, issue_count: count } = data
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.data.body')}</Paragraph>
      {factsOf(data, t).map((fact) => (
        <Paragraph key={fact}>{fact}</Paragraph>
      ))}
      {issues.length < count && <Paragraph>{t('mail.data.newest', { value: issues.length })}</Paragraph>}
      {issues.length > 0 && <Notes notes={issues.map((issue) => describeIssue(issue, language, t))} />}
      <Notes notes={[t('mail.data.ignore')]} />
    </>
  )
}

function factsOf(data: SubscriberData, t: Translate): string[] {
  const { consent, language } = data
  const state = !data.is_active ? 'left' : data.confirmed ? 'active' : 'pending'
  const facts = [
    t('mail.data.email', { value: data.email }),
    t('mail.data.language', { value: LANGUAGES.find(({ code }) => code === language)?.name ?? language }),
    t('mail.data.status', { value: t(`preferences.state.${state}`) }),
    t('mail.data.subscribed', { value: utc(data.subscribed_at) }),
  ]
  if (data.sections)
    facts.push(
      t('mail.data.sections', { value: data.sections.map((slug) => t(`card.badge.${slug}`)).join(', ') }),
    )
  const { at: chosenAt, ip: chosenFrom } = data.chosen_sections
  if (chosenAt) facts.push(t('mail.data.sectionsAt', { value: from(chosenAt, chosenFrom) }))
  if (data.left_at) facts.push(t('mail.data.left', { value: utc(data.left_at) }))
  if (consent.asked) facts.push(t('mail.data.asked', { value: consent.asked.replace(/\s+/g, ' ') }))
  if (consent.source) facts.push(t('mail.data.source', { value: consent.source }))
  if (consent.at) facts.push(t('mail.data.askedAt', { value: from(consent.at, consent.ip) }))
  const confirmedAt = consent.confirmed_at ?? data.confirmed_at
  if (confirmedAt) facts.push(t('mail.data.confirmedAt', { value: from(confirmedAt, consent.confirmed_ip) }))
  return [...facts, t('mail.data.issues', { value: data.issue_count })]

  function from(time: string, ip: string | null | undefined): string {
    return ip ? t('mail.data.from', { time: utc(time), ip }) : utc(time)
  }
}

function describeIssue(
  { subject, status, at }: SubscriberData['issues'][number],
  language: Language,
  t: Translate,
) {
  const values = { date: formatArticleDate(at, language), subject }
  if (status === 'sent') return t('mail.data.issue.sent', values)
  const isUnknown = status === 'uncertain' || status === 'sending'
  return t(isUnknown ? 'mail.data.issue.uncertain' : 'mail.data.issue.notSent', values)
}

/** In UTC, to the second. */
function utc(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
