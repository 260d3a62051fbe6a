import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import {
  isPageForReaders,
  KEPT_FILES,
  KEPT_PAGES,
  KEPT_PREFIX,
  keptPathOf,
  NOT_KEPT_HASH,
  PATIENCE_SECONDS,
  pictureOf,
  TAKE_OVER,
} from '#core/domain/kept-page.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { SAVED_PATH } from '#core/paths.ts'

declare const self: ServiceWorkerScope

/** Strategies store what they get, except with this. */
const readOnly = { cacheWillUpdate: async () => null }
const matchOptions = { ignoreVary: true }

/** A server that is being started again, or a proxy in front of none, is as good as no network where the page is here. */
const serverErrors = {
  fetchDidSucceed: async ({ request, response }: { request: Request; response: Response }) => {
    if (response.status >= 502 && response.status <= 504 && (await findKept(request)))
      throw new Error('No server')
    return response
  },
}

/** Pages are found by their path and language, whatever else their address has. */
const byKeptPath = {
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) =>
    keptPathOf(new URL(request.url)) ?? request.url,
}

/**
 * Answers from the stored pages (kept-pages.ts) when there is no network. It stores nothing and changes nothing: the server comes first for
 * every page, and the browser requests the desk, previews and the data of pages as if there was no worker. So an old worker can be in front
 * of a new server, and the reverse.
 */
export default function run(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && isPageForReaders(url.pathname),
    new NetworkFirst({
      cacheName: KEPT_PAGES,
      networkTimeoutSeconds: PATIENCE_SECONDS,
      matchOptions,
      plugins: [byKeptPath, serverErrors, readOnly],
    }),
  )

  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({ cacheName: KEPT_FILES, matchOptions, plugins: [readOnly] }),
  )

  registerRoute(
    ({ request, sameOrigin }) => sameOrigin && request.destination === 'image',
    new NetworkFirst({
      cacheName: KEPT_FILES,
      networkTimeoutSeconds: PATIENCE_SECONDS,
      matchOptions,
      plugins: [readOnly, { handlerDidError: async ({ request }) => findOtherSize(request) }],
    }),
  )

  setCatchHandler(async ({ request }) => (request.mode === 'navigate' ? leadOn(request) : Response.error()))

  self.addEventListener('message', ({ data }) => {
    if (data === TAKE_OVER) void self.skipWaiting()
  })

  self.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([self.clients.claim(), removeOtherForms()]))
  })
}

async function findKept({ url }: Request): Promise<Response | undefined> {
  const path = keptPathOf(new URL(url))
  return path === null ? undefined : await (await caches.open(KEPT_PAGES)).match(path, matchOptions)
}

/** One size of each picture is kept; a window of another width asks for another one. */
async function findOtherSize({ url }: Request): Promise<Response | undefined> {
  const wanted = pictureOf(new URL(url).pathname)
  const cache = await caches.open(KEPT_FILES)
  const found = (await cache.keys()).find((key) => wanted && pictureOf(new URL(key.url).pathname) === wanted)
  return found && (await cache.match(found, matchOptions))
}

/** Redirects to the same article in another language, or else to the list, which says that the page is not stored, and which ones are. */
async function leadOn({ url }: Request): Promise<Response> {
  const wanted = new URL(url)
  const elsewhere = await keptAddress(wanted.pathname)
  if (elsewhere) return Response.redirect(elsewhere)
  const list = await keptAddress(SAVED_PATH, languageOfUrl(wanted))
  return list ? Response.redirect(list + NOT_KEPT_HASH) : Response.error()
}

/**
 * The address of the page that is stored for this path, if possible in this language. It names its language, because a page without one
 * leads to the language that the reader has chosen (app/document/boot.ts).
 */
async function keptAddress(pathname: string, language?: Language): Promise<string | null> {
  const cache = await caches.open(KEPT_PAGES)
  const kept = (await cache.keys(pathname, { ...matchOptions, ignoreSearch: true })).map(
    (request) => new URL(request.url),
  )
  const url = kept.find((address) => languageOfUrl(address) === language) ?? kept[0]
  url?.searchParams.set('lang', languageOfUrl(url))
  return url?.href ?? null
}

/** Removes caches that a later or an earlier version has stored in another form. */
async function removeOtherForms(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(
    (name) => name.startsWith(KEPT_PREFIX) && name !== KEPT_PAGES && name !== KEPT_FILES,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** The part of the global scope that our service workers use, which TypeScript knows only instead of that of a page. */
export interface ServiceWorkerScope {
  registration: Pick<ServiceWorkerRegistration, 'unregister'>
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}
