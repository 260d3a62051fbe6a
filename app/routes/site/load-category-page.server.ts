import type { ServerContext } from '#app/context.ts'
import { findFollowWays } from '#app/head/follow-ways.server.ts'
import { describeCategoryPage } from '#app/head/json-ld.ts'
import { translatorOf } from '#app/messages.ts'
import { loadListPage } from '#app/routes/list-page.ts'
import { movedPermanently } from '#app/routes/redirects.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import { findCategory } from '#core/domain/category.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { categoryPath, jsonFeedPath, pagePath, rssPath } from '#core/paths.ts'

const PAGE_SIZE = 24

/** Loads the page of the section at this address; null if there is none. An old address leads to the new one. */
export async function loadCategoryPage(
  server: ServerContext,
  address: string,
  { language, page }: { language: Language; page: number },
) {
  const { supabase, siteUrl, settings, tag, withHero } = server
  const found = findCategory(address, settings)
  if (!found) return null
  const category = found.category.slug
  const path = categoryPath(category)
  if (found.moved) throw movedPermanently(localizedPath(pagePath(path, page), language))
  const filter = category === ALL_CATEGORIES_PAGE ? undefined : category
  tag(...listTags(language, filter))
  const [{ rows, hasNext }, follow] = await Promise.all([
    loadListPage({
      path,
      language,
      page,
      size: PAGE_SIZE,
      list: (range) => listPublishedArticles(supabase, { language, category: filter, ...range }),
    }),
    findFollowWays(server, language),
  ])
  const t = translatorOf(language, settings)
  const jsonLd = describeCategoryPage({ siteUrl, category, language, t })
  const feed = {
    title: t('feed.category.title', { category: t(`category.${category}.name`) }),
    rss: rssPath(language, category),
    json: jsonFeedPath(language, category),
  }
  const articles = await Promise.all(rows.map(withHero))
  return { category, articles, page, hasNext, feed: filter ? feed : undefined, follow, jsonLd }
}
