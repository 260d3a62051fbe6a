import { press } from '#app/article/article-buttons.ts'
import { listen, loadPlayer } from '#app/listen/listen.ts'
import { loadAhead } from '#app/reader/load-ahead.ts'
import { followMenus } from '#app/reader/menus.ts'
import { plainClick } from '#app/reader/plain-click.ts'
import { remember, remembered, sayWhatWasLeft } from '#app/reader/say-later.ts'
import { followSearch } from '#app/reader/search.ts'
import { showSkeletons } from '#app/reader/show-skeletons.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

const FORM = 'form[data-scripted=subscribe]'

/** Forms for the newsletter are sent without leaving the page, by code that is loaded when a reader comes to their field. */
function followSubscribeForms(): void {
  const formOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null
  const updateAll = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) {
      form.noValidate = true
      update(form)
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', updateAll)
  else updateAll()
  // Browsers restore the text that was typed before.
  addEventListener('pageshow', updateAll)
  document.addEventListener('input', (event) => {
    const form = formOf(event)
    if (form) update(form)
  })
  document.addEventListener('focusin', (event) => {
    if (formOf(event)) void loadSending().catch(() => {})
  })
  document.addEventListener('submit', (event) => {
    const form = formOf(event)
    if (!form) return
    event.preventDefault()
    loadSending()
      .then(({ send }) => send(form))
      // Something could not be loaded: the browser posts it, as without scripts.
      .catch(() => form.submit())
  })
}

const loadSending = () => import('#app/reader/send-subscription.ts')

function update(form: HTMLFormElement): void {
  const [field, button] = [form.querySelector<HTMLInputElement>('[type=email]'), form.querySelector('button')]
  if (!field || !button) return
  button.disabled = field.disabled || field.value.trim() === ''
}

/** Remembered for the visit: the home page is opened to scroll to its sign-up block. */
const SCROLL_TO = 'scroll-to'
const DELAY_AFTER_HOME_MS = 100
/** Remembered for the visit: the reader compares translations with their originals. */
const BESIDE = 'beside'

/** Links to the sign-up block scroll there smoothly; from another page they open the home page first. */
function followNewsletterLinks(): void {
  const asked = remembered(SCROLL_TO)
  if (asked && location.pathname === '/') setTimeout(scrollTo, DELAY_AFTER_HOME_MS, asked)
  // A reload and the back button do not scroll again.
  remember(SCROLL_TO, null)
  document.addEventListener('click', (event) => {
    const link = plainClick(event)
    if (link?.dataset.scripted !== 'newsletter') return
    const { pathname, search, hash } = link
    event.preventDefault()
    if (location.pathname === pathname) scrollTo(hash)
    else if (remember(SCROLL_TO, hash)) location.assign(pathname + search)
    else location.assign(link.href)
  })
}

function scrollTo(hash: string): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = document.getElementById(hash.slice(1))
  block?.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' })
  block?.focus({ preventScroll: true })
}

/**
 * Remembers for the visit that a reader has opened a translation beside its original, until they leave that: links lead to the next
 * translation beside its original too. Without scripts each page is opened by its own link.
 */
function followBeside(): void {
  if (isBeside(location)) remember(BESIDE, 'en')
  else if (hasLeft()) remember(BESIDE, null)
  document.addEventListener('click', goBeside, true)
}

const isBeside = ({ search }: Pick<URL, 'search'>) => new URLSearchParams(search).has('beside')

/** Returns true if this page was opened from the same article beside its original. */
function hasLeft(): boolean {
  const before = URL.parse(document.referrer)
  return before?.pathname === location.pathname && isBeside(before)
}

function goBeside(event: MouseEvent): void {
  const link = plainClick(event)
  if (!link) return
  const { pathname, searchParams, hash } = new URL(link.href)
  // A link to the same article without the original is a reader's leaving.
  if (pathname === location.pathname || link.closest('.beside-leave')) return
  if (hash || remembered(BESIDE) === null) return
  if (!pathname.startsWith(ARTICLE_PREFIX) || !searchParams.has('lang') || searchParams.has('beside')) return
  searchParams.set('beside', 'en')
  link.href = `${pathname}?${searchParams}`
}

/*
 * The script of every page for readers: the part that is needed before anything is pressed. Other parts are loaded with their first use, or
 * when a reader points at them. It may run before all of the page has arrived, so it listens to the document.
 */

followMenus()
followSearch()
followSubscribeForms()
followNewsletterLinks()
followBeside()
showSkeletons()
loadAhead('[data-listens]', loadPlayer)
noteViewFromPrefetch()

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (!button) return
  const { scripted } = button.dataset
  if (scripted === 'dismiss') dismiss(button)
  else if (scripted === 'phone') showPhone(button)
  else if ('listens' in button.dataset) listen(button).catch(sayLost)
  else if ('saves' in button.dataset)
    import('#app/saved/save-shown-article.tsx').then((saved) => saved.saveShownArticle()).catch(sayLost)
  else void press(button)
})

const ISLANDS = {
  saved: () => import('#app/reader/saved-island.tsx'),
  confirm: () => import('#app/reader/confirm-island.tsx'),
  mirror: () => import('#app/mirror/search-island.tsx'),
  unsaved: () => import('#app/reader/unsaved-island.tsx'),
}

const start = () => {
  startIslands()
  sayWhatWasLeft()
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

// Only where a reader has saved something there is a worker.
if (navigator.serviceWorker?.controller) whenSeen(() => void import('#app/saved/follow-reading.tsx'))

/** The focused button disappears with its banner, so focus needs a new place. */
function dismiss(button: HTMLElement): void {
  button.closest('aside')?.remove()
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** Opens the dialog after the button. Browsers load the frame in it then. */
function showPhone(button: HTMLElement): void {
  const dialog = button.nextElementSibling
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
}

/** Announces that something pressed could not be loaded, though the code of messages may be lost with it. */
function sayLost(error: unknown): void {
  console.error(error)
  import('#app/reader/toasts.tsx')
    .then(({ announceLost }) => announceLost())
    .catch(() => alert(document.getElementById('reader')?.dataset.lost))
}

/**
 * Asks for the page again that was loaded ahead of the click, so that the server counts the view: it does not count pages that browsers
 * load ahead. The response is that the page has not changed.
 */
function noteViewFromPrefetch(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const wasLoadedAhead =
    navigation && 'deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch'
  if (wasLoadedAhead || isDrawnAhead())
    whenSeen(() => void fetch(location.href, { cache: 'no-cache', keepalive: true }).catch(() => {}))
}

/** Does something when the reader sees the page, which a browser may have drawn ahead of the click. */
function whenSeen(work: () => void): void {
  if (isDrawnAhead()) document.addEventListener('prerenderingchange', work, { once: true })
  else work()
}

function isDrawnAhead(): boolean {
  return 'prerendering' in document && document.prerendering === true
}

/** Starts the parts of a page that are React's in the browser too. If one cannot be loaded, the page is as without scripts. */
export function startIslands(): void {
  for (const [name, load] of Object.entries(ISLANDS)) {
    const island = document.querySelector<HTMLElement>(`[data-island=${name}]`)
    if (!island) continue
    load()
      .then(({ start }) => start(island))
      .catch((error: unknown) => {
        console.error(error)
        const without = island.querySelector('noscript')?.textContent
        if (without) island.innerHTML = without
      })
  }
}
