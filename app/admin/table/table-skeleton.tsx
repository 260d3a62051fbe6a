import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'

/** The skeleton of a table that is being loaded. */
export function TableSkeleton() {
  return (
    <div className="border-line border-y py-4">
      <ListSkeleton rows={6} />
    </div>
  )
}
