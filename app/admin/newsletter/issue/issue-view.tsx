import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH, MAIL_SETTINGS_PATH, NEWSLETTER_PATH } from '#app/admin/kit/paths.ts'
import { restorationQuery } from '#app/admin/kit/query/desk-facts.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { useMailLeaves } from '#app/admin/mail/mail-queries.ts'
import { MailNotice } from '#app/admin/mail/outbox/mail-notice.tsx'
import { LeaveIssue } from '#app/admin/newsletter/draft/draft-notices.tsx'
import { keyOf } from '#app/admin/newsletter/draft/issue-draft.ts'
import {
  IssueDraftContext,
  useIssueDraft,
  useIssueDraftStore,
  useLocalDraft,
  useUnsavedTexts,
} from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { IssueHeading } from '#app/admin/newsletter/issue/issue-heading.tsx'
import { IssueReport } from '#app/admin/newsletter/issue/issue-report.tsx'
import { RestoredQuestion } from '#app/admin/newsletter/issue/restored-question.tsx'
import { issueQuery, progressQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { ProgressSection } from '#app/admin/newsletter/progress/progress-section.tsx'
import { useControlSending } from '#app/admin/newsletter/progress/sending-controls.tsx'
import { IssueSteps } from '#app/admin/newsletter/steps/issue-steps.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { makeIssueRecordings, readIssueRecordings } from '#core/data/newsletter-audio.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type {
  NewsletterIssue,
  NewsletterIssueEvent,
  IssueRecordings as Recordings,
} from '#core/domain/newsletter-issue.ts'
import { hasReachedNobody } from '#core/domain/newsletter-sending.ts'
import { z } from '#core/domain/schema.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { newsletterAudioPath } from '#core/paths.ts'

interface HeldNoticeProps {
  issue: NewsletterIssue
  mustBeApproved: boolean
}

interface IssueViewProps {
  stored: DeskIssue
  /** True if this is a page of its own. */
  isPage?: boolean
  generate?: React.ReactNode
}

