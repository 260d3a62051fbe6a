import type { ServerContext } from '#app/context.ts'
import { foldsSections } from '#app/document/section-styles.ts'
import { nextTurnOf } from '#core/domain/notice.ts'
import type { Settings } from '#core/domain/settings.ts'
import { ownSiteData, type SiteData } from '#core/domain/site-data.ts'
import { type Localized, siteWordsOf } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'

/** What every page knows of the publication; the page is cached no longer than its notice stands. */
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
    ...moreSections(settings),
  }
}

/** The name of the menu *More* in every language, where there is one. */
function moreSections(settings: Settings): Pick<SiteData, 'moreSections'> {
  if (!foldsSections(settings)) return {}
  const texts = LANGUAGE_CODES.map((code) => [code, publicationTranslator(settings, code)('header.more')])
  return { moreSections: Object.fromEntries(texts) as Localized<string> }
}
