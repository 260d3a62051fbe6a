import { EmptyArticles, FrontPageGrid } from '#app/components/article/card-grid.tsx'
import { FeaturedCard } from '#app/components/article/featured-card.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowRight } from '#app/components/ui/icons.tsx'
import type { ServerContext } from '#app/context.ts'
import type { PageRequest, PageView } from '#app/document/serve-page.tsx'
import { OwnFrontPageBlocks } from '#app/front-page/own-front-page.tsx'
import { describeHomePage } from '#app/head/json-ld.ts'
import { findFeaturedArticle, listPublishedArticles } from '#core/data/articles.ts'
import { listNewestOfCategories } from '#core/data/categories.ts'
import type { ArticleSummary } from '#core/domain/article.ts'
import { FRONT_PAGE_SIZES, type OwnFrontPage } from '#core/domain/front-page.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { listTags, settingTags } from '#core/domain/page-tags.ts'
import { isDefaultFrontPage } from '#core/domain/publication-settings.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { categoryPath } from '#core/paths.ts'

const LATEST_COUNT = 6

export async function loadHome({ server, language, t }: PageRequest) {
  const { supabase, siteUrl, settings, tag, withHero } = server
  tag(...listTags(language), ...settingTags('front_page'))
  const jsonLd = describeHomePage({ siteUrl, language, settings, t })
  if (!isDefaultFrontPage(settings.front_page)) return { ...(await loadFrontPage(server, language)), jsonLd }
  const [featured, newest] = await Promise.all([
    findFeaturedArticle(supabase, language),
    listPublishedArticles(supabase, { language, limit: LATEST_COUNT + 1 }),
  ])
  const others = newest.filter((article) => article.id !== featured?.id)
  const latest = await Promise.all(others.slice(0, LATEST_COUNT).map(withHero))
  return { featured: featured && (await withHero(featured)), latest, jsonLd }
}

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

/** Leaves out the parts that only a card with a picture shows, because the article is in the page twice. */
function asHeadline(article: ArticleSummary): ListedArticle {
  return { ...article, subtitle: null, excerpt: '', hero_image: null, hero: null }
}

export function Home({ loaderData, language, t }: PageView<ReturnType<typeof loadHome>>) {
  const { featured, latest } = loaderData
  const isEnglish = language === DEFAULT_LANGUAGE
  const first = featured && <FeaturedCard article={featured} />
  const newest = (latest.length > 0 || !featured) && (
    <section aria-labelledby="latest" className={featured ? 'mt-16 md:mt-20' : ''}>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-t-3 border-ink pt-4">
        <h2 id="latest" className="font-display text-title-lg font-medium">
          {t('home.latest.title')}
        </h2>
        <LocalLink
          to={categoryPath(ALL_CATEGORIES_PAGE)}
          className="inline-flex items-center gap-1 py-1 text-sm font-semibold underline-offset-4 hover:underline"
        >
          {t('home.latest.viewAll')}
          <ArrowRight size={15} />
        </LocalLink>
      </div>
      {latest.length > 0 ? (
        <FrontPageGrid articles={latest} isAtTop={!featured} />
      ) : (
        <EmptyArticles
          text={t(isEnglish ? 'home.empty.english' : 'home.empty.language')}
          hint={isEnglish ? '' : t('home.empty.hint')}
        />
      )}
    </section>
  )
  return (
    <div className="page py-8 md:py-10">
      <h1 className="sr-only">{t('home.heading')}</h1>
      {'own' in loaderData ? (
        <OwnFrontPageBlocks {...loaderData} featuredCard={first} latestNews={newest} />
      ) : (
        <>
          {first}
          {newest}
        </>
      )}
    </div>
  )
}
