import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { manifestForReaders, routesForReaders } from '#app/document/routes-for-readers.ts'

const BEGINNING = 'window.__reactRouterManifest='

const manifest = z.looseObject({
  entry: z.looseObject({ imports: z.array(z.string()) }),
  routes: z.record(
    z.string(),
    z.looseObject({ id: z.string(), parentId: z.string().optional(), imports: z.array(z.string()) }),
  ),
})

/**
 * Writes the list of routes for readers, beside the whole list, which React Router loads on every page. It names no pages of the desk,
 * and no files to be loaded ahead that every page has loaded already.
 * @throws when React Router writes the list in another way
 */
export async function writeReadersManifest(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.startsWith(BEGINNING)) throw new Error(`${path} is not a list of routes`)
  const list = manifest.parse(JSON.parse(text.slice(BEGINNING.length).replace(/;$/, '')))
  const loaded = new Set(list.entry.imports)
  const routes = routesForReaders(Object.values(list.routes)).map((route) => {
    return [route.id, { ...route, imports: route.imports.filter((file) => !loaded.has(file)) }]
  })
  const shorter = { ...list, routes: Object.fromEntries(routes) }
  await writeFile(manifestForReaders(path), `${BEGINNING}${JSON.stringify(shorter)};`)
}
