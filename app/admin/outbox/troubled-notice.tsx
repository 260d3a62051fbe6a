import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { troubledMailsQuery } from '#app/admin/outbox/outbox-queries.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** Says how many mails failed or may not have arrived; renders nothing when there are none. */
export function TroubledNotice({ to, onFollow }: { to: string; onFollow: () => void }) {
  const { data: count = 0 } = useQuery(troubledMailsQuery)
  if (count === 0) return null
  return (
    <Notice
      tone="warning"
      className="mb-6"
      title={count === 1 ? '1 mail needs a look' : `${count} mails need a look`}
    >
      <p>
        They did not leave, or may not have arrived, and are not sent again by themselves.{' '}
        <Link to={to} preventScrollReset onClick={onFollow} className="text-ink underline underline-offset-4">
          Show them
        </Link>
      </p>
    </Notice>
  )
}
