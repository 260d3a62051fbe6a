import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { formatIn } from '#app/admin/kit/ui/format.ts'
import { CheckStep } from '#app/admin/newsletter/approval/check-step.tsx'
import { SendStep } from '#app/admin/newsletter/approval/send-step.tsx'
import {
  findSendMoment,
  SEND_ON_SUNDAY,
  type SendTimeDraft,
} from '#app/admin/newsletter/approval/send-time.tsx'
import { useDraftText, useIssueDraft, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { countEnglishArticles, languagesOf } from '#app/admin/newsletter/editions/edition-audience.ts'
import { EditionTexts } from '#app/admin/newsletter/editions/edition-texts.tsx'
import { EditionsStep } from '#app/admin/newsletter/editions/editions-step.tsx'
import { useTranslationProgress } from '#app/admin/newsletter/editions/translate-button.tsx'
import { type Checklist, useChecklist } from '#app/admin/newsletter/newsletter-queries.ts'
import { useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { STEPS, type Step, useStep } from '#app/admin/newsletter/use-step.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { CHECKLIST_WEIGHTS } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

const TITLES: Record<Step, string> = {
  write: t('newsletterSteps.write.title'),
  editions: t('newsletterSteps.editions.title'),
  check: t('newsletterSteps.check.title'),
  send: t('newsletterSteps.send.title'),
}

interface IssueStepsProps {
  stored: DeskIssue
  mustBeApproved: boolean
  /** Composes the draft again, above its texts. */
  generate: React.ReactNode
}

/** The way of an issue to its readers, of which one step is open at a time. */
export function IssueSteps({ stored, mustBeApproved, generate }: IssueStepsProps) {
  const { issue, editions } = stored
  const offered = useOfferedLanguages()
  const own = editions[0]?.language ?? DEFAULT_LANGUAGE
  const hasEdition = (code: Language) => editions.some(({ language }) => language === code)
  // An edition that was sent stays to be seen, also in a language that has been switched off since.
  const others = LANGUAGE_CODES.filter(
    (code) => code !== own && (offered.includes(code) || (issue.status !== 'draft' && hasEdition(code))),
  )
  const steps = stepsOf(issue.status, mustBeApproved).filter(
    (step) => step !== 'editions' || others.length > 0,
  )
  const { step: open, language: asked, open: openStep, showEdition } = useStep(steps, firstStep())
  const [time, setTime] = useState(SEND_ON_SUNDAY)
  // One that is held is checked where it is approved again.
  const checklist = useChecklist(issue, {
    isOn: issue.status === 'draft' || (mustBeApproved && open === 'check'),
  })
  const progress = useTranslationProgress(issue.id, editions)
  const readOnly = issue.status !== 'draft'
  const edition = editions.find(({ language }) => language === own)
  const shown = asked && others.includes(asked) ? asked : (others.find(hasEdition) ?? others[0] ?? own)
  const stale = new Set(
    (checklist.checked?.findings ?? [])
      .filter(({ code }) => code === 'stale_edition')
      .map(({ language }) => language),
  )
  const canSend = steps.includes('send')
  const openBefore = useRef(open)

  // When an issue starts, its last step goes, and what comes of it is told above the steps.
  useEffect(() => {
    if (openBefore.current === 'send' && !canSend)
      (document.getElementById('issue-progress') ?? document.getElementById('issue'))?.focus()
    openBefore.current = open
  }, [open, canSend])

  return (
    <div className="border-line border-t">
      {steps.map((step, index) => (
        <StepPanel
          key={step}
          number={index + 1}
          title={TITLES[step]}
          state={stateOf(step)}
          isOpen={step === open}
          onToggle={() => openStep(step === open ? null : step)}
        >
          {contentOf(step)}
        </StepPanel>
      ))}
    </div>
  )

  function contentOf(step: Step): React.ReactNode {
    switch (step) {
      case 'write':
        return (
          <>
            {generate && (
              <details className="mb-3 text-sm">
                <summary
                  id="generate"
                  className="inline-flex min-h-9 cursor-pointer items-center text-soft underline underline-offset-4 hover:text-ink"
                >
                  {t('newsletterSteps.generate')}
                </summary>
                <div className="mt-3 border border-line p-5">{generate}</div>
              </details>
            )}
            {edition && (
              <EditionTexts stored={stored} edition={edition} isStale={false} readOnly={readOnly} />
            )}
          </>
        )
      case 'editions':
        return (
          <EditionsStep
            stored={stored}
            languages={others}
            language={shown}
            onLanguage={showEdition}
            stale={stale}
            progress={progress}
            readOnly={readOnly}
          />
        )
      case 'check':
        return <CheckStep stored={stored} checklist={checklist} own={own} mustBeApproved={mustBeApproved} />
      case 'send':
        return <SendStep stored={stored} mustBeApproved={mustBeApproved} time={time} onTime={setTime} />
    }
  }

  function stateOf(step: Step): React.ReactNode {
    if (step === 'write') return <WriteState stored={stored} language={own} />
    if (step === 'editions') return <EditionsState stored={stored} progress={progress} />
    if (step === 'check') return <CheckState checklist={checklist} mustBeApproved={mustBeApproved} />
    return <SendState issue={issue} time={time} />
  }

  function firstStep(): Step | null {
    if (issue.status === 'draft') return 'write'
    return steps.includes('send') ? 'send' : null
  }
}

/** An issue that has ended has only texts, and one that is under way cannot be sent a second time. */
function stepsOf(status: IssueStatus, mustBeApproved: boolean): readonly Step[] {
  const isSendable = mustBeApproved || status === 'approved' || status === 'scheduled'
  const isOver = status === 'sent' || status === 'cancelled'
  return STEPS.filter((step) => (step === 'send' ? isSendable : step !== 'check' || !isOver))
}

interface StepPanelProps {
  number: number
  title: string
  /** In a few words, beside the title. */
  state: React.ReactNode
  isOpen: boolean
  onToggle: () => void
  children: React.ReactNode
}

/** A step: its header with its state, which opens it, and what is done in it. What was typed stays while it is closed. */
function StepPanel({ number, title, state, isOpen, onToggle, children }: StepPanelProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const header = useRef<HTMLButtonElement>(null)
  const pressedAt = useRef<number | null>(null)

  // A step above it closes at the same time, which would move it out of view.
  useLayoutEffect(() => {
    if (!isOpen || !header.current || pressedAt.current === null) return
    const top = Math.min(pressedAt.current, window.innerHeight / 2)
    pressedAt.current = null
    window.scrollBy({ top: header.current.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [isOpen])

  return (
    <div className="border-line border-b">
      <h3>
        <button
          ref={header}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={(event) => {
            pressedAt.current = isOpen ? null : event.currentTarget.getBoundingClientRect().top
            onToggle()
          }}
          className="flex min-h-14 w-full items-center gap-4 py-3 text-left hover:bg-wash focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden
            className={`flex size-7 shrink-0 items-center justify-center rounded-full border text-sm tabular-nums ${isOpen ? 'border-ink bg-ink text-paper' : 'border-edge text-soft'}`}
          >
            {number}
          </span>
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
            <span id={`${id}-title`} className="font-semibold">
              {title}
            </span>
            <span className="text-soft text-sm wrap-anywhere">
              <span aria-hidden className="max-sm:hidden">
                ·{' '}
              </span>
              {state}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            size={18}
            className={`shrink-0 text-faint transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <section id={id} aria-labelledby={`${id}-title`} hidden={!isOpen} className="pt-1 pb-6">
        {wasOpened && children}
      </section>
    </div>
  )
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Says whether the texts of an edition are there, and saved. */
function WriteState({ stored, language }: { stored: DeskIssue; language: Language }) {
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
function EditionsState({ stored, progress }: EditionsStateProps) {
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
function CheckState({ checklist: { checked, isBusy }, mustBeApproved }: CheckStateProps) {
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
function SendState({ issue, time }: { issue: NewsletterIssue; time: SendTimeDraft }) {
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
