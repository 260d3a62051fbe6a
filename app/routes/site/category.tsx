import { CardGrid } from '#app/components/article/card-grid.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { EmptyArticles } from '#app/components/article/empty-articles.tsx'
import { FollowWaysList } from '#app/components/layout/follow-ways.tsx'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { NewsletterBlock } from '#app/components/newsletter/newsletter-block.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { loadOwnPage } from '#app/pages/load-page.server.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { findLanguageHome } from '#app/routes/leave-language.server.ts'
import { respondNotFound } from '#app/routes/respond-not-found.server.ts'
import { loadCategoryPage } from '#app/routes/site/load-category-page.server.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { categoryPath, pagePath } from '#core/paths.ts'
import type { Route } from './+types/category.ts'

/** A section, or a page that was added on the desk. */
export const loader = cachedLoader(
  ['lang', 'page'],
  async ({ context, params, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang' | 'page'>) =>
    (await loadCategoryPage(context, params.category, query)) ??
    (await loadOwnPage(context, params.category, query.lang)) ??
    findLanguageHome(context, params.category) ??
    respondNotFound(context, query.lang),
)

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args
  return pageMeta(args, (t) => {
    if (!loaderData || 'suggestions' in loaderData)
      return { title: t('notFound.category.title'), hidden: true }
    if ('html' in loaderData) return loaderData.meta
    const { category, page, jsonLd } = loaderData
    return {
      title: t(`category.${category}.title`),
      description: t(`category.${category}.description`),
      canonicalPath: pagePath(categoryPath(category), page),
      // A later page has no versions: the page with the same number lists other articles in another language.
      ...(page > 1 && { versions: [] }),
      category,
      jsonLd,
    }
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation()
  if ('suggestions' in loaderData) {
    return (
      <MessageScreen
        statusCode="404"
        title={t('notFound.category.title')}
        text={t('notFound.category.text')}
        suggestions={loaderData.suggestions}
      />
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised on the server
  if ('html' in loaderData) return <div dangerouslySetInnerHTML={{ __html: loaderData.html }} />
  const { category, articles, page, hasNext, follow } = loaderData
  const empty = language === DEFAULT_LANGUAGE ? 'category.empty.english' : 'category.empty.language'
  return (
    <div className="page py-10 md:py-14" data-tone={categoryTone(category)}>
      <CategoryBadge category={category} look="solid" />
      <h1 className="mt-4 font-display text-headline font-medium">{t(`category.${category}.title`)}</h1>
      <p className="mt-3 max-w-2xl font-serif text-deck text-balance text-soft">
        {t(`category.${category}.description`)}
      </p>
      <FollowWaysList ways={follow} className="mt-3" />
      <div className="mt-8 border-t-3 border-accent pt-10">
        {articles.length > 0 ? <CardGrid articles={articles} /> : <EmptyArticles text={t(empty)} />}
        <Pagination
          page={page}
          hasNext={hasNext}
          pathOf={(number) => pagePath(categoryPath(category), number)}
          labels={{ previous: t('pagination.newer'), next: t('pagination.older') }}
          className="mt-14 border-line border-t pt-4"
        />
      </div>
      <NewsletterBlock className="mt-16 md:mt-20" />
    </div>
  )
}
