import { Link } from 'react-router'
import { outboxPath } from '#app/admin/outbox/outbox-path.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { OutboxPage } from '#core/data/outbox-mails.ts'

interface MailListProps {
  page: OutboxPage
  /** Where this page begins; null for the newest mails. */
  before: number | null
  selectedId: number | null
}

const PAGE_LINK = 'py-2 underline underline-offset-4 hover:text-soft'

/** A page of the outbox, newest first, with the ways to older and back to the newest mails. */
export function MailList({ page, before, selectedId }: MailListProps) {
  return (
    <>
      <ul aria-label="Mails" className="divide-y divide-line border-line border-b">
        {page.mails.map(({ id, recipient, subject, created_at }) => (
          <li key={id}>
            <Link
              to={outboxPath({ mail: id, before })}
              preventScrollReset
              data-mail={id}
              aria-current={id === selectedId || undefined}
              className="block border-transparent border-l-2 py-3 pr-2 pl-3 hover:bg-wash aria-[current=true]:border-focus aria-[current=true]:bg-wash"
            >
              <span className="block truncate font-medium text-sm">{recipient}</span>
              <span className="block truncate text-sm text-soft">{subject}</span>
              <span className="mt-0.5 block text-faint text-xs">
                <LocalTime iso={created_at} precision="minute" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {(before || page.nextBefore) && (
        <nav aria-label="Pages of the outbox" className="flex justify-between gap-4 px-3 py-3 text-sm">
          {before ? (
            <Link to={outboxPath({})} className={PAGE_LINK}>
              Newest mails
            </Link>
          ) : (
            <span />
          )}
          {page.nextBefore && (
            <Link to={outboxPath({ before: page.nextBefore })} className={PAGE_LINK}>
              Older mails
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
