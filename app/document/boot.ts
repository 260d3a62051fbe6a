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
 * The script in the head of every page, which runs before the first paint. The build bundles and minifies this file by itself and
 * writes it into the document (scripts/vite/inline-script.ts).
 */

/** Constants that are defined elsewhere; `document-parts.tsx` passes them in. */
export interface BootSettings {
  languages: readonly string[]
  /** The language of an address without `lang`. */
  unnamed: string
  /** The key of the reader's choice in local storage. */
  key: string
  /** The colours of the browser's bars, for which the head has a meta element. */
  themeColors: { light: string; dark: string }
}

export default function boot(settings: BootSettings): void {
  applyTheme(settings.themeColors)
  noteSharing()
  markFailedImages()
  noteOrigin()
  handleClicks(settings)
  chooseLanguage(settings)
  followScrolling()
}

/**
 * A link with data-language stores its language; one with data-replace adds no entry to the history. The theme can be changed before
 * any other script is there.
 */
function handleClicks({ key }: BootSettings): void {
  const onClick = (event: Event) => {
    if (findTarget(event, '[data-scripted=theme]')) toggleTheme()
    const link = findTarget<HTMLAnchorElement>(event, '[data-language]')
    if (!link) return
    storeLanguage(key, link.dataset.language)
    if ('replace' in link.dataset && !isModified(event)) {
      event.preventDefault()
      location.replace(link.href)
    }
  }
  document.addEventListener('click', onClick, true)
}

/**
 * Stores the language of the address, which loses the parameter where it names the language that addresses have without it.
 * Without one, redirects to the address with the stored language.
 */
function chooseLanguage({ languages, unnamed, key }: BootSettings): void {
  const url = new URL(location.href)
  if (/^\/admin(\/|$)/.test(url.pathname)) return
  const asked = url.searchParams.get('lang')
  if (asked && languages.includes(asked)) {
    storeLanguage(key, asked)
    if (asked === unnamed) {
      url.searchParams.delete('lang')
      history.replaceState(history.state, '', ownPath(url))
    }
    return
  }
  const stored = readLanguage(key)
  if (stored && languages.includes(stored) && stored !== unnamed) {
    url.searchParams.set('lang', stored)
    location.replace(ownPath(url))
  }
}

/** Browsers that block storage for this site throw. */
function storeLanguage(key: string, language = ''): void {
  try {
    localStorage.setItem(key, language)
  } catch {}
}

function readLanguage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function findTarget<E extends HTMLElement>({ target }: Event, selector: string): E | null | undefined {
  // The target may be the document, which has no `closest`.
  return (target as E).closest?.<E>(selector)
}

function isModified(event: Event): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
  return metaKey || ctrlKey || shiftKey || altKey
}
