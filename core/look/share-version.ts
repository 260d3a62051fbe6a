import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { type CatalogSettings, versionForPages } from '#core/i18n/publication-catalogs.ts'
import { type IconLook, markOf, versionOf } from '#core/look/mark.ts'

/** The settings that share images show. */
export type ShareLook = SiteWords & CatalogSettings & IconLook & Pick<Settings, 'logo'>

/**
 * The end of the addresses of share images, so that networks that have stored one download it again after a change of the look, the
 * sections or the words. Undefined if everything in the images is as shipped. The images are available without it too.
 */
export function shareVersionOf(settings: ShareLook): string | undefined {
  const { site_name, accent, type, logo, categories } = settings
  const mark = markOf(settings)
  const messages = versionForPages(settings)
  if (!mark && !logo && type !== 'grotesk' && categories === DEFAULT_CATEGORIES && !messages) return undefined
  const colors = categories.map(({ slug, color }) => [slug, color])
  return `?v=${versionOf([site_name, mark, accent, type, logo, colors, messages])}`
}
