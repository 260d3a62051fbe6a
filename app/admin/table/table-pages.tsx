import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

interface TablePagesProps {
  label: string
  page: number
  pageSize: number
  total: number
  linkTo: (change: { page: number }) => string
}

/** The range of rows that is shown, with links to the previous and the next page. */
export function TablePages({ label, page, pageSize, total, linkTo }: TablePagesProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = (page - 1) * pageSize + 1
  const range = total === 0 ? '0' : `${first}–${Math.min(total, page * pageSize)}`
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
    >
      <p role="status" className="text-faint tabular-nums">
        {page > pages ? `There is no page ${page}.` : `${range} of ${total.toLocaleString('en-US')}`}
      </p>
      <div className="flex gap-5">
        {page > 1 && (
          <Link to={linkTo({ page: Math.min(page - 1, pages) })} preventScrollReset className={LINK}>
            <ArrowLeft aria-hidden size={15} />
            {page > pages ? 'Last page' : 'Previous'}
          </Link>
        )}
        {page < pages && (
          <Link to={linkTo({ page: page + 1 })} preventScrollReset className={LINK}>
            Next
            <ArrowRight aria-hidden size={15} />
          </Link>
        )}
      </div>
    </nav>
  )
}

const LINK =
  'inline-flex min-h-9 items-center gap-1.5 underline decoration-transparent underline-offset-4 hover:decoration-current'
