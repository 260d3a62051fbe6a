import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { headOf } from '#app/document/constant-head.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { PUBLICATION_DEFAULTS } from '#core/domain/publication-settings.ts'
import type { SettingValues } from '#core/domain/settings.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { ownLogoOf } from '#core/look/logo.ts'
import { lookCss } from '#core/look/look-css.ts'

/**
 * Shows the name, the logo, the accent and the icon of the publication as they are now. Pages load them once, and readers' pages have no
 * code for more, so the desk changes what its own page has loaded.
 */
export function FollowLook(): null {
  const site = useSiteData()
  const { revalidate } = useRevalidator()
  const { data: stored } = useQuery(storedSettingsQuery)
  const shown = useRef<ReturnType<typeof lookOf> | null>(null)
  useEffect(() => {
    if (!stored) return
    const look = lookOf(stored)
    const before = shown.current ?? look
    shown.current = look
    if (look.css !== before.css) replaceStyles(before.css, look.css)
    if (look.icons !== before.icons) replaceIcons(look.icons)
    if (JSON.stringify(look.site) === JSON.stringify(siteOf(site))) return
    // The router has no other way to change the data of a route that is not loaded again; this renders the page with it.
    Object.assign(site, look.site)
    void revalidate()
  }, [stored, site, revalidate])
  return null
}

type Site = { [Key in 'site_name' | 'tagline' | 'logo' | 'languages']: SiteData[Key] | undefined }

const siteOf = ({ site_name, tagline, logo, languages }: Partial<Site>) => ({
  site_name,
  tagline,
  logo,
  languages,
})

function lookOf(stored: Partial<SettingValues>) {
  const settings = { ...DEFAULT_SITE_WORDS, ...PUBLICATION_DEFAULTS, ...stored }
  const { site_name, tagline, languages } = settings
  return {
    css: lookCss(settings),
    icons: headOf(settings, []),
    site: siteOf({
      site_name,
      tagline,
      logo: ownLogoOf(settings) ?? undefined,
      languages: languages.length === LANGUAGE_CODES.length ? undefined : languages,
    }),
  }
}

/** In the style sheet of the page, which has them once. */
function replaceStyles(before: string, after: string): void {
  const sheets = [...document.querySelectorAll('style')]
  const sheet = sheets.find(({ textContent }) => textContent.includes(before))
  if (sheet) sheet.textContent = sheet.textContent.replace(before, () => after)
}

function replaceIcons(head: string): void {
  const made = document.createElement('template')
  made.innerHTML = head
  for (const link of document.head.querySelectorAll('link[rel~="icon"], link[rel="apple-touch-icon"]'))
    link.remove()
  document.head.append(...made.content.querySelectorAll('link'))
}
