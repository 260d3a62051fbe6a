import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedResource } from '../../tests/support/shared-resources.ts'

const { publicDir } = await sharedResource('build')
/** Of all scripts that a page loads by itself, compressed with Brotli. */
const MAX_BYTES = 100_000

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { id: string; parentId?: string; path?: string; module: string; imports: string[] }>
}

const path = `/assets/${readdirSync(join(publicDir, 'assets')).find((name) => name.endsWith('-readers.js'))}`
const { entry, routes }: Manifest = JSON.parse(
  read(path).replace('window.__reactRouterManifest=', '').replace(/;$/, ''),
)

function read(file: string): string {
  return readFileSync(join(publicDir, file), 'utf8')
}

/** The list of routes, and the modules of a route and of those around it with everything that they import. */
function scriptsOf(id: string): string[] {
  const files = new Set([path, entry.module, ...entry.imports])
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    files.add(route.module)
    for (const file of route.imports) files.add(file)
  }
  for (const file of files) {
    for (const [, name] of read(file).matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g))
      files.add(`/assets/${name}`)
  }
  return [...files]
}

/** As it is sent: without a compressed copy when that would save too little. */
function sentBytes(file: string): number {
  const compressed = join(publicDir, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(publicDir, file)).size
}

test('an article loads at most 100 kB of scripts', () => {
  const bytes = scriptsOf('routes/site/article').map(sentBytes)
  expect(bytes.length).toBeGreaterThan(5)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES)
})

test.each(Object.keys(routes))('the page "%s" loads nothing of the desk', (id) => {
  expect(scriptsOf(id).filter((file) => /\/(admin|\w*editor|browser-client)[.-]/.test(file))).toEqual([])
})
