import { Skeleton } from '#app/components/ui/skeleton.tsx'

export function CardSkeleton() {
  return (
    <div data-skeleton="card">
      <Skeleton className="aspect-video" />
      <Skeleton className="mt-4 h-4 w-40" />
      <Skeleton className="mt-3 h-6" />
      <Skeleton className="mt-2 h-6 w-3/4" />
      <Skeleton className="mt-4 h-4" />
      <Skeleton className="mt-2 h-4" />
      <Skeleton className="mt-2 h-4 w-2/3" />
      <Skeleton className="mt-5 h-4 w-1/2" />
    </div>
  )
}

export function FeaturedSkeleton() {
  return (
    <div data-skeleton="featured">
      <Skeleton className="h-5 w-56" />
      <Skeleton className="mt-5 h-12 w-4/5 lg:h-15" />
      <div className="mt-8 grid gap-x-10 gap-y-5 lg:grid-cols-[2fr_1fr]">
        <Skeleton className="aspect-video" />
        <div>
          <Skeleton className="h-6" />
          <Skeleton className="mt-2 h-6 w-2/3" />
          <Skeleton className="mt-6 h-4" />
          <Skeleton className="mt-2 h-4" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      </div>
    </div>
  )
}

export function ArticleSkeleton() {
  return (
    <div data-skeleton="article" className="page py-8 md:py-12">
      <div className="measure">
        <Skeleton className="h-5 w-52" />
        <Skeleton className="mt-5 h-12" />
        <Skeleton className="mt-3 h-12 w-3/4" />
        <Skeleton className="mt-6 h-5 w-60" />
      </div>
      <Skeleton className="mx-auto mt-8 aspect-video max-w-[68rem]" />
      <div className="measure mt-12 grid gap-3.5">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((line) => (
          <Skeleton key={line} className="h-5 last:w-2/3" />
        ))}
      </div>
    </div>
  )
}
