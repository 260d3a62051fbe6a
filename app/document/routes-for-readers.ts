/** The route in which all pages of the desk are. */
const DESK_ROUTE = 'routes/admin/desk'

interface RouteEntry {
  id: string
  parentId?: string | undefined
}

/** The routes that pages for readers know. No page of theirs links to the desk, whose routes are as many again. */
export function withoutDesk<Route extends RouteEntry>(routes: readonly Route[]): Route[] {
  const isOfDesk = ({ id, parentId }: RouteEntry): boolean => {
    if (id === DESK_ROUTE) return true
    const parent = routes.find((route) => route.id === parentId)
    return parent !== undefined && isOfDesk(parent)
  }
  return routes.filter((route) => !isOfDesk(route))
}

/** Where the build puts the list of routes for readers, beside the whole list. */
export function manifestForReaders(manifest: string): string {
  return manifest.replace(/\.js$/, '-readers.js')
}

/** The list of routes that a page loads whose matched routes are these. */
export function manifestOf(matched: readonly { id: string }[], manifest: string): string {
  return matched.some(({ id }) => id === DESK_ROUTE) ? manifest : manifestForReaders(manifest)
}
