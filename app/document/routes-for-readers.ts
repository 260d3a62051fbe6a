/** The route in which all pages for readers are. */
const READERS_ROUTE = 'routes/site/layout'

interface RouteEntry {
  id: string
  parentId?: string | undefined
}

/** The routes that pages for readers know. No page of theirs links to the desk, whose routes are more than theirs. */
export function routesForReaders<Route extends RouteEntry>(routes: readonly Route[]): Route[] {
  return routes.filter(({ id, parentId }) => [id, parentId].includes(READERS_ROUTE) || id === 'root')
}

/** Where the build puts the list of routes for readers, beside the whole list. */
export function manifestForReaders(manifest: string): string {
  return manifest.replace(/\.js$/, '-readers.js')
}

/** Where the build lists what pages load on use, of what can be used without a network. */
export function manifestOfKept(manifest: string): string {
  return manifest.replace(/(-readers)?\.js$/, '-kept.json')
}

/** The list of routes for readers that a page loads where a service worker answers: it also loads what notes and keeps what is read. */
export function manifestForKeeping(manifest: string): string {
  return manifest.replace(/(-readers)?\.js$/, '-keeping.js')
}

/** The list of routes that a page loads whose matched routes are these. */
export function manifestOf(matched: readonly { id: string }[], manifest: string): string {
  return matched.some(({ id }) => id === READERS_ROUTE) ? manifestForReaders(manifest) : manifest
}
