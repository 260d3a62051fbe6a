import { t } from '#app/admin/messages.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

/** The skeleton of an admin page that is being loaded. */
export function PageSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-7 h-24 w-full" />
      <div className="mt-12 space-y-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </>
  )
}
