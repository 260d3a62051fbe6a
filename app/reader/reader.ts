import { press } from '#app/article/article-buttons.ts'
import { listen, loadPlayer } from '#app/listen/listen.ts'
import { followBeside, followNewsletterLinks } from '#app/reader/follow-links.ts'
import { startIslands } from '#app/reader/islands.ts'
import { loadAhead } from '#app/reader/load-ahead.ts'
import { followMenus } from '#app/reader/menus.ts'
import { sayWhatWasLeft } from '#app/reader/say-later.ts'
import { followSearch } from '#app/reader/search.ts'
import { showSkeletons } from '#app/reader/show-skeletons.ts'
import { followSubscribeForms } from '#app/reader/subscribe-forms.ts'

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
