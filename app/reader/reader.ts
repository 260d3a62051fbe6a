import { press } from '#app/article/article-buttons.ts'
import { beginSound, listen } from '#app/listen/listen.ts'
import { followBeside, followNewsletterLinks } from '#app/reader/follow-links.ts'
import { startIslands } from '#app/reader/islands.ts'
import { followMenus } from '#app/reader/menus.ts'
import { sayWhatWasLeft } from '#app/reader/say-later.ts'
import { followSearch } from '#app/reader/search.ts'
import { showSkeletons } from '#app/reader/show-skeletons.ts'
import { followSubscribeForms } from '#app/reader/subscribe-forms.ts'

/*
 * The script of every page for readers: what must be there before anything is pressed. What it is for comes with its first use, or when a
 * reader points at it. It may run before all of the page has arrived, so it listens to the document.
 */

followMenus()
followSearch()
followSubscribeForms()
followNewsletterLinks()
followBeside()
showSkeletons()
noteViewFromPrefetch()

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (!button) return
  const { scripted } = button.dataset
  if (scripted === 'dismiss') dismiss(button)
  else if (scripted === 'phone') showPhone(button)
  else if ('listens' in button.dataset) hear(button)
  else if ('saves' in button.dataset)
    import('#app/saved/save-shown-article.tsx').then((saved) => saved.saveShownArticle()).catch(sayLost)
  else void press(button)
})

const start = () => {
  startIslands()
  sayWhatWasLeft()
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

// Only where a reader has saved something there is a worker.
if (navigator.serviceWorker?.controller) void import('#app/saved/follow-reading.tsx')

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

/** Begins in the event itself, because browsers allow no sound later. */
function hear(button: HTMLElement): void {
  beginSound(button)
  listen(button).catch(sayLost)
}

/** Says that what was pressed could not be loaded, if that can be. */
function sayLost(error: unknown): void {
  console.error(error)
  import('#app/reader/toasts.tsx').then(({ announceLost }) => announceLost()).catch(() => {})
}

/**
 * Asks for the page again that was loaded ahead of the click, so that the server counts that it is looked at: what browsers load ahead it
 * does not count. The answer is that the page has not changed.
 */
function noteViewFromPrefetch(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const wasLoadedAhead =
    navigation && 'deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch'
  const note = () => void fetch(location.href, { cache: 'no-cache', keepalive: true }).catch(() => {})
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', note, { once: true })
  else if (wasLoadedAhead) note()
}
