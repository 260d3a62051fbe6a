import { ArticleSkeleton } from '#app/components/article/article-skeletons.tsx'
import { CategorySkeleton, HomeSkeleton } from '#app/components/article/listing-skeletons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { findCategory } from '#core/domain/article.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

/** Whether the page at `path` has a placeholder to show while it is loading. */
export function hasSkeleton(path: string): boolean {
  return path === '/' || path.startsWith(ARTICLE_PREFIX) || findCategory(path.slice(1)) !== null
}

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
