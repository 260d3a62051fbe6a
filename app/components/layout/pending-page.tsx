import {
  ArticleSkeleton,
  CardSkeleton,
  FeaturedSkeleton,
} from '#app/components/article/article-skeletons.tsx'
import { CARD_GRID, FRONT_PAGE_GRID } from '#app/components/article/card-grid.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

const SIX = ['a', 'b', 'c', 'd', 'e', 'f']

/** The placeholder of the page that is loading. */
export function PendingPage({ path }: { path: string }) {
  const { t } = useTranslation()
  const isArticle = path.startsWith(ARTICLE_PREFIX)
  return (
    <div aria-busy>
      <h1 className="sr-only">{t(isArticle ? 'loading.article' : 'loading.articles')}</h1>
      {isArticle ? <ArticleSkeleton /> : path === '/' ? <HomeSkeleton /> : <CategorySkeleton />}
    </div>
  )
}

function HomeSkeleton() {
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

function CategorySkeleton() {
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
