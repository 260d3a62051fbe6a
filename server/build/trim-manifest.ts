import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { manifestForReaders, withoutDesk } from '#app/document/routes-for-readers.ts'

const BEGINNING = 'window.__reactRouterManifest='

const manifest = z.looseObject({
  entry: z.looseObject({ imports: z.array(z.string()) }),
  url: z.string(),
  routes: z.record(
    z.string(),
    z.looseObject({
      id: z.string(),
      parentId: z.string().optional(),
      hasDefaultExport: z.boolean(),
      imports: z.array(z.string()),
    }),
  ),
})

/**
 * Leaves out of the browser's list of routes what its router never asks for: routes without a page, such as feeds, to which
 * links lead as to other sites, features that a route does not have, and files that every page has loaded already. Beside the
 * list, which pages of the desk load, it writes the shorter one of all other pages.
 * @throws Error when React Router writes the list in another way
 */
export async function trimManifest(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.startsWith(BEGINNING)) throw new Error(`${path} is not a list of routes`)
  const list = manifest.parse(JSON.parse(text.slice(BEGINNING.length).replace(/;$/, '')))
  const loaded = new Set(list.entry.imports)
  const routes = Object.values(list.routes)
    .filter((route) => route.id === 'root' || route.hasDefaultExport)
    .map((route) => ({ ...route, imports: route.imports.filter((file) => !loaded.has(file)) }))
  await writeFile(path, textOf(list, routes))
  const forReaders = { ...list, url: manifestForReaders(list.url) }
  await writeFile(manifestForReaders(path), textOf(forReaders, withoutDesk(routes)))
}

function textOf(list: object, routes: readonly { id: string }[]): string {
  const entries = routes.map((route) => [route.id, withoutFalse(route)])
  return `${BEGINNING}${JSON.stringify({ ...list, routes: Object.fromEntries(entries) })};`
}

function withoutFalse(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false))
}
