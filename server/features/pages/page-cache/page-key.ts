import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { canonicalValue, QUERY_PARAMETERS, type QueryParameter } from '#core/query-parameters.ts'
import type { LoadPages, PageBuild } from '#server/features/pages/render-page.ts'

/**
 * The cache key of an address, which is also the address that is rendered: the path, and the query parameters that the page
 * declares, normalised. All other parameters are left out. Null for pages that are never cached.
 */
export type PageKey = (pathAndQuery: string) => string | null

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** What is cached of a path: the parameters that it depends on, and the routes whose data a browser may request. */
interface CachedPath {
  parameters: readonly QueryParameter[]
  routeIds: readonly string[]
}

/** Paths as in our own links. Other spellings of the same path, like `/News` or `/%6eews`, are unlimited and not cached. */
const PLAIN_PATH = /^(\/[a-z0-9._-]+)*\/?$/
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
    if (path.length > MAX_PATH_LENGTH || !PLAIN_PATH.test(path)) return null
    const cached = findPath(pagePathOf(path))
    if (!cached) return null
    if (!query) return path
    const asked = new URLSearchParams(query)
    const declared = new URLSearchParams()
    for (const name of cached.parameters) {
      const value = canonicalValue(name, asked.get(name))
      if (value !== null) declared.set(name, value)
    }
    const ids = asked.get('_routes')
    if (ids && path.endsWith('.data')) {
      if (!areInOrder(ids.split(','), cached.routeIds)) return null
      declared.set('_routes', ids)
    }
    return declared.size > 0 ? `${path}?${declared}` : path
  }
}

/**
 * Finds the route of a path as React Router does, but a hundred times as fast. For all paths that match the same set of patterns
 * React Router chooses the same route, so `matchRoutes` is called once for each set.
 */
function createPathFinder(routes: Routes): (path: string) => CachedPath | null {
  const tree = nestRoutes(routes)
  const patterns = Object.values(routes).flatMap((route) => (route ? patternOf(route, routes) : []))
  const bySet = new Map<string, CachedPath | null>()
  // Saves most of the time for frequent paths.
  const byPath = new LRUCache<string, { found: CachedPath | null }>({ max: MAX_KNOWN_PATHS })

  function findInSet(path: string): CachedPath | null {
    let set = ''
    for (const [index, pattern] of patterns.entries()) if (pattern.test(path)) set += `${index} `
    const known = bySet.get(set)
    if (known !== undefined) return known
    const matches = matchRoutes(tree, path) ?? []
    const found = describePath(matches.flatMap(({ route }) => routes[route.id ?? ''] ?? []))
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

/** Empty for a layout, which has no address. */
function patternOf(route: Route, routes: Routes): RegExp[] {
  if (route.path === undefined && !route.index) return []
  let path = ''
  for (let at: Route | undefined = route; at; at = routes[at.parentId ?? ''])
    path = `${at.path ?? ''}/${path}`
  const segments = path.split('/').filter((segment) => segment !== '')
  return [new RegExp(`^${segments.map(segmentPattern).join('')}/*$`, 'i')]
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '(?:/.*)?'
  if (segment.endsWith('?')) throw new Error(`The page cache knows no optional segments: ${segment}`)
  const [, rest] = /^:[\w-]+(.*)$/.exec(segment) ?? []
  return rest === undefined ? `/${RegExp.escape(segment)}` : `/[^/]+${RegExp.escape(rest)}`
}

/** Null when the page's own loader, or one of a route around it, was not made by `cachedLoader`. */
function describePath(matched: readonly Route[]): CachedPath | null {
  const last = matched.at(-1)
  if (!last || !declaredBy(last)) return null
  // For a route without a component only its own loader runs.
  const needed = last.module.default ? matched : [last]
  const declared = needed.filter(({ module }) => module.loader).map(declaredBy)
  if (declared.includes(undefined)) return null
  return {
    parameters: PARAMETERS.filter((name) => declared.some((names) => names?.includes(name))),
    routeIds: matched.map(({ id }) => id),
  }
}

function declaredBy({ module: { loader } }: Route): readonly QueryParameter[] | undefined {
  return loader && 'parameters' in loader ? (loader.parameters as readonly QueryParameter[]) : undefined
}

/** The path of the page of a data request; with a trailing slash it ends with `_`. */
function pagePathOf(path: string): string {
  return path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.replace(/\.data$/, '')
}

function nestRoutes(routes: Routes, parentId = ''): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.parentId ?? '') !== parentId) return []
    const { id, path, caseSensitive = false } = route
    const common = { id, caseSensitive, ...(path !== undefined && { path }) }
    return route.index ? { ...common, index: true } : { ...common, children: nestRoutes(routes, id) }
  })
}

/** Whether `some` is a subsequence of `all`. */
function areInOrder(some: readonly string[], all: readonly string[]): boolean {
  const places = some.map((one) => all.indexOf(one))
  return places.every((place, index) => place > (places[index - 1] ?? -1))
}

function split(pathAndQuery: string): [string, string | undefined] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, undefined] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}
