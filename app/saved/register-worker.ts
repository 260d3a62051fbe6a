import { canKeepPages, dropEverything } from '#app/saved/kept-pages.ts'
import { readSavedList } from '#app/saved/saved-list-store.ts'
import { TAKE_OVER } from '#core/domain/kept-page.ts'
import { SERVICE_WORKER_PATH } from '#core/paths.ts'

/**
 * Registers the worker, which nothing does before a reader saves something or opens the list. Returns whether pages can be kept: not
 * where the reader has switched that off, nor without https, nor in the private windows of some browsers.
 */
export async function registerWorker(): Promise<boolean> {
  if (!canKeepPages() || !readSavedList().offline) return false
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
    await navigator.serviceWorker.ready
    return true
  } catch (error) {
    console.warn(error)
    return false
  }
}

/** Removes the worker of this site and everything that is kept: nothing registers it again before the reader wants it. */
export async function stopKeeping(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if ('caches' in globalThis) await dropEverything()
}

/** Calls back when a new version of the worker waits for the reader, with how to use it: the page is loaded anew then. */
export async function onWorkerUpdate(offer: (use: () => void) => void): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  const use = (worker: ServiceWorker) => () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    worker.postMessage(TAKE_OVER)
  }
  const look = () => {
    // The first one waits for nobody.
    if (registration.waiting && registration.active) offer(use(registration.waiting))
  }
  look()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  )
}
