import type { RouterContextProvider } from 'react-router'
import { CardGrid } from '#app/components/article/card-grid.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { EmptyArticles } from '#app/components/article/empty-articles.tsx'
import { FeedLink } from '#app/components/layout/feed-link.tsx'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { NewsletterBlock } from '#app/components/newsletter/newsletter-block.tsx'
import { serverContext } from '#app/context.ts'
import { describeCategoryPage } from '#app/head/json-ld.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { loadListPage } from '#app/routes/list-page.ts'
import { movedPermanently } from '#app/routes/moved-permanently.ts'
import { respondNotFound } from '#app/routes/respond-not-found.server.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import { findCategory } from '#core/domain/category.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, localizedPath } from '#core/i18n/languages.ts'
import { categoryPath, pagePath, rssPath } from '#core/paths.ts'
import type { QueryValues } from '#core/query-parameters.ts'
import type { Route } from './+types/category.ts'

const PAGE_SIZE = 24

export const loader = cachedLoader(
  ['lang', 'page'],
  async ({ context, params, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang' | 'page'>) =>
    (await loadCategoryPage(context, params.category, query)) ?? respondNotFound(context, query.lang),
)

/** What the page of the section at this address shows; null where there is none. An old address leads to the new one. */
export async function loadCategoryPage(
  context: Readonly<RouterContextProvider>,
  address: string,
  { lang: language, page }: Pick<QueryValues, 'lang' | 'page'>,
) {
  const { supabase, siteUrl, settings, tag, withHero } = context.get(serverContext)
  const found = findCategory(address, settings)
  if (!found) return null
  const category = found.category.slug
  const path = categoryPath(category)
  if (found.moved) throw movedPermanently(localizedPath(pagePath(path, page), language))
  const filter = category === ALL_CATEGORIES_PAGE ? undefined : category
  tag(...listTags(language, filter))
  const { rows, hasNext } = await loadListPage({
    path,
    language,
    page,
    size: PAGE_SIZE,
    list: (range) => listPublishedArticles(supabase, { language, category: filter, ...range }),
  })
  const jsonLd = describeCategoryPage({ siteUrl, category, language, t: translatorOf(language, settings) })
  const articles = await Promise.all(rows.map(withHero))
  return { category, articles, page, hasNext, jsonLd }
}

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args
  return pageMeta(args, (t) => {
    if (!loaderData || 'suggestions' in loaderData)
      return { title: t('notFound.category.title'), hidden: true }
    const { category, page, jsonLd } = loaderData
    return {
      title: t(`category.${category}.title`),
      description: t(`category.${category}.description`) || t('meta.home.description'),
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
  const { category, articles, page, hasNext } = loaderData
  const empty = language === DEFAULT_LANGUAGE ? 'category.empty.english' : 'category.empty.language'
  return (
    <div className="page py-10 md:py-14" data-tone={categoryTone(category)}>
      <CategoryBadge category={category} look="solid" />
      <h1 className="mt-4 font-display text-headline font-medium">{t(`category.${category}.title`)}</h1>
      <p className="mt-3 max-w-2xl font-serif text-deck text-balance text-soft">
        {t(`category.${category}.description`)}
      </p>
      <FeedLink
        to={rssPath(language, category)}
        title={t('feed.category.title', { category: t(`category.${category}.name`) })}
        className="mt-3"
      />
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
