import { lazy, Suspense } from 'react'
import { FrontPageGrid } from '#app/components/article/card-grid.tsx'
import { EmptyArticles } from '#app/components/article/empty-articles.tsx'
import { FeaturedCard } from '#app/components/article/featured-card.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowRight } from '#app/components/ui/icons.tsx'
import { serverContext } from '#app/context.ts'
import { loadFrontPage } from '#app/front-page/load-front-page.server.ts'
import { describeHomePage } from '#app/head/json-ld.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { findFeaturedArticle, listPublishedArticles } from '#core/data/articles.ts'
import { listTags, settingTags } from '#core/domain/page-tags.ts'
import { isDefaultFrontPage } from '#core/domain/publication-settings.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { categoryPath } from '#core/paths.ts'
import type { Route } from './+types/home.ts'

const LATEST_COUNT = 6

export const loader = cachedLoader(
  ['lang'],
  async ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { supabase, siteUrl, settings, tag, withHero } = context.get(serverContext)
    const language = query.lang
    tag(...listTags(language), ...settingTags('front_page'))
    const jsonLd = describeHomePage({ siteUrl, language, settings, t: translatorOf(language, settings) })
    if (!isDefaultFrontPage(settings.front_page))
      return { ...(await loadFrontPage({ supabase, settings, withHero }, language)), jsonLd }
    const [featured, newest] = await Promise.all([
      findFeaturedArticle(supabase, language),
      listPublishedArticles(supabase, { language, limit: LATEST_COUNT + 1 }),
    ])
    const others = newest.filter((article) => article.id !== featured?.id)
    const latest = await Promise.all(others.slice(0, LATEST_COUNT).map(withHero))
    return { featured: featured && (await withHero(featured)), latest, jsonLd }
  },
)

export function meta(args: Route.MetaArgs) {
  const { jsonLd = [] } = args.loaderData ?? {}
  return pageMeta(args, (t) => ({
    title: t('meta.home.title'),
    description: t('meta.home.description'),
    withoutSiteName: true,
    jsonLd,
  }))
}

/** Another front page, loaded only where there is one. The server renders it without waiting. */
const OwnFrontPage = import.meta.env.SSR
  ? (await import('#app/front-page/own-front-page.tsx')).default
  : lazy(() => import('#app/front-page/own-front-page.tsx'))

export default function Home({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation()
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
        <Suspense>
          <OwnFrontPage {...loaderData} featuredCard={first} latestNews={newest} />
        </Suspense>
      ) : (
        <>
          {first}
          {newest}
        </>
      )}
    </div>
  )
}
