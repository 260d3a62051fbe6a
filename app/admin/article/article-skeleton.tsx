import { t } from '#app/admin/messages.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

/** The form while its article is being loaded. */
export function ArticleSkeleton({ isNew }: { isNew: boolean }) {
  return (
    <>
      <h1 className="mt-12 mb-10 font-display font-medium text-title-lg">
        {isNew ? t('article.newTitle') : t('article.editTitle')}
      </h1>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="space-y-8">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
        <div className="space-y-8">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
    </>
  )
}
