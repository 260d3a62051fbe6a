import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { issuePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListPager, ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { IssueStatusBadge } from '#app/admin/newsletter/issue/issue-heading.tsx'
import { issuesQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { SendMoment } from '#app/admin/newsletter/send-moment.tsx'
import type { ListedIssue } from '#core/data/newsletter-issues.ts'
import { hasReachedNobody, type MessageCounts } from '#core/domain/newsletter-sending.ts'

const PAGE_SIZE = 4
const NUMBER = new Intl.NumberFormat('en')

/** All issues, the newest first. */
export function IssueList() {
  const [page, setPage] = useState(1)
  const issues = useQuery({
    ...issuesQuery({ statuses: [], page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="issues" className="border-line border-t py-6">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="issues" tabIndex={-1} className="font-semibold">
          {t('newsletter.issues')}
        </h2>
        <ListPager
          page={page}
          pageSize={PAGE_SIZE}
          total={issues.data?.total ?? 0}
          labels={{ previous: t('newsletter.issues.newer'), next: t('newsletter.issues.older') }}
          onPage={setPage}
        />
      </div>
      <QueryView query={issues} what={t('newsletter.issues.what')} pending={<ListSkeleton rows={4} />}>
        {({ rows, total }) => (
          <>
            {total === 0 && <p className="text-soft">{t('newsletter.issues.none')}</p>}
            <ul className="divide-y divide-line">
              {rows.map((issue) => (
                <IssueLine key={issue.id} issue={issue} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}

function IssueLine({ issue }: { issue: ListedIssue }) {
  const { id, origin, subject, languages, audience, messages, into_outbox } = issue
  const reachedNobody = messages !== null && hasReachedNobody({ status: issue.status, counts: messages })
  const [text, at] =
    reachedNobody && issue.ended_at ? [t('newsletter.issue.at.ended'), issue.ended_at] : momentOf(issue)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 md:flex-nowrap">
      <div className="min-w-0">
        <Link
          to={issuePath(id)}
          className="font-medium decoration-line underline-offset-4 wrap-anywhere hover:underline"
        >
          {subject || t('newsletter.issue.untitled')}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-faint text-sm tabular-nums">
          <span>
            <FilledMessage
              text={text}
              values={{
                time:
                  at === issue.scheduled_for ? (
                    <SendMoment iso={at} />
                  ) : (
                    <LocalTime iso={at} precision="zoned" />
                  ),
              }}
            />
          </span>
          <span className="uppercase">{languages.join(' ')}</span>
          {audience !== null && messages && (
            <Messages counts={messages} audience={audience} intoOutbox={into_outbox} />
          )}
          {origin === 'demo' && <span>{t('newsletter.demo.badge')}</span>}
        </p>
      </div>
      <IssueStatusBadge issue={issue} reachedNobody={reachedNobody} />
    </li>
  )
}

/** The last or the next event of the issue. */
function momentOf({
  status,
  created_at,
  scheduled_for,
  started_at,
  ended_at,
  into_outbox,
}: ListedIssue): [string, string] {
  if (status === 'scheduled' && scheduled_for)
    return [
      t(into_outbox ? 'newsletter.issue.at.scheduledOutbox' : 'newsletter.issue.at.scheduled'),
      scheduled_for,
    ]
  if (status === 'sent' && started_at)
    return [t(into_outbox ? 'newsletter.issue.at.outbox' : 'newsletter.issue.at.sent'), started_at]
  if (status === 'cancelled' && ended_at) return [t('newsletter.issue.at.cancelled'), ended_at]
  if (started_at)
    return [t(into_outbox ? 'newsletter.issue.at.sendingOutbox' : 'newsletter.issue.at.sending'), started_at]
  return [t('newsletter.issue.at.begun'), created_at]
}

interface MessagesProps {
  counts: MessageCounts
  audience: number
  intoOutbox: boolean
}

function Messages({ counts, audience, intoOutbox }: MessagesProps) {
  const { sent, failed, uncertain } = counts
  const total = NUMBER.format(audience)
  return (
    <>
      <span>
        {t(intoOutbox ? 'newsletter.issue.messages.outbox' : 'newsletter.issue.messages.sent', {
          sent: NUMBER.format(sent),
          total,
        })}
      </span>
      {failed > 0 && (
        <span className="text-red">
          {t('newsletter.issue.messages.failed', { n: NUMBER.format(failed) })}
        </span>
      )}
      {uncertain > 0 && (
        <span className="text-orange">
          {t('newsletter.issue.messages.uncertain', { n: NUMBER.format(uncertain) })}
        </span>
      )}
    </>
  )
}
