import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listNews } from '#core/data/sitemaps.ts'
import { buildNewsSitemap, NEWS_SITEMAP_HOURS, NEWS_SITEMAP_MAX_ARTICLES } from '#core/feeds/news-sitemap.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import type { Route } from './+types/news-sitemap.ts'

/** Without tags, and so never kept: what is news changes with the clock. */
export async function loader({ context }: Route.LoaderArgs) {
  const { supabase, siteUrl } = context.get(serverContext)
  const to = new Date()
  const from = new Date(to.getTime() - NEWS_SITEMAP_HOURS * 60 * 60 * 1000)
  const articles = await listNews(supabase, { from, to, limit: NEWS_SITEMAP_MAX_ARTICLES })
  const siteName = translatorOf(DEFAULT_LANGUAGE)('site.name')
  return machineResponse(buildNewsSitemap({ siteUrl, siteName, articles }), {
    type: 'application/xml; charset=utf-8',
  })
}