/** An issue: how far it is, and the steps on its way to the subscribers. */
export function IssueView({ stored, isPage = false, generate = null }: IssueViewProps) {
  const { email } = useDesk()
  const kept = useIssueDraftStore(stored)
  const { hasFailed, restored } = useLocalDraft(kept.draft, email)
  const { issue, editions, events } = stored
  const first = editions[0]?.language ?? DEFAULT_LANGUAGE
  const progress = useQuery({ ...progressQuery(issue), enabled: issue.status === 'sent' })
  const reachedNobody = progress.data !== undefined && hasReachedNobody(progress.data)
  const mustBeApproved = issue.status === 'draft' || mustBeApprovedAgain(issue, events)

  return (
    <IssueDraftContext value={kept}>
      <IssueHeading
        issue={issue}
        language={first}
        isStoredLocally={!hasFailed}
        reachedNobody={reachedNobody}
        isPage={isPage}
      />
      {issue.origin === 'demo' && (
        <Notice className="mb-8" title={t('newsletter.demo.title')}>
          <p>{t('newsletter.demo.text')}</p>
        </Notice>
      )}
      <HeldNotice issue={issue} mustBeApproved={mustBeApproved} />
      <RestoredNotice count={restored} />
      <OrphanedTexts />
      {issue.audience !== null && <ProgressSection issue={issue} mustBeApproved={mustBeApproved} />}
      {isPage && issue.started_at !== null && <IssueReport issue={issue} />}
      {isPage && issue.started_at !== null && <IssueRecordings issueId={issue.id} />}
      {isPage && <h2 className="sr-only">{t('newsletterSteps.title')}</h2>}
      <IssueSteps
        stored={stored}
        mustBeApproved={mustBeApproved}
        generate={issue.status === 'draft' && generate}
      />
      {isPage && <IssueEvents events={events} intoOutbox={issue.into_outbox} reachedNobody={reachedNobody} />}
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

/** Says why an issue is held, and what the editor can do about it. */
function HeldNotice({ issue, mustBeApproved }: HeldNoticeProps) {
  const { held_reason: reason, status } = issue
  const mailLeaves = useMailLeaves()
  // Here, because an answer takes the question away.
  const { control, dialog } = useControlSending(issue.id)
  const isForOutbox = issue.into_outbox && mailLeaves
  // Nothing else pauses a sending and lets it be resumed as it is.
  const isTransportProblem = status === 'paused' && !mustBeApproved && !isForOutbox
  return (
    <div role="status">
      {issue.may_have_left && (
        <RestoredQuestion issue={issue} onResume={() => control.attempt({ action: 'resume' })} />
      )}
      {dialog}
      {reason !== null && !issue.may_have_left && (
        <Notice tone="problem" className="mb-8" title={t('newsletter.held.title')}>
          <p className="wrap-anywhere">{reason}</p>
          <p>{describeNextStep()}</p>
          {isTransportProblem && (
            <ScreenLink
              to={MAIL_SETTINGS_PATH}
              className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
            >
              {t('newsletter.held.mailSettings')}
            </ScreenLink>
          )}
        </Notice>
      )}
    </div>
  )

  function describeNextStep(): string {
    if (status === 'draft') return t('newsletter.held.draft')
    if (status !== 'paused') return t('newsletter.held.text')
    if (isForOutbox) return t('newsletter.held.outbox')
    return t(mustBeApproved ? 'newsletter.held.changed' : 'newsletter.held.paused')
  }
}

/** Says that a restored site sends nothing yet, whatever is scheduled. */
export function RestoredSiteNotice() {
  const { data: restoration } = useQuery(restorationQuery)
  if (!restoration) return null
  return (
    <Notice tone="warning" className="mb-8" title={t('dashboard.restored.title')}>
      <p>{t('newsletter.restored.site')}</p>
      <ScreenLink
        to={HOME_PATH}
        className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
      >
        {t('newsletter.restored.dashboard')}
      </ScreenLink>
    </Notice>
  )
}

/** One issue, on a page of its own. */
export function IssuePage({ id }: { id: string }) {
  const isId = z.uuid().safeParse(id).success
  const issue = useQuery({ ...issueQuery(id), enabled: isId })
  return (
    <>
      <BackLink to={NEWSLETTER_PATH}>{t('newsletter.back')}</BackLink>
      <RestoredSiteNotice />
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

const WORDS: Record<NewsletterIssueEvent['event'], string> = {
  draft: t('newsletter.event.draft'),
  approved: t('newsletter.event.approved'),
  scheduled: t('newsletter.event.scheduled'),
  sending: t('newsletter.event.sending'),
  paused: t('newsletter.event.paused'),
  sent: t('newsletter.event.sent'),
  cancelled: t('newsletter.event.cancelled'),
  held: t('newsletter.event.held'),
  tested: t('newsletter.event.tested'),
  rehearsed: t('newsletter.event.rehearsed'),
  retried: t('newsletter.event.retried'),
  resent: t('newsletter.event.resent'),
  waiting: t('newsletter.event.waiting'),
  continued: t('newsletter.event.continued'),
}

/** The sums at the end of a sending name the statuses of messages, which the desk has words for. */
const inWords = (event: NewsletterIssueEvent['event'], reason: string) =>
  event === 'sent' ? reason.replace(/\buncertain\b/, 'possibly sent') : reason

/** The same of an issue whose messages stay in the outbox. */
const OUTBOX_WORDS: Partial<typeof WORDS> = {
  sending: t('newsletter.event.sendingOutbox'),
  sent: t('newsletter.event.sentOutbox'),
}

interface IssueEventsProps {
  events: readonly NewsletterIssueEvent[]
  intoOutbox: boolean
  reachedNobody: boolean
}

/** The history of an issue, the latest event first. */
function IssueEvents({ events, intoOutbox, reachedNobody }: IssueEventsProps) {
  const nameOf = useNameOfEditor()
  if (events.length === 0) return null
  return (
    <section aria-labelledby="issue-history" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-history" tabIndex={-1} className="mb-3 font-semibold">
        {t('newsletter.events')}
      </h2>
      <ol className="divide-y divide-line text-sm">
        {events.toReversed().map(({ id, event, actor, happened_at, reason }, index) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">
                {/* An issue begins as a draft, and later becomes one again. */}
                {event === 'draft' && index === events.length - 1
                  ? t('newsletter.event.begun')
                  : wordsOf(event)}
              </span>
              {reason && <span className="block text-soft">{inWords(event, reason)}</span>}
            </span>
            <span className="text-faint">
              {nameOf(actor)} · <LocalTime iso={happened_at} precision="zoned" />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )

  function wordsOf(event: NewsletterIssueEvent['event']): string {
    if (event === 'sent' && reachedNobody) return t('newsletterSending.title.notSent')
    return (intoOutbox && OUTBOX_WORDS[event]) || WORDS[event]
  }
}

/**
 * Tells whether an issue is held because it has changed since its approval, or has missed its time. A pause because no mail could be sent
 * only needs to be resumed.
 */
export function mustBeApprovedAgain(
  { status, held_reason }: Pick<NewsletterIssue, 'status' | 'held_reason'>,
  events: readonly Pick<NewsletterIssueEvent, 'event' | 'reason'>[],
): boolean {
  if (held_reason === null) return false
  if (status === 'approved' || status === 'scheduled') return true
  return status === 'paused' && events.findLast(({ event }) => event === 'paused')?.reason !== held_reason
}

/** A message takes a minute or more, and nothing tells desks of it. */
const WATCH_MS = 15_000

const recordingsQuery = (issueId: string) => ({
  ...deskQuery(['newsletter', 'recordings', issueId], (client) => readIssueRecordings(client, issueId), {
    refuses: true,
  }),
  refetchInterval: ({ state }: { state: { data?: Recordings | undefined } }) =>
    state.data?.rows.some((row) => row.state === 'waiting') ? WATCH_MS : false,
})

const STATES = {
  silent: t('newsletterRecordings.silent'),
  waiting: t('newsletterRecordings.waiting'),
  made: t('newsletterRecordings.made'),
  failed: t('newsletterRecordings.failed'),
}

/** Shows what of an issue is read aloud by the speech model, where there is one or was. */
function IssueRecordings({ issueId }: { issueId: string }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { data } = useQuery(recordingsQuery(issueId))
  const make = useDeskMutation({
    run: (client, of: string) => makeIssueRecordings(client, of),
    done(count) {
      // The button is gone by then.
      title.current?.focus()
      return t('newsletterRecordings.begun', { count })
    },
    invalidates: [['newsletter', 'recordings']],
  })
  if (!data || data.rows.length === 0 || !(data.has_model || data.rows.some((row) => row.id))) return null
  const isIncomplete = data.rows.some(({ state }) => state === 'silent' || state === 'failed')

  return (
    <section aria-labelledby={id} className="mb-12">
      <h3 ref={title} id={id} tabIndex={-1} className="font-semibold">
        {t('newsletterRecordings.title')}
      </h3>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('newsletterRecordings.note')}</p>
      <dl className="mt-3 border-line border-t text-sm">
        {data.rows.map((row) => (
          <div key={row.language} className="grid gap-x-6 border-line border-b py-2 sm:grid-cols-[10rem_1fr]">
            <dt>{languageName(row.language)}</dt>
            <dd className="wrap-anywhere">
              {row.state === 'made' && row.id ? (
                <a href={newsletterAudioPath(row.id)} className="underline underline-offset-4">
                  {STATES.made}
                  <span className="sr-only">: {languageName(row.language)}</span>
                </a>
              ) : (
                STATES[row.state]
              )}
              {row.seconds !== null && ` · ${lengthOf(row.seconds)}`}
              {row.state !== 'made' && row.problem && <p className="text-soft">{row.problem}</p>}
            </dd>
          </div>
        ))}
      </dl>
      {data.has_model && isIncomplete && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          onClick={() => void make.attempt(issueId)}
          disabled={make.isPending}
        >
          {t('newsletterRecordings.make')}
        </Button>
      )}
    </section>
  )
}

const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
