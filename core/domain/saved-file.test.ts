import { expect, test } from 'vitest'
import { readSavedFile, writeSavedFile } from '#core/domain/saved-file.ts'
import { EMPTY_LIST, type SavedArticle } from '#core/domain/saved-list.ts'

const SITE = 'https://paper.example'
const ID = '0f6f7d1a-6c2e-4a53-9d39-0a2f4a1d7c11'
const NOW = '2026-11-25T08:00:00.000Z'

const article: SavedArticle = {
  path: '/article/boring-pipes?lang=de',
  id: ID,
  language: 'de',
  title: 'Lob der langweiligen Röhren',
  excerpt: 'Was es zu wissen gibt.',
  category: 'opinion',
  saved: NOW,
  updated: NOW,
}
const entry = { address: article.path, id: ID, title: article.title, saved: NOW }
const fileOf = (changes: object = {}, changesOfEntry: object = {}) =>
  JSON.stringify({
    form: 'saved-articles',
    version: 1,
    site: SITE,
    articles: [{ ...entry, ...changesOfEntry }],
    ...changes,
  })

test('what was exported can be imported, but for what the server says anew', () => {
  const text = writeSavedFile({ ...EMPTY_LIST, articles: [article] }, SITE)
  expect(text).toBe(`${JSON.stringify(JSON.parse(fileOf()), null, 2)}\n`)
  expect(readSavedFile(text, SITE)).toEqual([{ ...article, excerpt: '', category: '', updated: '' }])
})

test('an id is known to the server in lower case', () => {
  expect(readSavedFile(fileOf({}, { id: ID.toUpperCase() }), SITE)).toMatchObject([{ id: ID }])
})

test('a title that could be markup is left out, and made of the address', () => {
  const text = writeSavedFile(
    { ...EMPTY_LIST, articles: [{ ...article, title: 'What <script> does' }] },
    SITE,
  )
  expect(text).not.toContain('script')
  expect(readSavedFile(text, SITE)).toMatchObject([{ title: 'boring pipes' }])
})

test.each([
  ['text', 'unreadable', ''],
  ['null', 'unreadable', ''],
  ['[]', 'unreadable', ''],
  ['{}', 'unreadable', ''],
  [fileOf({ form: 'something' }), 'unreadable', ''],
  [fileOf({ site: 'https://other.example' }), 'otherPaper', 'other.example'],
  [fileOf({ site: 'https://other.example', version: 7, more: 1 }), 'otherPaper', 'other.example'],
  [fileOf({ version: 2 }), 'newer', ''],
  [fileOf({ more: 1 }), 'unknownField', 'more'],
  [fileOf({}, { note: 'x' }), 'unknownField', 'note'],
  [fileOf({}, { '<img src=x>': 1 }), 'unknownField', 'imgsrcx'],
  [fileOf({ articles: Array(701).fill(entry) }), 'tooMany', '700'],
  [fileOf({}, { title: '<script>alert(1)</script>' }), 'invalid', 'articles.0.title'],
  [fileOf({}, { title: 'A <b>bold</b> one' }), 'invalid', 'articles.0.title'],
  [fileOf({}, { address: 'javascript:alert(1)' }), 'invalid', 'articles.0.address'],
  [fileOf({}, { address: 'https://other.example/article/a' }), 'invalid', 'articles.0.address'],
  [fileOf({}, { address: '//other.example/article/a' }), 'invalid', 'articles.0.address'],
  [fileOf({}, { address: '/article/../admin' }), 'invalid', 'articles.0.address'],
  [fileOf({}, { address: '/saved' }), 'invalid', 'articles.0.address'],
  [fileOf({}, { id: '1' }), 'invalid', 'articles.0.id'],
  [fileOf({}, { saved: 'yesterday' }), 'invalid', 'articles.0.saved'],
  [fileOf({}, { saved: undefined }), 'invalid', 'articles.0'],
  [`{"form":"saved-articles","articles":"${'x'.repeat(1_048_576)}"}`, 'tooLarge', ''],
])('%.60s is refused as %s', (text, code, what) => {
  expect(readSavedFile(text, SITE)).toEqual({ code, ...(what && { what }) })
})

test('a key that would be of an object itself changes nothing', () => {
  const text = fileOf().replace('"version"', '"__proto__":{"polluted":true},"version"')
  expect(readSavedFile(text, SITE)).toMatchObject({ code: 'unknownField' })
  expect({}).not.toHaveProperty('polluted')
})
