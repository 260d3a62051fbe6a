import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { writeReadersManifest } from './run-build.ts'

const BEGINNING = 'window.__reactRouterManifest='

let folder: string
beforeEach(() => {
  folder = createTemporaryFolder('manifest')
})
afterEach(() => rm(folder, { recursive: true }))

async function write(text: string): Promise<void> {
  await writeFile(join(folder, 'manifest.js'), text)
  await writeReadersManifest(join(folder, 'manifest.js'))
}

test('the list for readers has the root and their pages, and no file that is loaded already', async () => {
  const route = { hasDefaultExport: true, hasLoader: false, imports: ['site.js', 'list.js'] }
  const routes = {
    root: { ...route, id: 'root' },
    feed: { ...route, id: 'feed', parentId: 'root' },
    'routes/site/layout': { ...route, id: 'routes/site/layout', parentId: 'root' },
    about: { ...route, id: 'about', parentId: 'routes/site/layout' },
    'routes/admin/desk': { ...route, id: 'routes/admin/desk', parentId: 'root' },
    'edit-article': { ...route, id: 'edit-article', parentId: 'routes/admin/desk' },
  }
  const list = { entry: { module: 'entry.js', imports: ['site.js'] }, version: 'a', routes }
  await write(`${BEGINNING}${JSON.stringify(list)};`)
  const written = await readFile(join(folder, 'manifest-readers.js'), 'utf8')
  const read = JSON.parse(written.slice(BEGINNING.length, -1))
  expect(Object.keys(read.routes)).toEqual(['root', 'routes/site/layout', 'about'])
  expect(read).toMatchObject({ entry: list.entry, version: 'a' })
  expect(read.routes.about).toEqual({ ...routes.about, imports: ['list.js'] })
})

test('a list that is written in another way fails the build', async () => {
  await expect(write('export default {}')).rejects.toThrow('is not a list of routes')
  await expect(write(`${BEGINNING}{"routes":[{}]};`)).rejects.toThrow()
})
