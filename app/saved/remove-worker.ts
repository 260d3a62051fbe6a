import type { ServiceWorkerScope } from '#app/saved/worker.ts'
import { KEPT_PREFIX } from '#core/domain/kept-page.ts'

declare const self: ServiceWorkerScope

/**
 * Replaces the worker if the publication has switched off offline reading: browsers fetch it with the next visit, at the latest a day
 * later, and it removes the stored pages and then itself.
 */
export default function run(): void {
  self.addEventListener('install', () => void self.skipWaiting())
  self.addEventListener('activate', (event) => event.waitUntil(remove()))
}

async function remove(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(KEPT_PREFIX)).map((name) => caches.delete(name)))
  await self.registration.unregister()
}
