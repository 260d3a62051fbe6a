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

async function trim(text: string): Promise<Record<'whole' | 'forReaders', string>> {
  const path = join(folder, 'manifest.js')
  await writeFile(path, text)
  await trimManifest(path)
  const [whole, forReaders] = await Promise.all(
    ['manifest.js', 'manifest-readers.js'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return { whole: whole ?? '', forReaders: forReaders ?? '' }
}

const listIn = (text: string) => JSON.parse(text.slice(BEGINNING.length, -1))

test('routes without a page, features that a route does not have and files that are loaded already are left out', async () => {
  const entry = { module: 'entry.js', imports: ['site.js'] }
  const root = { id: 'root', hasDefaultExport: false, hasLoader: true, imports: ['site.js', 'root.js'] }
  const home = { id: 'home', hasDefaultExport: true, hasLoader: false, imports: ['site.js'], css: [] }
  const feed = { id: 'feed', hasDefaultExport: false, hasLoader: true, imports: [] }
  const { whole } = await trim(
    `${BEGINNING}${JSON.stringify({ entry, url: '/manifest.js', version: 'a', routes: { root, home, feed } })};`,
  )
  expect(listIn(whole)).toEqual({
    entry,
    url: '/manifest.js',
    version: 'a',
    routes: {
      root: { id: 'root', hasLoader: true, imports: ['root.js'] },
      home: { id: 'home', hasDefaultExport: true, imports: [], css: [] },
    },
  })
})

test('a list beside it lacks the pages of the desk, at any depth', async () => {
  const page = { hasDefaultExport: true, imports: [] }
  const routes = {
    root: { ...page, id: 'root' },
    'edit-article': { ...page, id: 'edit-article', parentId: 'routes/admin/layout' },
    'routes/admin/layout': { ...page, id: 'routes/admin/layout', parentId: 'routes/admin/desk' },
    'routes/admin/desk': { ...page, id: 'routes/admin/desk', parentId: 'root' },
    about: { ...page, id: 'about', parentId: 'root' },
  }
  const list = { entry: page, url: '/assets/manifest.js', routes }
  const { whole, forReaders } = await trim(`${BEGINNING}${JSON.stringify(list)};`)
  expect(Object.keys(listIn(whole).routes)).toEqual(Object.keys(routes))
  expect(Object.keys(listIn(forReaders).routes)).toEqual(['root', 'about'])
  expect(listIn(forReaders).url).toBe('/assets/manifest-readers.js')
})

test('a list that is written in another way fails the build', async () => {
  await expect(trim('export default {}')).rejects.toThrow('is not a list of routes')
  await expect(trim(`${BEGINNING}{"routes":[{}]};`)).rejects.toThrow()
})
