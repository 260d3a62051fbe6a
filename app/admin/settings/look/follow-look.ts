import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { iconLinks } from '#app/document/constant-head.ts'
import { STYLES_ID } from '#app/document/inline-parts.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { PUBLICATION_DEFAULTS } from '#core/domain/publication-settings.ts'
import type { SettingValues } from '#core/domain/settings.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { ownLogoOf } from '#core/look/logo.ts'
import { withLook } from '#core/look/look-css.ts'

/**
 * Shows the name, the logo, the accent and the icon of the publication as they are now. Pages load them once, and readers' pages have no
 * code for more, so the desk changes what its own page has loaded.
 */
export function FollowLook(): null {
  const site = useSiteData()
  const { revalidate } = useRevalidator()
  const { data: stored } = useQuery(storedSettingsQuery)
  useEffect(() => {
    if (!stored) return
    const settings = { ...DEFAULT_SITE_WORDS, ...PUBLICATION_DEFAULTS, ...stored }
    showStyles(settings)
    showIcons(iconLinks(settings))
    const shown = siteOf(settings)
    if (JSON.stringify(shown) === JSON.stringify(ofLook(site))) return
    // The router offers no other way to change the data of a route that is not loaded again. It renders the page with it.
    Object.assign(site, shown)
    void revalidate()
  }, [stored, site, revalidate])
  return null
}

const SHOWN_STYLES_ID = 'shown-styles'

type Look = typeof DEFAULT_SITE_WORDS & Pick<SettingValues, 'languages'> & Parameters<typeof withLook>[1]
type ShownSite = { [Key in 'site_name' | 'tagline' | 'logo' | 'languages']: SiteData[Key] | undefined }

/** Returns what pages know of the look, in the order in which it is compared. */
const ofLook = ({ site_name, tagline, logo, languages }: Partial<ShownSite>): ShownSite => ({
  site_name,
  tagline,
  logo,
  languages,
})

const siteOf = (settings: Look) =>
  ofLook({
    ...settings,
    logo: ownLogoOf(settings) ?? undefined,
    languages: settings.languages.length === LANGUAGE_CODES.length ? undefined : settings.languages,
  })

/** In an element beside the one of the page, because each rendering writes the content of that again. */
function showStyles(settings: Look): void {
  const loaded = document.getElementById(STYLES_ID)
  if (!loaded) return
  const shown = document.getElementById(SHOWN_STYLES_ID) ?? document.createElement('style')
  const styles = withLook(loaded.textContent, settings)
  if (styles === (shown.isConnected ? shown : loaded).textContent) return
  shown.id = SHOWN_STYLES_ID
  shown.textContent = styles
  loaded.after(shown)
  loaded.setAttribute('media', 'not all')
}

function showIcons(links: ReturnType<typeof iconLinks>): void {
  const icons = [...document.head.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]')]
  if (icons.every((icon) => links.some(({ href }) => href === icon.getAttribute('href')))) return
  for (const icon of icons) icon.remove()
  document.head.append(...links.map((link) => Object.assign(document.createElement('link'), link)))
}
