import { useState } from 'react'
import { Link } from 'react-router'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { issuePath } from '#app/admin/kit/paths.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { problemOf } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useDraftText, useIssueDraft, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { failedAs, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { cancelNewsletter, reopenNewsletter } from '#core/data/newsletter-approval.ts'
import type { IssueStatus, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

interface IssueHeadingProps {
  issue: NewsletterIssue
  /** Of the edition whose subject names the issue. */
  language: Language
  isStoredLocally: boolean
  reachedNobody: boolean
  /** True if this is a page of its own. */
  isPage: boolean
}

/** The title of the issue, its status, and the actions for the whole issue. */
export function IssueHeading(props: IssueHeadingProps) {
  const { issue, language, isStoredLocally, reachedNobody, isPage } = props
  const { text: subject } = useDraftText({ kind: 'edition', language, field: 'subject' })
  const failed = failedAs(t('newsletterSending.control.failed'))
  const reopen = useNewsletterCall(reopenNewsletter, { failed })
  const cancel = useNewsletterCall(cancelNewsletter, { failed })
  const [isCancelling, setIsCancelling] = useState(false)
  const { id, status, covers_from, covers_until } = issue
  const Heading = isPage ? 'h1' : 'h3'

  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 md:flex-nowrap">
      <div className="min-w-0">
        <Heading
          id="issue"
          tabIndex={-1}
          lang={subject ? language : undefined}
          className={`font-display font-medium wrap-anywhere ${isPage ? 'text-title-lg' : 'text-title-sm'}`}
        >
          {subject || t('newsletter.issue.untitled')}
        </Heading>
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-faint text-sm">
          <IssueStatusBadge issue={issue} reachedNobody={reachedNobody} />
          {covers_from && covers_until && (
            <span>
              <FilledMessage
                text={t('newsletter.issue.covers')}
                values={{
                  from: <LocalTime iso={covers_from} precision="day" />,
                  until: <LocalTime iso={covers_until} precision="day" />,
                }}
              />
            </span>
          )}
          {!isPage && (
            <Link
              to={issuePath(id)}
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
            >
              {t('newsletter.issue.open')}
            </Link>
          )}
          <SavedNote isDraft={status === 'draft'} isStoredLocally={isStoredLocally} />
        </div>
        <PresenceNotice topic={`newsletter:${id}`} className="mt-3" />
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {(status === 'approved' || status === 'scheduled') && (
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={reopen.isPending}
            onClick={() => reopen.isPending || void reopen.attempt(id)}
          >
            {reopen.isPending ? t('ui.oneMoment') : t('newsletter.issue.reopen')}
          </Button>
        )}
        {['draft', 'approved', 'scheduled'].includes(status) && (
          <Button variant="secondary" size="sm" onClick={() => setIsCancelling(true)}>
            {t('newsletter.issue.cancel')}
          </Button>
        )}
      </div>
      {isCancelling && (
        <ConfirmDialog
          title={t('newsletter.issue.cancelTitle')}
          action={t('newsletter.issue.cancel')}
          keep={t('ui.goBack')}
          onConfirm={async () => {
            await cancel.attempt(id)
          }}
          onClose={() => setIsCancelling(false)}
        >
          <p>{t('newsletter.issue.cancelText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Says whether what was typed is stored, and why not. */
function SavedNote({ isDraft, isStoredLocally }: { isDraft: boolean; isStoredLocally: boolean }) {
  const { saving } = useIssueDraft()
  const unsaved = useUnsavedTexts()
  // An issue that is approved stores nothing.
  if (!isDraft && unsaved.length === 0) return null
  const problem = describeProblem()
  const saved = saving.at ? t('newsletterIssue.saved.at', { time: TIME.format(new Date(saving.at)) }) : ''
  return (
    <>
      <p className={`text-sm ${problem ? 'text-red' : 'text-faint'}`}>
        {problem ||
          (unsaved.length > 0 ? t('newsletterIssue.saved.soon') : saved || t('newsletterIssue.saved.all'))}
      </p>
      <Announcement>{problem}</Announcement>
    </>
  )

  function describeProblem(): string {
    if (unsaved.length === 0) return ''
    const reason = reasonOf()
    if (!reason) return ''
    return `${reason} ${t(isStoredLocally ? 'newsletterIssue.saved.here' : 'newsletterIssue.saved.nowhere')}`
  }

  function reasonOf(): string {
    if (!isDraft) return t('newsletterIssue.saved.sealed')
    if (unsaved.some(({ theirs }) => theirs !== undefined)) return t('newsletterIssue.saved.conflict')
    if (unsaved.some(({ isOrphaned }) => isOrphaned)) return t('newsletterIssue.saved.lost')
    if (unsaved.some(({ place, typed }) => problemOf(place, typed))) return t('newsletterIssue.saved.invalid')
    switch (saving.status) {
      case 'saved':
      case 'waiting':
        return ''
      case 'sealed':
        return t('newsletterIssue.saved.sealed')
      case 'no_connection':
        return t('newsletterIssue.saved.noConnection')
      case 'signed_out':
        return t('newsletterIssue.saved.signedOut')
      case 'not_member':
        return t('newsletterIssue.saved.notMember')
      default:
        return t('newsletterIssue.saved.failed')
    }
  }
}

const LOOKS: Record<IssueStatus, [tone: BadgeTone, label: string]> = {
  draft: ['grey', t('newsletter.status.draft')],
  approved: ['blue', t('newsletter.status.approved')],
  scheduled: ['blue', t('newsletter.status.scheduled')],
  sending: ['purple', t('newsletter.status.sending')],
  paused: ['orange', t('newsletter.status.paused')],
  sent: ['green', t('newsletter.status.sent')],
  cancelled: ['grey', t('newsletter.status.cancelled')],
}

/** The same for an issue whose messages stay in the outbox. */
const OUTBOX_LOOKS: Partial<typeof LOOKS> = {
  sending: ['purple', t('newsletter.status.toOutbox')],
  sent: ['orange', t('newsletter.status.outbox')],
}

interface IssueStatusBadgeProps {
  issue: Pick<NewsletterIssue, 'status' | 'held_reason' | 'into_outbox'>
  reachedNobody?: boolean | undefined
}

/** The status of an issue; a held issue needs a decision in every status. */
export function IssueStatusBadge({ issue, reachedNobody = false }: IssueStatusBadgeProps) {
  const { status, held_reason, into_outbox } = issue
  const look = (into_outbox && OUTBOX_LOOKS[status]) || LOOKS[status]
  const problem = reachedNobody ? t('newsletterSending.title.notSent') : t('newsletter.status.held')
  const [tone, label] = held_reason === null && !reachedNobody ? look : (['red', problem] as const)
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}
