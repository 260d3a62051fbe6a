import {
  ArticleSkeleton,
  CardSkeleton,
  FeaturedSkeleton,
} from '#app/components/article/article-skeletons.tsx'
import { CARD_GRID, FRONT_PAGE_GRID } from '#app/components/article/card-grid.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useCategories } from '#app/hooks/use-categories.ts'
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
