import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'

interface TablePagesProps {
  label: string
  page: number
  pageSize: number
  total: number
  linkTo: (change: { page: number }) => string
  /** Called on the way to another page. */
  onTurn: () => void
}

/** The range of rows that is shown, with links to the previous and the next page. */
export function TablePages({ label, page, pageSize, total, linkTo, onTurn }: TablePagesProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  const range = t('table.range', { first, last, total: total.toLocaleString('en-US') })
  const text = total === 0 ? t('table.nothingFound') : page > pages ? t('table.noSuchPage', { page }) : range
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
    >
      {/* Where there is nothing, the table says so to the eye. */}
      <p role="status" className={total === 0 ? 'sr-only' : 'text-faint tabular-nums'}>
        {text}
      </p>
      <div className="flex gap-5">
        {page > 1 && (
          <Link
            to={linkTo({ page: Math.min(page - 1, pages) })}
            preventScrollReset
            onClick={onTurn}
            className={LINK}
          >
            <ArrowLeft aria-hidden size={15} />
            {t(page > pages ? 'table.lastPage' : 'table.previous')}
          </Link>
        )}
        {page < pages && (
          <Link to={linkTo({ page: page + 1 })} preventScrollReset onClick={onTurn} className={LINK}>
            {t('table.next')}
            <ArrowRight aria-hidden size={15} />
          </Link>
        )}
      </div>
    </nav>
  )
}

const LINK =
  'inline-flex min-h-9 items-center gap-1.5 underline decoration-transparent underline-offset-4 hover:decoration-current'
