import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { CheckStep } from '#app/admin/newsletter/approval/check-step.tsx'
import { SendStep } from '#app/admin/newsletter/approval/send-step.tsx'
import { SEND_ON_SUNDAY } from '#app/admin/newsletter/approval/send-time.tsx'
import { useChecklist } from '#app/admin/newsletter/approval/use-checklist.ts'
import { EditionTexts } from '#app/admin/newsletter/editions/edition-texts.tsx'
import { EditionsStep } from '#app/admin/newsletter/editions/editions-step.tsx'
import { useTranslationProgress } from '#app/admin/newsletter/editions/use-translate-issue.ts'
import { StepPanel } from '#app/admin/newsletter/steps/step-panel.tsx'
import { CheckState, EditionsState, SendState, WriteState } from '#app/admin/newsletter/steps/step-states.tsx'
import { STEPS, type Step, useStep } from '#app/admin/newsletter/steps/use-step.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
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
  // What was sent stays to be seen, also in a language that has been switched off since.
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
