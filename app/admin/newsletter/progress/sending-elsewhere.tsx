import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { issuePath } from '#app/admin/newsletter/newsletter-paths.ts'
import { issuesQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import type { ListedIssue } from '#core/data/newsletter-issues.ts'

const NUMBER = new Intl.NumberFormat('en')

/** The most issues that are shown; more than one is rarely sent at a time. */
const MOST = 3

const sendingQuery = issuesQuery({ statuses: ['sending'], page: 1, pageSize: MOST })

/** The progress of issues that are being sent, other than the one on this page. */
export function SendingElsewhere({ except }: { except: string | null }) {
  const { data } = useQuery(sendingQuery)
  const others = data?.rows.filter(({ id }) => id !== except) ?? []
  return (
    <ul className="mb-4 space-y-2 empty:hidden">
      {others.map((issue) => (
        <SendingLine key={issue.id} issue={issue} />
      ))}
    </ul>
  )
}

function SendingLine({ issue: { id, subject, messages, audience, into_outbox } }: { issue: ListedIssue }) {
  const title = subject || t('newsletter.issue.untitled')
  const done = messages?.sent ?? 0
  return (
    <li className="border border-line p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Link to={issuePath(id)} className="font-medium underline underline-offset-4 wrap-anywhere">
          {title}
        </Link>
        <span className="tabular-nums">
          {t(into_outbox ? 'newsletterSending.outbox.handedOver' : 'newsletterSending.handedOver', {
            sent: NUMBER.format(done),
            total: NUMBER.format(audience ?? 0),
          })}
        </span>
      </p>
      <progress
        aria-label={title}
        value={done}
        max={Math.max(1, audience ?? 0)}
        className="mt-2 h-2 w-full accent-green"
      />
    </li>
  )
}
