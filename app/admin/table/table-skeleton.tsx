import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'

/** A table whose rows are not known yet. */
export function TableSkeleton() {
  return (
    <div className="border-line border-y py-4">
      <ListSkeleton rows={6} />
    </div>
  )
}
