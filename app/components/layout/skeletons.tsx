import { CARD_GRID, FRONT_PAGE_GRID } from '#app/components/article/card-grid.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useCategories } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { ARTICLE_PREFIX, categoryPath } from '#core/paths.ts'

const SIX = ['a', 'b', 'c', 'd', 'e', 'f']

/** The placeholders of pages that are loading (app/reader/show-skeletons.ts). */
export function Skeletons() {
  const { t } = useTranslation()
  return (
    <>
      <Pending paths={['/']} title={t('loading.articles')}>
        <div className="page py-8 md:py-10">
          <FeaturedSkeleton />
          <div className={`mt-16 border-t-3 border-ink pt-21 md:mt-20 ${FRONT_PAGE_GRID}`}>
            <SixCards />
          </div>
        </div>
      </Pending>
      <Pending paths={useCategories().map(categoryPath)} title={t('loading.articles')}>
        <div className="page py-10 md:py-14">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-4 h-12 w-80 max-w-full" />
          <Skeleton className="mt-4 h-6 w-120 max-w-full" />
          <div className={`mt-10 border-t border-line pt-10 ${CARD_GRID}`}>
            <SixCards />
          </div>
        </div>
      </Pending>
      <Pending paths={[`${ARTICLE_PREFIX}*`]} title={t('loading.article')}>
        <ArticleSkeleton />
      </Pending>
    </>
  )
}

const SixCards = () => SIX.map((card) => <CardSkeleton key={card} />)

function Pending({ paths, title, children }: { paths: string[]; title: string; children: React.ReactNode }) {
  return (
    <template data-paths={paths.join(' ')} data-live="">
      <div aria-busy>
        <h1 className="sr-only">{title}</h1>
        {children}
      </div>
    </template>
  )
}

function CardSkeleton() {
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

function FeaturedSkeleton() {
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

function ArticleSkeleton() {
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
