import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApprovalSection } from '#app/admin/newsletter/approval/approval-section.tsx'
import { ReadySection } from '#app/admin/newsletter/approval/ready-section.tsx'
import { ContentSection } from '#app/admin/newsletter/content/content-section.tsx'
import { LeaveIssue } from '#app/admin/newsletter/draft/leave-issue.tsx'
import { LostTexts } from '#app/admin/newsletter/draft/lost-texts.tsx'
import { RestoredNotice } from '#app/admin/newsletter/draft/restored-notice.tsx'
import { IssueDraftContext, useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { useKeptTexts } from '#app/admin/newsletter/draft/use-kept-texts.ts'
import { EditionFields } from '#app/admin/newsletter/editions/edition-fields.tsx'
import { EditionHeading } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { EditionTabs } from '#app/admin/newsletter/editions/edition-tabs.tsx'
import { MissingEdition } from '#app/admin/newsletter/editions/missing-edition.tsx'
import { IssueEvents } from '#app/admin/newsletter/history/issue-events.tsx'
import { HeldNotice } from '#app/admin/newsletter/issue/held-notice.tsx'
import { IssueHeading } from '#app/admin/newsletter/issue/issue-heading.tsx'
import { mustBeApprovedAgain } from '#app/admin/newsletter/issue/must-be-approved-again.ts'
import { checkQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { PreviewSection } from '#app/admin/newsletter/preview/preview-section.tsx'
import { ProgressSection } from '#app/admin/newsletter/progress/progress-section.tsx'
import { IssueReport } from '#app/admin/newsletter/report/issue-report.tsx'
import { TestSection } from '#app/admin/newsletter/test/test-section.tsx'
import { useDesk } from '#app/admin/session/use-desk.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface IssueViewProps {
  stored: DeskIssue
  /** Whether this is a page of its own. */
  isPage?: boolean
}

/** An issue: what it says in each language, how it looks, and its way to the subscribers. */
export function IssueView({ stored, isPage = false }: IssueViewProps) {
  const { email } = useDesk()
  const kept = useIssueDraft(stored)
  const { hasFailed, restored } = useKeptTexts(kept.draft, email)
  const { issue, editions, events } = stored
  const first = editions[0]?.language ?? DEFAULT_LANGUAGE
  const [language, setLanguage] = useState<Language>(first)
  const tabs = useRef<HTMLDivElement>(null)
  const readOnly = issue.status !== 'draft'
  // The answer of the checklist, if somebody has asked for it.
  const { data: checked } = useQuery({ ...checkQuery(issue), enabled: issue.status === 'draft' })
  const stale = new Set(
    (checked?.findings ?? [])
      .filter(({ code }) => code === 'stale_edition')
      .map(({ language: edition }) => edition),
  )
  const edition = editions.find((one) => one.language === language)
  const mustBeApproved = issue.status === 'draft' || mustBeApprovedAgain(issue, events)

  function show(wanted: Language) {
    setLanguage(wanted)
    tabs.current?.scrollIntoView({ block: 'start' })
    tabs.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }

  return (
    <IssueDraftContext value={kept}>
      <IssueHeading issue={issue} language={first} isKeptHere={!hasFailed} isPage={isPage} />
      <HeldNotice issue={issue} mustBeApproved={mustBeApproved} />
      <RestoredNotice count={restored} />
      <LostTexts />
      {issue.audience !== null && <ProgressSection issue={issue} mustBeApproved={mustBeApproved} />}
      {issue.started_at !== null && <IssueReport issueId={issue.id} />}
      <div ref={tabs} className="scroll-mt-4">
        <EditionTabs editions={editions} stale={stale} language={language} onChange={setLanguage}>
          {edition ? (
            <>
              <EditionHeading edition={edition} isStale={stale.has(language)} readOnly={readOnly} />
              <EditionFields language={language} readOnly={readOnly} />
              <ContentSection key={language} stored={stored} language={language} readOnly={readOnly} />
            </>
          ) : (
            language !== 'en' && (
              <MissingEdition
                issueId={issue.id}
                language={language}
                missing={TRANSLATED_LANGUAGES.filter(
                  (code) => !editions.some((one) => one.language === code),
                )}
                readOnly={readOnly}
              />
            )
          )}
        </EditionTabs>
      </div>
      {edition && <PreviewSection issueId={issue.id} language={language} />}
      {edition && !['sent', 'cancelled'].includes(issue.status) && (
        <TestSection issue={issue} language={language} languages={editions.map((one) => one.language)} />
      )}
      {mustBeApproved ? (
        <ApprovalSection issue={issue} onShow={show} />
      ) : (
        ['approved', 'scheduled'].includes(issue.status) && <ReadySection issue={issue} />
      )}
      <IssueEvents events={events} />
      <LeaveIssue isKeptHere={!hasFailed} />
    </IssueDraftContext>
  )
}
