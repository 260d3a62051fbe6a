import { LRUCache } from 'lru-cache'
import { matchRoutes, type ServerBuild } from 'react-router'
import { canonicalValue, QUERY_PARAMETERS, type QueryParameter } from '#core/query-parameters.ts'
import type { LoadPages, PageBuild } from '#server/features/pages/render-page.ts'

/**
 * The cache key of an address, which is also the address that is rendered: the path, and the query parameters that the page
 * declares, normalised. All other parameters are left out. Null for pages that are never cached.
 */
export type PageKey = (pathAndQuery: string) => string | null

type Routes = ServerBuild['routes']

/** Paths as in our own links. Other spellings of the same path, like `/News` or `/%6eews`, are unlimited and not cached. */
const PLAIN_PATH = /^(\/[a-z0-9._-]+)*\/?$/
/** React Router runs the desk in the browser. */
const DESK = /^\/admin(?:\/|$)/
const MAX_PATH_LENGTH = 300
const MAX_KNOWN_PATHS = 2_000
const PARAMETERS = Object.keys(QUERY_PARAMETERS) as QueryParameter[]

/** Loads the function that makes cache keys, again whenever the pages change in development. */
export function pageKeysOf(loadPages: LoadPages): () => Promise<PageKey> {
  const known = new WeakMap<PageBuild, PageKey>()
  return async () => {
    const pages = await loadPages()
    const key = known.get(pages) ?? createPageKey((pages.routes as ServerBuild).routes)
    known.set(pages, key)
    return key
  }
}

/** Makes cache keys from what the loaders declare (app/routes/cached-loader.ts). */
export function createPageKey(routes: Routes): PageKey {
  const findPath = createPathFinder(routes)
  return (pathAndQuery) => {
    const [path = '/', query] = split(pathAndQuery)
    if (path.length > MAX_PATH_LENGTH || !PLAIN_PATH.test(path) || DESK.test(path)) return null
    const parameters = findPath(path)
    if (!parameters) return null
    if (!query) return path
    const asked = new URLSearchParams(query)
    const declared = new URLSearchParams()
    for (const name of parameters) {
      const value = canonicalValue(name, asked.get(name))
      if (value !== null) declared.set(name, value)
    }
    return declared.size > 0 ? `${path}?${declared}` : path
  }
}

/**
 * Finds the route of a path as React Router does, but a hundred times as fast. For all paths that match the same set of patterns
 * React Router chooses the same route, so `matchRoutes` is called once for each set.
 */
function createPathFinder(routes: Routes): (path: string) => readonly QueryParameter[] | null {
  // Those of readers are not nested.
  const listed = Object.values(routes).flatMap((route) => {
    if (route?.parentId !== 'root') return []
    const { id, path = '' } = route
    return route.index ? { id, path, index: true as const } : { id, path }
  })
  const patterns = listed.map(({ path }) => patternOf(path))
  const bySet = new Map<string, readonly QueryParameter[] | null>()
  // Saves most of the time for frequent paths.
  const byPath = new LRUCache<string, { found: readonly QueryParameter[] | null }>({ max: MAX_KNOWN_PATHS })

  function findInSet(path: string): readonly QueryParameter[] | null {
    let set = ''
    for (const [index, pattern] of patterns.entries()) if (pattern.test(path)) set += `${index} `
    const known = bySet.get(set)
    if (known !== undefined) return known
    const route = matchRoutes(listed, path)?.[0]?.route
    const found = declaredBy(routes[route?.id ?? '']) ?? null
    bySet.set(set, found)
    return found
  }

  return (path) => {
    const known = byPath.get(path)
    if (known) return known.found
    const found = findInSet(path)
    byPath.set(path, { found })
    return found
  }
}

function patternOf(path: string): RegExp {
  const segments = path.split('/').filter((segment) => segment !== '')
  return new RegExp(`^${segments.map(segmentPattern).join('')}/*$`, 'i')
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '(?:/.*)?'
  if (segment.endsWith('?')) throw new Error(`The page cache knows no optional segments: ${segment}`)
  const [, rest] = /^:[\w-]+(.*)$/.exec(segment) ?? []
  return rest === undefined ? `/${RegExp.escape(segment)}` : `/[^/]+${RegExp.escape(rest)}`
}

/** Undefined when the loader was not made by `cachedLoader`. */
function declaredBy(route: Routes[string]): readonly QueryParameter[] | undefined {
  const { loader } = route?.module ?? {}
  if (!loader || !('parameters' in loader)) return
  const declared = loader.parameters as readonly QueryParameter[]
  return PARAMETERS.filter((name) => declared.includes(name))
}

function split(pathAndQuery: string): [string, string | undefined] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, undefined] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}
