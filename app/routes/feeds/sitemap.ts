import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listAuthorPages } from '#core/data/authors.ts'
import { listIssuesForSitemap } from '#core/data/published-newsletters.ts'
import { listSitemapParts, listStories } from '#core/data/sitemaps.ts'
import { ownPages } from '#core/domain/page.ts'
import { listTags, NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import {
  AUTHORS_PER_LANGUAGE,
  buildSitemap,
  buildSitemapIndex,
  STORIES_PER_PART,
} from '#core/feeds/sitemap.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import type { Route } from './+types/sitemap.ts'

/** The sitemap of the whole site, or an index of its parts when it is too large for one file. */
export const loader = cachedLoader([], async ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { supabase, siteUrl, settings, tag } = context.get(serverContext)
  tag(NEWSLETTERS_TAG, ...LANGUAGE_CODES.flatMap((language) => listTags(language)))
  const [stories, parts, authors, issues] = await Promise.all([
    listStories(supabase, { offset: 0, limit: STORIES_PER_PART }),
    listSitemapParts(supabase, STORIES_PER_PART),
    listAuthorPages(supabase, { limit: AUTHORS_PER_LANGUAGE }),
    listIssuesForSitemap(supabase),
  ])
  const sitemap =
    parts.length > 1
      ? buildSitemapIndex({ siteUrl, parts })
      : buildSitemap({
          siteUrl,
          languages: settings.languages,
          pages: sitePaths(settings),
          ownPages: ownPages(settings),
          authors,
          issues,
          stories,
        })
  return machineResponse(sitemap, { type: 'application/xml; charset=utf-8' })
})
