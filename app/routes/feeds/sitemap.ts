import { serverContext } from '#app/context.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listSitemapParts, listStories } from '#core/data/sitemaps.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { SITE_PAGES } from '#core/feeds/site-pages.ts'
import { buildSitemap, buildSitemapIndex, STORIES_PER_PART } from '#core/feeds/sitemap.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { Route } from './+types/sitemap.ts'

/** The whole site, or where its parts are when it is too large for one file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { supabase, siteUrl, tag } = context.get(serverContext)
  tag(...LANGUAGE_CODES.flatMap((language) => listTags(language)))
  const parts = await listSitemapParts(supabase, STORIES_PER_PART)
  const sitemap =
    parts.length > 1
      ? buildSitemapIndex({ siteUrl, parts })
      : buildSitemap({
          siteUrl,
          pages: SITE_PAGES,
          stories: await listStories(supabase, { offset: 0, limit: STORIES_PER_PART }),
        })
  return machineResponse(sitemap, { type: 'application/xml; charset=utf-8' })
}
