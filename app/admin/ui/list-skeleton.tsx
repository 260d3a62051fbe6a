import { Skeleton } from '#app/components/ui/skeleton.tsx'

/** Rows whose content is not known yet. */
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
