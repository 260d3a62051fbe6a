import { savedWordsPath } from '#app/saved/load-saved-words.ts'
import {
  KEPT_FILES,
  KEPT_PAGES,
  KEPT_PREFIX,
  type KeptPage,
  keptBytes,
  pagesToDrop,
  pictureOf,
} from '#core/domain/kept-page.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { SAVED_PATH } from '#core/paths.ts'

/** The header with the facts of a stored document (`KeptPage`), so that they cannot differ from the cache. */
const FACTS = 'x-kept'
/** The time limit for one page and its files, so that a network that trickles does not hold up others. */
const TIMEOUT_MS = 60_000
/** The facts of a language, which pages in others do without. */
const FACTS_OF = /\/([a-z]{2})-[\w-]{8}\.js$/
const LIST_GOOD_FOR_MS = 3_600_000
/** Keeps the server from counting pages that nobody looks at as views (server/features/page-views). */
const UNCOUNTED = { purpose: 'prefetch' }

export type KeepResult = 'kept' | 'full' | 'failed'

interface Opened {
  /** Left out where it stays as it is. */
  isSaved?: boolean
  /** False for a page that is only fetched anew, which is as old as before. */
  isOpened?: boolean
}

export const canKeepPages = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis

/** The pages that are here without a network. */
export async function listKeptPages(): Promise<KeptPage[]> {
  // Looking makes no cache where nothing is kept.
  if (!(await caches.has(KEPT_PAGES))) return []
  const cache = await caches.open(KEPT_PAGES)
  const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  return responses.flatMap((response) => factsOf(response) ?? [])
}

/**
 * Keeps a page with everything that it needs: these first and the document last, so that nothing is ever there by halves. Makes room,
 * and tries once more where the browser has none. Tabs take turns.
 */
export function keepPage(path: string, opened: Opened = {}): Promise<KeepResult> {
  return inTurn(async () => {
    if (!(await isKeeping())) return 'failed'
    const result = await storeWithRoom(path, opened)
    // Another tab has switched it off in the meantime.
    if (!(await isKeeping())) await dropEverything()
    return result
  })
}

const isKeeping = async () => Boolean(await navigator.serviceWorker.getRegistration())

/** Keeps the page with the list in the language of the page, through which the others are found; seldom, because it hardly changes. */
export async function keepListPage(): Promise<void> {
  const path = localizedPath(SAVED_PATH, languageOfUrl(location))
  const known = (await listKeptPages()).find((page) => page.path === path)
  if (!known || Date.now() - known.at > LIST_GOOD_FOR_MS) await keepPage(path)
}

/** Notes that a stored page is saved, or no longer. */
export function markKept(path: string, isSaved: boolean): Promise<void> {
  return inTurn(async () => {
    const response = await caches.match(path, { cacheName: KEPT_PAGES })
    const facts = factsOf(response)
    if (response && facts && facts.isSaved !== isSaved)
      await (await caches.open(KEPT_PAGES)).put(
        path,
        withFacts(response, await response.blob(), { ...facts, isSaved }),
      )
  })
}

export function dropPages(paths: readonly string[]): Promise<void> {
  return inTurn(() => drop(paths))
}

/** Removes everything that is kept, whichever version has kept it. */
export async function dropEverything(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(KEPT_PREFIX)).map((name) => caches.delete(name)))
}

async function storeWithRoom(path: string, opened: Opened): Promise<KeepResult> {
  try {
    return await store(path, opened)
  } catch (error) {
    if (!isQuota(error)) return failed(error)
  }
  try {
    await makeRoom(keptBytes(await listKeptPages()) / 2)
    return await store(path, opened)
  } catch (error) {
    return isQuota(error) ? 'full' : failed(error)
  }
}

async function store(path: string, { isSaved, isOpened = true }: Opened): Promise<KeepResult> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  // Asked of the server, because a browser may answer with a page of half a minute ago (`stale-while-revalidate`).
  const response = await fetch(path, { headers: UNCOUNTED, cache: 'no-cache', signal })
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return 'failed'
  const text = await response.text()
  const document = new DOMParser().parseFromString(text, 'text/html')
  const isShown = location.pathname + location.search === path
  const { assets, list, pictures } = nameFiles(document, isShown ? globalThis.document : undefined)
  const listed = list ? await keepFile(list, signal).then(({ read }) => read()) : '[]'
  const language = languageOfUrl(new URL(path, location.origin))
  const isNeeded = (file: string) => (FACTS_OF.exec(file)?.[1] ?? language) === language
  const needed = [...assets, ...(JSON.parse(listed) as string[]).filter(isNeeded)]
  const files = await Promise.all([
    keepFile(savedWordsPath(language), signal, { isAnew: true }),
    ...needed.map((file) => keepFile(file, signal)),
  ])
  // A page is worth having without a picture.
  const seen = await Promise.allSettled(pictures.map((picture) => keepFile(picture, signal)))
  const cache = await caches.open(KEPT_PAGES)
  const known = factsOf(await cache.match(path))
  const facts: KeptPage = {
    path,
    at: isOpened ? Date.now() : (known?.at ?? Date.now()),
    isSaved: isSaved ?? known?.isSaved ?? false,
    bytes: new Blob([text]).size,
    files: [
      ...files.map(({ file, bytes }): [string, number] => [file, bytes]),
      ...seen.flatMap((result): [string, number][] =>
        result.status === 'fulfilled' ? [[result.value.file, result.value.bytes]] : [],
      ),
    ],
  }
  await cache.put(path, withFacts(response, text, facts))
  await makeRoom()
  return (await cache.match(path)) ? 'kept' : 'full'
}

