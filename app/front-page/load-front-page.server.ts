import type { ServerContext } from '#app/context.ts'
import { findFeaturedArticle, listPublishedArticles } from '#core/data/articles.ts'
import { listNewestOfCategories } from '#core/data/categories.ts'
import type { ArticleSummary } from '#core/domain/article.ts'
import { FRONT_PAGE_SIZES, type OwnFrontPage } from '#core/domain/front-page.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Reads a front page with three queries at most, one of them after the others, so that no article is shown twice. */
export async function loadFrontPage(
  { supabase, settings, withHero }: Pick<ServerContext, 'supabase' | 'settings' | 'withHero'>,
  language: Language,
): Promise<OwnFrontPage> {
  const { layout, blocks } = settings.front_page
  const sizes = FRONT_PAGE_SIZES[layout]
  const [hasFeatured, hasLatest, hasSections] = (['featured', 'latest', 'sections'] as const).map((block) =>
    blocks.includes(block),
  )
  const limit = (hasLatest ? sizes.latest : 0) + (hasFeatured ? 1 : 0)
  const [chosen, newest] = await Promise.all([
    hasFeatured ? findFeaturedArticle(supabase, language) : null,
    limit > 0 ? listPublishedArticles(supabase, { language, limit }) : [],
  ])
  const featured = chosen ?? (hasFeatured && layout !== 'standard' ? (newest[0] ?? null) : null)
  const latest = newest.filter(({ id }) => id !== featured?.id).slice(0, hasLatest ? sizes.latest : 0)
  const shown = [...(featured ? [featured] : []), ...latest].map(({ id }) => id)
  const groups = hasSections
    ? await listNewestOfCategories(supabase, {
        language,
        categories: settings.categories.map(({ slug }) => slug),
        except: shown,
        limit: sizes.section,
      })
    : []
  const present = (articles: ArticleSummary[], [from, to]: readonly [number, number]) =>
    Promise.all(
      articles.map((article, at) => (from <= at && at < to ? withHero(article) : asHeadline(article))),
    )
  return {
    own: settings.front_page,
    featured: featured && (await withHero(featured)),
    latest: await present(latest, sizes.pictures),
    sections: await Promise.all(
      groups.map(async ({ category, articles }) => ({
        category,
        articles: await present(articles, [0, sizes.sectionPicture ? 1 : 0]),
      })),
    ),
  }
}

/** Without what only a card with a picture shows, because all of it is part of the page twice. */
function asHeadline(article: ArticleSummary): ListedArticle {
  return { ...article, subtitle: null, excerpt: '', hero_image: null, hero: null }
}
