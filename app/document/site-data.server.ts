import type { ServerContext } from '#app/context.ts'
import { foldsSections } from '#app/document/section-styles.ts'
import { ownSiteData, type SiteData } from '#core/domain/site-data.ts'
import { nextTurnOf } from '#core/domain/site-links.ts'
import { siteWordsOf } from '#core/domain/site-words.ts'

/** The publication's data on every page; the page is cached no longer than its notice is shown. */
export function siteDataOf({
  siteUrl,
  publishableKey,
  settings,
  expireAfter,
}: Pick<ServerContext, 'siteUrl' | 'publishableKey' | 'settings' | 'expireAfter'>): SiteData {
  const now = Date.now()
  expireAfter((nextTurnOf(settings.notice, now) - now) / 1000)
  return {
    siteUrl,
    publishableKey,
    ...siteWordsOf(settings),
    ...ownSiteData(settings),
    ...(foldsSections(settings) && { hasMoreSections: true }),
  }
}