/** Addresses change with their content, so a stored file is right, except for the words. */
async function keepFile(file: string, signal: AbortSignal, { isAnew = false } = {}) {
  const cache = await caches.open(KEPT_FILES)
  let response = isAnew ? undefined : await cache.match(file, { ignoreVary: true })
  if (!response) {
    const fetched = await fetch(file, { signal, ...(isAnew && { cache: 'no-cache' }) })
    if (!fetched.ok) throw new Error(`${file} could not be loaded (${fetched.status})`)
    await cache.put(file, fetched)
    response = await cache.match(file, { ignoreVary: true })
  }
  const blob = await response?.blob()
  if (!blob) throw new Error(`${file} was removed while it was stored`)
  return { file, bytes: blob.size, read: () => blob.text() }
}

async function makeRoom(maxBytes?: number): Promise<void> {
  await drop(pagesToDrop(await listKeptPages(), maxBytes).map(({ path }) => path))
}

/** Deletes the documents, and then the files that no other one needs. */
async function drop(paths: readonly string[]): Promise<void> {
  const pages = await caches.open(KEPT_PAGES)
  await Promise.all(paths.map((path) => pages.delete(path)))
  const needed = new Set((await listKeptPages()).flatMap(({ files }) => files.map(([file]) => file)))
  const files = await caches.open(KEPT_FILES)
  for (const request of await files.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!needed.has(pathname + search)) await files.delete(request)
  }
}

function withFacts(response: Response, body: BodyInit, facts: KeptPage): Response {
  const headers = new Headers(response.headers)
  // The body is as the browser has read it.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set(FACTS, JSON.stringify(facts))
  return new Response(body, { headers })
}

/** A damaged entry counts as none, because the page of the list could not be opened any more. */
function factsOf(response: Response | undefined): KeptPage | null {
  try {
    const facts: KeptPage | null = JSON.parse(response?.headers.get(FACTS) ?? 'null')
    return Array.isArray(facts?.files) ? facts : null
  } catch {
    return null
  }
}

const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('kept-pages', work)

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Without a network, or with a file that is gone since a new version was published, the page that was stored before stays. */
function failed(error: unknown): KeepResult {
  console.warn(error)
  return 'failed'
}

const NAMING = 'link[href], style, script[src]'
const ASSET = /\/assets\/[\w.-]+\.\w+/g
const SCRIPT = /\/assets\/reader-[\w-]+(?=\.js)/
/** The widest picture that is kept where the page does not show one. */
const KEPT_WIDTH = 800
/** The address of a picture as it was uploaded. A text can name any address as one. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

interface NamedFiles {
  /** The files without which the page does not work. */
  assets: string[]
  /** The list of later parts of the page's script; null for a page of another kind of build. */
  list: string | null
  pictures: string[]
}

/**
 * Lists the files of a document, by the addresses in it: those of assets contain a hash of their content, so a page that is stored with its
 * files is of one version. `shown` is the page of the same address, if it is open: the loaded variants of its pictures are known.
 */
export function nameFiles(document: Document, shown?: Document): NamedFiles {
  // The text of an article is excluded, because it may name anything.
  const text = Array.from(document.querySelectorAll(NAMING), ({ outerHTML }) => outerHTML).join('\n')
  const script = SCRIPT.exec(text)?.[0]
  return {
    assets: [...new Set(text.match(ASSET))],
    list: script ? `${script}.json` : null,
    pictures: [...new Set(picturesOf(document, shown))],
  }
}

/** One address for each picture of an article. Pictures of other sites are theirs, and related articles are not read here. */
function picturesOf(document: Document, shown?: Document): string[] {
  const loaded = new Map<string | null, string>()
  for (const image of shown?.querySelectorAll<HTMLImageElement>('article img') ?? [])
    if (image.currentSrc) loaded.set(image.getAttribute('src'), image.currentSrc)
  return [...document.querySelectorAll('article img')].flatMap((image) => {
    const src = image.getAttribute('src')
    const address = loaded.get(src) ?? candidateOf(image) ?? src
    const url = address ? URL.parse(address, 'https://site.invalid') : null
    const isOwn = url && (url.host === 'site.invalid' || url.origin === globalThis.location?.origin)
    return isOwn && (pictureOf(url.pathname) || (url.pathname === src && PICTURE.test(src)))
      ? [url.pathname + url.search]
      : []
  })
}

function candidateOf(image: Element): string | undefined {
  const sets = image.closest('picture')?.querySelectorAll('source') ?? []
  const candidates = (sets[0]?.getAttribute('srcset') ?? '').split(', ').map((text) => text.split(' '))
  return candidates.find(([, width]) => width === `${KEPT_WIDTH}w`)?.[0]
}
