import { ArticleSkeleton } from '#app/components/article/article-skeletons.tsx'
import { CategorySkeleton, HomeSkeleton } from '#app/components/article/listing-skeletons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

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
