import { CardGrid, EmptyArticles } from '#app/components/article/card-grid.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { FollowWaysList } from '#app/components/layout/follow-ways.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { NewsletterBlock } from '#app/components/newsletter/newsletter-block.tsx'
import { notFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'
import { loadOwnPage } from '#app/pages/load-page.server.ts'
import { PageText } from '#app/pages/page-text.tsx'
import { findLanguageHome } from '#app/routes/leave-language.server.ts'
import { loadCategoryPage } from '#app/routes/site/load-category-page.server.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { categoryPath, pagePath } from '#core/paths.ts'

/** A section, or a page that was added on the desk. */
export const loader = servePage({
  parameters: ['page'],
  async load({ server, params: { category = '' }, language, query }) {
    const found =
      (await loadCategoryPage(server, category, { language, ...query })) ??
      (await loadOwnPage(server, category, language)) ??
      findLanguageHome(server, category)
    if (!found) throw await notFound(server, language, 'category')
    return found
  },
  describe({ t, loaderData }) {
    if ('text' in loaderData) return loaderData.meta
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
  },
  Page({ loaderData, language, t }) {
    if ('text' in loaderData) return <PageText {...loaderData.text} />
    const { category, articles, page, hasNext, feed, follow } = loaderData
    const empty = language === DEFAULT_LANGUAGE ? 'category.empty.english' : 'category.empty.language'
    return (
      <div className="page py-10 md:py-14" data-tone={categoryTone(category)}>
        <CategoryBadge category={category} look="solid" />
        <h1 className="mt-4 font-display text-headline font-medium">{t(`category.${category}.title`)}</h1>
        <p className="mt-3 max-w-2xl font-serif text-deck text-balance text-soft">
          {t(`category.${category}.description`)}
        </p>
        <FollowWaysList feed={feed} {...follow} className="mt-3" />
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
  },
})
