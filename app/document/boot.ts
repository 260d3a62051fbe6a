import {
  applyTheme,
  followScrolling,
  markFailedImages,
  noteOrigin,
  noteSharing,
} from '#app/document/boot-parts.ts'
import { ownPath } from '#core/own-path.ts'

/*
 * The script in the head of every page, which runs before the first paint. The build bundles and minifies this file by itself and
 * writes it into the document (scripts/vite/inline-script.ts).
 */

/** Constants that are defined elsewhere; `write-document.tsx` passes them in. */
export interface BootSettings {
  languages: readonly string[]
  /** The language of an address without `lang`. */
  unnamed: string
  /** The key of the reader's choice in local storage. */
  key: string
  /** The name of the event that is dispatched after hydration. */
  hydrated: string
  /** The colours of the browser's bars, for which the head has a meta element. */
  themeColors: { light: string; dark: string }
}

/** How long early clicks and submissions wait for hydration. */
const HOLD_MS = 5_000

let isHydrated = false

export default function boot(settings: BootSettings): void {
  applyTheme(settings.themeColors)
  leaveClosedSearch()
  noteSharing()
  markFailedImages()
  noteOrigin()
  handleLanguageLinks(settings)
  holdEarlyEvents(settings)
  chooseLanguage(settings)
  followScrolling()
}

/** A reload forgets the search that was open in this entry of the history (search-history.ts), so the entry before is shown. */
function leaveClosedSearch(): void {
  if (history.state?.search) history.back()
}

/**
 * A link with data-language stores its language, also before the page is hydrated; one with data-replace adds no entry to
 * the history even then.
 */
function handleLanguageLinks({ key }: BootSettings): void {
  const onClick = (event: Event) => {
    const link = findTarget<HTMLAnchorElement>(event, '[data-language]')
    if (!link) return
    storeLanguage(key, link.dataset.language)
    if (!isHydrated && 'replace' in link.dataset && !isModified(event)) {
      event.preventDefault()
      location.replace(link.href)
    }
  }
  document.addEventListener('click', onClick, true)
}

/**
 * Clicks and submissions of elements with data-scripted that come before hydration are held, and repeated once after it. If
 * hydration takes too long, they are repeated without it, and the element behaves as it does without scripts.
 */
function holdEarlyEvents({ hydrated }: BootSettings): void {
  const held: HTMLElement[] = []
  const hold = (event: Event) => {
    const target = isHydrated ? null : findTarget(event, '[data-scripted]')
    if (!target || isModified(event) || isForm(target) !== (event.type === 'submit')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (held.push(target) === 1) setTimeout(release, HOLD_MS)
  }
  const release = () => {
    isHydrated = true
    for (const target of new Set(held.splice(0))) {
      // Hydration may have put another element in its place.
      const current = target.isConnected
        ? target
        : document.querySelector<HTMLElement>(`[data-scripted="${target.dataset.scripted}"]`)
      if (current && isForm(current)) current.requestSubmit()
      else current?.click()
    }
  }
  addEventListener('click', hold, true)
  addEventListener('submit', hold, true)
  addEventListener(hydrated, release)
}

/**
 * Stores the language of the address, which loses the parameter where it names the language that addresses have without it.
 * Without one, redirects to the address with the stored language.
 */
function chooseLanguage({ languages, unnamed, key }: BootSettings): void {
  const url = new URL(location.href)
  if (url.pathname.startsWith('/admin')) return
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

function isForm(element: HTMLElement): element is HTMLFormElement {
  return element.localName === 'form'
}

function isModified(event: Event): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
  return metaKey || ctrlKey || shiftKey || altKey
}
