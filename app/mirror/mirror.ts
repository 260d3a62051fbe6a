import {
  applyTheme,
  followScrolling,
  markFailedImages,
  noteOrigin,
  noteSharing,
  toggleTheme,
} from '#app/document/boot-parts.ts'
import { ownPath } from '#core/own-path.ts'

/*
 * The script in the head of every page of a static mirror, instead of the one of the site: a mirror has a folder for each language.
 */

export interface MirrorSettings {
  themeColors: { light: string; dark: string }
  /** The languages that are folders of the mirror. */
  folders: readonly string[]
}

export default function mirror({ themeColors, folders }: MirrorSettings): void {
  applyTheme(themeColors)
  noteSharing()
  markFailedImages()
  noteOrigin()
  leaveOldAddress(folders)
  followScrolling()
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest?.('[data-scripted=theme]')) toggleTheme()
  })
}

/** Addresses of the site had the language and the page number in the query, and links from elsewhere still have them. */
function leaveOldAddress(folders: readonly string[]): void {
  const { pathname, searchParams, hash } = new URL(location.href)
  const language = searchParams.get('lang')
  const page = searchParams.get('page')
  if (language === null && page === null) return
  const folder = language !== null && folders.includes(language) ? `/${language}` : ''
  const path = ownPath({ pathname, search: '', hash: '' }).replace(/\/*$/, '/')
  const list = page !== null && /^[1-9]\d*$/.test(page) && page !== '1' ? `page/${page}/` : ''
  const query = searchParams.get('q')
  const rest = query === null ? '' : `?${new URLSearchParams({ q: query })}`
  location.replace((path.startsWith(`${folder}/`) ? path : folder + path) + list + rest + hash)
}
