import { Skeleton } from '#app/components/ui/skeleton.tsx'

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
