import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { id: string; parentId?: string; path?: string; module: string; imports: string[] }>
}

/** The ids of the routes that a reader's browser is told of. */
export const readerRoutes = (publicDir: string): string[] =>
  Object.keys(readManifest(publicDir).manifest.routes)

/** All scripts that the page of a route loads by itself: the list of routes, and its modules and those around it with what they import. */
export function scriptsOf(publicDir: string, id: string): string[] {
  const { path, manifest } = readManifest(publicDir)
  const { entry, routes } = manifest
  const files = new Set([path, entry.module, ...entry.imports])
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    files.add(route.module)
    for (const file of route.imports) files.add(file)
  }
  for (const file of files) {
    const text = readFileSync(join(publicDir, file), 'utf8')
    for (const [, name] of text.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g))
      files.add(`/assets/${name}`)
  }
  return [...files]
}

/** The bytes of these scripts as they are sent, compressed with Brotli unless that would save too little. */
export function firstLoadBytes(publicDir: string, id: string): number {
  const sent = scriptsOf(publicDir, id).map((file) => {
    const compressed = join(publicDir, `${file}.br`)
    return statSync(existsSync(compressed) ? compressed : join(publicDir, file)).size
  })
  return sent.reduce((sum, size) => sum + size, 0)
}

function readManifest(publicDir: string): { path: string; manifest: Manifest } {
  const name = readdirSync(join(publicDir, 'assets')).find((file) => file.endsWith('-readers.js'))
  const path = `/assets/${name}`
  const script = readFileSync(join(publicDir, path), 'utf8')
  return { path, manifest: JSON.parse(script.replace('window.__reactRouterManifest=', '').replace(/;$/, '')) }
}
