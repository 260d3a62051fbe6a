import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { ApprovalSection, ReadySection } from '#app/admin/newsletter/approval/approval-section.tsx'
import { ContentSection } from '#app/admin/newsletter/content/content-section.tsx'
import { LeaveIssue } from '#app/admin/newsletter/draft/draft-notices.tsx'
import { keyOf } from '#app/admin/newsletter/draft/issue-draft.ts'
import {
  IssueDraftContext,
  useIssueDraft,
  useIssueDraftStore,
  useLocalDraft,
  useUnsavedTexts,
} from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { EditionFields } from '#app/admin/newsletter/editions/edition-fields.tsx'
import { EditionHeading } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { EditionTabs } from '#app/admin/newsletter/editions/edition-tabs.tsx'
import { TranslateButton } from '#app/admin/newsletter/editions/translate-button.tsx'
import { IssueEvents } from '#app/admin/newsletter/issue/issue-events.tsx'
import { IssueHeading } from '#app/admin/newsletter/issue/issue-heading.tsx'
import { IssueReport } from '#app/admin/newsletter/issue/issue-report.tsx'
import { mustBeApprovedAgain } from '#app/admin/newsletter/issue/must-be-approved-again.ts'
import { PreviewSection } from '#app/admin/newsletter/issue/preview-section.tsx'
import { TestSection } from '#app/admin/newsletter/issue/test-section.tsx'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { checkQuery, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { ProgressSection } from '#app/admin/newsletter/progress/progress-section.tsx'
import { MailNotice } from '#app/admin/outbox/mail-notice.tsx'
import { useMailLeaves } from '#app/admin/outbox/mail-transport.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { z } from '#core/domain/schema.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface MissingEditionProps {
  issueId: string
  language: Exclude<Language, 'en'>
  /** All languages without an edition. */
  missing: readonly Exclude<Language, 'en'>[]
  readOnly: boolean
}

interface HeldNoticeProps {
  issue: NewsletterIssue
  mustBeApproved: boolean
}

interface IssueViewProps {
  stored: DeskIssue
  /** Whether this is a page of its own. */
  isPage?: boolean
}

/** An issue: what it says in each language, how it looks, and its way to the subscribers. */
export function IssueView({ stored, isPage = false }: IssueViewProps) {
  const { email } = useDesk()
  const kept = useIssueDraftStore(stored)
  const { hasFailed, restored } = useLocalDraft(kept.draft, email)
  const { issue, editions, events } = stored
  const first = editions[0]?.language ?? DEFAULT_LANGUAGE
  const [language, setLanguage] = useState<Language>(first)
  const tabs = useRef<HTMLDivElement>(null)
  const readOnly = issue.status !== 'draft'
  // The last result of the checklist, if it was run.
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
      <IssueHeading issue={issue} language={first} isStoredLocally={!hasFailed} isPage={isPage} />
      {issue.origin === 'demo' && (
        <Notice className="mb-8" title={t('newsletter.demo.title')}>
          <p>{t('newsletter.demo.text')}</p>
        </Notice>
      )}
      <HeldNotice issue={issue} mustBeApproved={mustBeApproved} />
      <RestoredNotice count={restored} />
      <OrphanedTexts />
      {issue.audience !== null && <ProgressSection issue={issue} mustBeApproved={mustBeApproved} />}
      {issue.started_at !== null && <IssueReport issue={issue} />}
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
      <IssueEvents events={events} intoOutbox={issue.into_outbox} />
      <LeaveIssue isStoredLocally={!hasFailed} />
    </IssueDraftContext>
  )
}

/** Says that unsaved texts of an earlier session were restored. */
function RestoredNotice({ count }: { count: number }) {
  const { draft } = useIssueDraft()
  const unsaved = useUnsavedTexts()
  return (
    <div role="status">
      {count > 0 && unsaved.length > 0 && (
        <Notice tone="warning" className="mb-6" title={t('newsletterIssue.restored.title')}>
          <p>{t('newsletterIssue.restored.text', { count })}</p>
          <Button variant="secondary" size="sm" onClick={() => draft.discardAll()}>
            {t('newsletterIssue.restored.discard')}
          </Button>
        </Notice>
      )}
    </div>
  )
}

/** Unsaved texts of a deleted item or edition. They are shown, so that the editor can copy them. */
function OrphanedTexts() {
  const { draft } = useIssueDraft()
  const orphaned = useUnsavedTexts().filter(({ isOrphaned }) => isOrphaned)
  return (
    <div role="status">
      {orphaned.map(({ place, typed }) => (
        <Notice key={keyOf(place)} tone="warning" className="mb-6" title={t('newsletterIssue.lost.title')}>
          <p lang={place.language} className="whitespace-pre-line wrap-anywhere">
            {typed}
          </p>
          <Button variant="secondary" size="sm" onClick={() => draft.takeTheirs(place)}>
            {t('newsletterIssue.lost.discard')}
          </Button>
        </Notice>
      ))}
    </div>
  )
}

/** Why an issue is held, and what the editor can do about it. */
function HeldNotice({ issue, mustBeApproved }: HeldNoticeProps) {
  const { held_reason: reason, status } = issue
  const mailLeaves = useMailLeaves()
  return (
    <div role="status">
      {reason !== null && (
        <Notice tone="problem" className="mb-8" title={t('newsletter.held.title')}>
          <p className="wrap-anywhere">{reason}</p>
          <p>{describeNextStep()}</p>
        </Notice>
      )}
    </div>
  )

  function describeNextStep(): string {
    if (status === 'draft') return t('newsletter.held.draft')
    if (status !== 'paused') return t('newsletter.held.text')
    if (issue.into_outbox && mailLeaves) return t('newsletter.held.outbox')
    return t(mustBeApproved ? 'newsletter.held.changed' : 'newsletter.held.paused')
  }
}

/** Says what readers of a missing edition get instead, and offers to translate it. */
function MissingEdition({ issueId, language, missing, readOnly }: MissingEditionProps) {
  return (
    <div className="max-w-prose space-y-4 py-4">
      <p className="text-soft">{t('newsletterIssue.missing', { language: languageName(language) })}</p>
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <TranslateButton
            issueId={issueId}
            languages={[language]}
            label={t('newsletterIssue.translate.action')}
          />
          {missing.length > 1 && (
            <TranslateButton
              issueId={issueId}
              languages={missing}
              label={t('newsletterIssue.translate.all', { count: missing.length })}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** One issue, on a page of its own. */
export function IssuePage({ id }: { id: string }) {
  const isId = z.uuid().safeParse(id).success
  const issue = useQuery({ ...issueQuery(id), enabled: isId })
  return (
    <>
      <BackLink to={NEWSLETTER_PATH}>{t('newsletter.back')}</BackLink>
      <MailNotice />
      {isId ? (
        <QueryView query={issue} what={t('newsletter.issue.what')} pending={<ListSkeleton rows={6} />}>
          {(stored) => (stored ? <IssueView key={id} stored={stored} isPage /> : <NotFound />)}
        </QueryView>
      ) : (
        <NotFound />
      )}
    </>
  )
}

function NotFound() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('newsletter.issue.notFound')}</h1>
      <p className="mt-2 text-soft">{t('newsletter.issue.notFoundText')}</p>
    </>
  )
}
