import { renderToStaticMarkup } from 'react-dom/server'
import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { presentNewsletter } from '#app/newsletter/present-newsletter.server.tsx'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listNewslettersForFeed } from '#core/data/published-newsletters.ts'
import { NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import { feedLinks } from '#core/feeds/describe-feed.ts'
import { buildNewsletterFeed } from '#core/feeds/newsletter-feed.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { feedIcons } from '#core/look/mark.ts'
import { newsletterFeedPath } from '#core/paths.ts'
import type { Route } from './+types/newsletter-rss.ts'

const FEED_LENGTH = 15

/** The latest issues of the newsletter in a language, with the corrections since: which of them came when is not told apart, so the response has no date. */
export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { lang: language } = params
  if (!isLanguage(language)) return machineNotFound()
  const server = context.get(serverContext)
  server.tag(NEWSLETTERS_TAG)
  const found = await listNewslettersForFeed(server.supabase, { language, limit: FEED_LENGTH })
  const shown = await Promise.all(
    found.map(async (issue) => {
      const { content, notes } = await presentNewsletter(issue, language, server)
      return { ...issue, content: withoutClasses(renderToStaticMarkup(notes)) + content }
    }),
  )
  const feed = buildNewsletterFeed({
    siteUrl: server.siteUrl,
    hubUrl: server.hubUrl,
    language,
    t: translatorOf(language, server.settings),
    icons: feedIcons(server.settings, server.siteUrl),
    issues: shown,
  })
  return machineResponse(feed, {
    type: 'application/rss+xml; charset=utf-8',
    links: feedLinks({ hubUrl: server.hubUrl, selfUrl: server.siteUrl + newsletterFeedPath(language) }),
  })
})

/** Feed readers have no use for the classes of our pages. */
function withoutClasses(html: string): string {
  return html.replace(/ (?:class|id|role|aria-labelledby)="[^"]*"/g, '')
}
