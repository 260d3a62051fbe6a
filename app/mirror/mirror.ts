import { press } from '#app/article/article-buttons.ts'
import { handleMenuEvent } from '#app/components/layout/menu-events.ts'
import {
  applyTheme,
  followScrolling,
  markFailedImages,
  noteOrigin,
  noteSharing,
} from '#app/document/boot-parts.ts'
import { startSearch } from '#app/mirror/search.ts'
import { ownPath } from '#core/own-path.ts'

/*
 * The script of every page of a static mirror, in its head: what React and the server do on the site, as far as files can.
 */

export interface MirrorSettings {
  themeColors: { light: string; dark: string }
  /** The languages that are folders of the mirror. */
  folders: readonly string[]
}

const MENU_EVENTS = ['toggle', 'click', 'focusout', 'keydown']

export default function mirror({ themeColors, folders }: MirrorSettings): void {
  applyTheme(themeColors)
  noteSharing()
  markFailedImages()
  noteOrigin()
  leaveOldAddress(folders)
  followScrolling()
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>('button')
    if (!button) return
    const { scripted } = button.dataset
    if (scripted === 'theme') document.documentElement.classList.toggle('dark')
    else if (scripted === 'dismiss') dismiss(button)
    else void press(button)
  })
  document.addEventListener('DOMContentLoaded', () => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('.site-header details'))
      for (const type of MENU_EVENTS)
        menu.addEventListener(type, (event) => {
          if (isMove(event, menu)) event.preventDefault()
          handleMenuEvent(menu, event, performance.now())
        })
    const form = document.querySelector<HTMLFormElement>('form[data-index]')
    if (form) startSearch(form)
  })
}

/** At the site the language and the number of a list stood in the query, as links from elsewhere still have them. */
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

/** Keys that move focus in the menu would scroll the page. */
function isMove(event: Event, { open }: HTMLDetailsElement): boolean {
  const { key = '', ctrlKey, metaKey } = event as KeyboardEvent
  return (
    event.type === 'keydown' &&
    !ctrlKey &&
    !metaKey &&
    (/^Arrow[UD]/.test(key) || (open && /^(Home|End)$/.test(key)))
  )
}

function dismiss(button: HTMLElement): void {
  button.closest('aside')?.remove()
  document.getElementById('content')?.focus({ preventScroll: true })
}
