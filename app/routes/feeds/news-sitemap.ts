import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listNews } from '#core/data/sitemaps.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { buildNewsSitemap, NEWS_SITEMAP_HOURS, NEWS_SITEMAP_MAX_ARTICLES } from '#core/feeds/sitemap.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { Route } from './+types/news-sitemap.ts'

const MAX_AGE_SECONDS = 300

/** Cached for a few minutes only, because articles drop out of it after 48 hours without any change in the database. */
export const loader = cachedLoader([], async ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { supabase, siteUrl, settings, tag } = context.get(serverContext)
  tag(...LANGUAGE_CODES.flatMap((language) => listTags(language)))
  const to = new Date()
  const from = new Date(to.getTime() - NEWS_SITEMAP_HOURS * 60 * 60 * 1000)
  const articles = await listNews(supabase, { from, to, limit: NEWS_SITEMAP_MAX_ARTICLES })
  const response = machineResponse(buildNewsSitemap({ siteUrl, siteName: settings.site_name, articles }), {
    type: 'application/xml; charset=utf-8',
  })
  response.headers.set('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
  return response
})
