import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { formatIn } from '#app/admin/kit/ui/format.ts'
import { findSendMoment, type SendTimeDraft } from '#app/admin/newsletter/approval/send-time.tsx'
import { useDraftText, useIssueDraft, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { countEnglishArticles, languagesOf } from '#app/admin/newsletter/editions/edition-audience.ts'
import type { Checklist } from '#app/admin/newsletter/newsletter-queries.ts'
import { useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { CHECKLIST_WEIGHTS } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Says whether the texts of an edition are there, and saved. */
export function WriteState({ stored, language }: { stored: DeskIssue; language: Language }) {
  const { text: subject } = useDraftText({ kind: 'edition', language, field: 'subject' })
  const { saving } = useIssueDraft()
  const unsaved = useUnsavedTexts()
  const edition = stored.editions.find((one) => one.language === language)
  if (unsaved.length === 0 && stored.issue.status !== 'draft') return t('newsletterSteps.locked')
  if (unsaved.length > 0)
    return t(
      ['saved', 'waiting'].includes(saving.status) ? 'newsletterSteps.saving' : 'newsletterSteps.unsaved',
    )
  if (!edition || !subject) return t('newsletterSteps.noSubject')
  const at = new Date(saving.at ?? edition.updated_at)
  const isToday = at.toDateString() === new Date().toDateString()
  return t('newsletterSteps.saved', { time: isToday ? CLOCK.format(at) : DAY.format(at) })
}

interface EditionsStateProps {
  stored: DeskIssue
  progress: { done: number; total: number } | null
}

/** Says how many of the languages that are read have an edition. */
export function EditionsState({ stored, progress }: EditionsStateProps) {
  const { data: counts } = useQuery(subscriberCountsQuery)
  const offered = useOfferedLanguages()
  if (progress) return t('newsletterSteps.editions.progress', progress)
  if (!counts) return null
  const read = languagesOf(counts, offered)
  const made = read.filter((language) => stored.editions.some((edition) => edition.language === language))
  const english = made.filter((language) => countEnglishArticles(stored, language)).length
  return t(english > 0 ? 'newsletterSteps.editions.english' : 'newsletterSteps.editions', {
    made: made.length,
    of: read.length,
    count: english,
  })
}

interface CheckStateProps {
  checklist: Checklist
  mustBeApproved: boolean
}

/** Counts the findings of the checklist, which runs with every approval as well. */
export function CheckState({ checklist: { checked, isBusy }, mustBeApproved }: CheckStateProps) {
  if (!mustBeApproved) return t('newsletterSteps.check.approved')
  if (isBusy) return t('newsletterSending.checklist.busy')
  if (!checked) return t('newsletterSteps.check.never')
  const count = (weight: string) =>
    checked.findings.filter(({ code }) => CHECKLIST_WEIGHTS[code] === weight).length
  const [blocks, asks] = [count('blocks'), count('asks')]
  if (blocks > 0)
    return <span className="text-red">{t('newsletterSteps.check.blocks', { count: blocks })}</span>
  if (asks > 0) return t('newsletterSteps.check.asks', { count: asks })
  return <span className="text-green">{t('newsletterSteps.check.clean')}</span>
}

/** Says when the issue goes out, by the clocks of the newsletter's zone. */
export function SendState({ issue, time }: { issue: NewsletterIssue; time: SendTimeDraft }) {
  const schedule = useSundaySchedule()
  if (issue.status === 'paused') return t('newsletterSending.title.paused')
  if (issue.status === 'approved') return t('newsletterSteps.send.approved')
  if (!schedule) return null
  const moment =
    issue.status === 'scheduled' && issue.scheduled_for
      ? new Date(issue.scheduled_for)
      : findSendMoment(time, { schedule, now: new Date() })
  const zone = schedule.newsletter_zone
  if (moment) return t('schedule.when', { when: formatIn(zone, moment), zone })
  if (time.kind === 'time') return t('newsletterSteps.send.noTime')
  return t(time.kind === 'now' ? 'newsletterSending.when.now' : 'newsletterSteps.send.later')
}
