import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listAuthorPages } from '#core/data/authors.ts'
import { listIssuesForSitemap } from '#core/data/published-newsletters.ts'
import { listStories } from '#core/data/sitemaps.ts'
import { ownPages } from '#core/domain/page.ts'
import { listTags, NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import { AUTHORS_PER_LANGUAGE, buildSitemap, STORIES_PER_PART } from '#core/feeds/sitemap.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import type { Route } from './+types/sitemap-part.ts'

/** One part of the sitemap of a large site. The first part begins with the pages that are not articles. */
export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  if (!/^[1-9]\d{0,3}$/.test(params.part)) return machineNotFound()
  const part = Number(params.part)
  const { supabase, siteUrl, settings, tag } = context.get(serverContext)
  const isFirst = part === 1
  const [stories, authors, issues] = await Promise.all([
    listStories(supabase, { offset: (part - 1) * STORIES_PER_PART, limit: STORIES_PER_PART }),
    isFirst ? listAuthorPages(supabase, { limit: AUTHORS_PER_LANGUAGE }) : [],
    isFirst ? listIssuesForSitemap(supabase) : [],
  ])
  if (part > 1 && stories.length === 0) return machineNotFound()
  tag(NEWSLETTERS_TAG, ...LANGUAGE_CODES.flatMap((language) => listTags(language)))
  const sitemap = buildSitemap({
    siteUrl,
    languages: settings.languages,
    pages: isFirst ? sitePaths(settings) : [],
    ownPages: isFirst ? ownPages(settings) : [],
    authors,
    issues,
    stories,
  })
  return machineResponse(sitemap, { type: 'application/xml; charset=utf-8' })
})
