import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

const BEGINNING = 'window.__reactRouterManifest='

const manifest = z.looseObject({
  entry: z.looseObject({ imports: z.array(z.string()) }),
  routes: z.record(
    z.string(),
    z.looseObject({ hasDefaultExport: z.boolean(), imports: z.array(z.string()) }),
  ),
})

/**
 * Leaves out of the browser's list of routes what its router never asks for: routes without a page, such as feeds, to which
 * links lead as to other sites, features that a route does not have, and files that every page has loaded already. Every page
 * loads this list.
 * @throws Error when React Router writes the list in another way
 */
export async function trimManifest(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.startsWith(BEGINNING)) throw new Error(`${path} is not a list of routes`)
  const list = manifest.parse(JSON.parse(text.slice(BEGINNING.length).replace(/;$/, '')))
  const loaded = new Set(list.entry.imports)
  const routes = Object.entries(list.routes)
    .filter(([id, route]) => id === 'root' || route.hasDefaultExport)
    .map(([id, route]) => {
      const imports = route.imports.filter((file) => !loaded.has(file))
      return [id, withoutFalse({ ...route, imports })]
    })
  await writeFile(path, `${BEGINNING}${JSON.stringify({ ...list, routes: Object.fromEntries(routes) })};`)
}

function withoutFalse(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false))
}
