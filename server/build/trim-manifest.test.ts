import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { trimManifest } from './trim-manifest.ts'

const BEGINNING = 'window.__reactRouterManifest='

let folder: string
beforeEach(() => {
  folder = createTemporaryFolder('manifest')
})
afterEach(() => rm(folder, { recursive: true }))

async function trim(text: string): Promise<string> {
  const path = join(folder, 'manifest.js')
  await writeFile(path, text)
  await trimManifest(path)
  return readFile(path, 'utf8')
}

test('routes without a page, features that a route does not have and files that are loaded already are left out', async () => {
  const entry = { module: 'entry.js', imports: ['site.js'] }
  const root = { id: 'root', hasDefaultExport: false, hasLoader: true, imports: ['site.js', 'root.js'] }
  const home = { id: 'home', hasDefaultExport: true, hasLoader: false, imports: ['site.js'], css: [] }
  const feed = { id: 'feed', hasDefaultExport: false, hasLoader: true, imports: [] }
  const trimmed = await trim(
    `${BEGINNING}${JSON.stringify({ entry, version: 'a', routes: { root, home, feed } })};`,
  )
  expect(JSON.parse(trimmed.slice(BEGINNING.length, -1))).toEqual({
    entry,
    version: 'a',
    routes: {
      root: { id: 'root', hasLoader: true, imports: ['root.js'] },
      home: { id: 'home', hasDefaultExport: true, imports: [], css: [] },
    },
  })
})

test('a list that is written in another way fails the build', async () => {
  await expect(trim('export default {}')).rejects.toThrow('is not a list of routes')
  await expect(trim(`${BEGINNING}{"routes":[{}]};`)).rejects.toThrow()
})
