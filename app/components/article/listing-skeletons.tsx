import { CardSkeleton, FeaturedSkeleton } from '#app/components/article/article-skeletons.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

/*
 * The columns of both grids are defined in this file and not in card-grid.tsx, because every page loads the skeletons, but only
 * lists load the grids.
 */

/** Three columns on large screens. */
export const CARD_GRID = 'grid grid-cols-1 gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3'

/** Four columns on large screens, where each of the first two stories takes two of them. */
export const FRONT_PAGE_GRID =
  'grid grid-cols-1 gap-10 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-4 *:nth-[-n+2]:lg:col-span-2'

const SIX = ['a', 'b', 'c', 'd', 'e', 'f']

export function HomeSkeleton() {
  return (
    <div className="page py-8 md:py-10">
      <FeaturedSkeleton />
      <div className={`mt-16 border-t-3 border-ink pt-21 md:mt-20 ${FRONT_PAGE_GRID}`}>
        {SIX.map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}

export function CategorySkeleton() {
  return (
    <div className="page py-10 md:py-14">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-4 h-12 w-80 max-w-full" />
      <Skeleton className="mt-4 h-6 w-120 max-w-full" />
      <div className={`mt-10 border-t border-line pt-10 ${CARD_GRID}`}>
        {SIX.map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}
