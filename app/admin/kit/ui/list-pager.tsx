import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

interface ListPagerProps {
  page: number
  pageSize: number
  total: number
  labels: { previous: string; next: string }
  onPage: (page: number) => void
}

/** Leads through the pages of a list that is part of a page; nothing when there is only one. */
export function ListPager({ page, pageSize, total, labels, onPage }: ListPagerProps) {
  if (total <= pageSize) return null
  const last = Math.ceil(total / pageSize)
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={page === 1}
        onClick={() => onPage(Math.max(1, page - 1))}
      >
        {labels.previous}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={page >= last}
        onClick={() => page < last && onPage(page + 1)}
      >
        {labels.next}
      </Button>
      <p className="text-faint">{t('ui.pager', { page, of: last })}</p>
    </div>
  )
}

/** The skeleton of a list that is being loaded. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className="space-y-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change places
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
