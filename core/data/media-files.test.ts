import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle } from '../../tests/support/articles.ts'
import { paintImage } from '../../tests/support/images.ts'
import {
  describeMedia,
  findMedia,
  findMediaByName,
  focusMedia,
  listMedia,
  listMediaByNames,
  listUsingArticles,
  type MediaListOptions,
} from './media-files.ts'

const ALL: MediaListOptions = {
  search: '',
  use: null,
  described: null,
  sort: { by: 'name', descending: false },
  page: 1,
  pageSize: 10,
}
const NAMES = ['articles/a.png', 'articles/b.png', 'articles/c_d.png']
const DETAILS = {
  alts: { en: 'A 100% (sure), "quoted" field' },
  captions: {},
  decorative: false,
  credit: 'Nora',
  licence: null,
  licence_url: null,
}

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  const png = await paintImage('png')
  for (const name of NAMES) {
    const { error } = await admin.storage
      .from('article-images')
      .upload(name, new Blob([png as never], { type: 'image/png' }))
    expect(error).toBeNull()
  }
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`update public.media_files set alts = '{}', decorative = false, credit = null`
})

async function names(change: Partial<MediaListOptions>): Promise<string[]> {
  return (await listMedia(admin, { ...ALL, ...change })).rows.map(({ name }) => name)
}

async function find(name: string) {
  const file = await findMediaByName(admin, name)
  if (!file) throw new Error(`There is no ${name}`)
  return file
}

test('the library is sorted and paged, and a page after the last one has the total', async () => {
  expect(await names({})).toEqual(NAMES)
  expect(await names({ sort: { by: 'name', descending: true }, pageSize: 2 })).toEqual(
    NAMES.toReversed().slice(0, 2),
  )
  expect(await listMedia(admin, { ...ALL, page: 9 })).toEqual({ rows: [], total: 3 })
})

test('what is known of pictures is found by many names at once', async () => {
  const { id, updated_at } = await find('articles/b.png')
  await describeMedia(admin, { id, since: updated_at, details: DETAILS })
  const missing = Array.from({ length: 70 }, (_, index) => `articles/${'x'.repeat(200)}, "(${index}).png`)
  const found = await listMediaByNames(admin, ['articles/c_d.png', ...missing, 'articles/b.png'])
  expect(found).toMatchObject([
    { name: 'articles/c_d.png', alts: {}, decorative: false, captions: {}, credit: null, licence: null },
    { name: 'articles/b.png', ...DETAILS },
  ])
  expect(await listMediaByNames(admin, [])).toEqual([])
})

test.each([
  ['100%', ['articles/b.png']],
  ['(sure), "quoted"', ['articles/b.png']],
  ['nora', ['articles/b.png']],
  ['c_d.', ['articles/c_d.png']],
  ['%', ['articles/b.png']],
  ['_', ['articles/c_d.png']],
  ['__proto__', []],
  ["'; drop table media_files --", []],
])('a search for %j finds what contains it', async (search, found) => {
  const { id, updated_at } = await find('articles/b.png')
  await describeMedia(admin, { id, since: updated_at, details: DETAILS })
  expect(await names({ search })).toEqual(found)
})

test('pictures without an alt text are found; a decoration needs none', async () => {
  const { id, updated_at } = await find('articles/b.png')
  await describeMedia(admin, {
    id,
    since: updated_at,
    details: { ...DETAILS, alts: {}, captions: {}, decorative: true },
  })
  expect(await names({ described: false })).toEqual(['articles/a.png', 'articles/c_d.png'])
  expect(await names({ described: true })).toEqual(['articles/b.png'])
})

test('a second save that began with the same version changes nothing; moving the focal point is no save', async () => {
  const { id, updated_at: since } = await find('articles/a.png')
  expect(await focusMedia(admin, { id, focus_x: 10, focus_y: 90 })).toMatchObject({
    focus_x: 10,
    updated_at: since,
  })
  expect(await describeMedia(admin, { id, since, details: DETAILS })).toMatchObject({ status: 'saved' })
  expect(await describeMedia(admin, { id, since, details: { ...DETAILS, credit: 'Mara' } })).toEqual({
    status: 'conflict',
  })
  expect(await findMedia(admin, id)).toMatchObject({ credit: 'Nora', focus_y: 90 })
})

test('what uses a picture is found with its articles', async () => {
  const path = '/storage/v1/object/public/article-images/articles/a.png'
  const article = await addArticle(app.service(), anArticle({ hero_image: path, content: `![](${path})` }))
  expect(await listUsingArticles(admin, 'articles/a.png')).toEqual([
    {
      id: article.id,
      slug: article.slug,
      language: 'en',
      title: article.title,
      published: true,
      places: ['content', 'hero', 'revision'],
    },
  ])
  expect(await names({ use: 'now' })).toEqual(['articles/a.png'])
  expect(await names({ use: 'none' })).toEqual(['articles/b.png', 'articles/c_d.png'])
  expect(await listUsingArticles(admin, 'articles/b.png')).toEqual([])
})

test('a removed file is gone from the library, and one that never was is null', async () => {
  const { id } = await find('articles/b.png')
  await admin.storage.from('article-images').remove(['articles/b.png'])
  expect(await findMedia(admin, id)).toBeNull()
  expect(await focusMedia(admin, { id, focus_x: 1, focus_y: 1 })).toBeNull()
})
