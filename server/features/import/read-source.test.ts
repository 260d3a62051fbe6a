import { expect, test } from 'vitest'
import { findFormat } from '#server/features/import/read-source.ts'
import { memorySource } from '#server/features/import/testing/memory-source.ts'

test.each([
  ['ghost', '{"db":[{"meta":{}}]}'],
  ['feed', '{"version": "https://jsonfeed.org/version/1.1", "items": []}'],
  ['feed', '<?xml version="1.0"?><rss version="2.0"><channel/></rss>'],
  ['feed', '\uFEFF<feed xmlns="http://www.w3.org/2005/Atom"/>'],
  ['wordpress', '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel/></rss>'],
])('the format is %s for %s', async (format, text) => {
  expect(await findFormat(memorySource(text))).toBe(format)
})

test('folders and archives are known by their files', async () => {
  expect(
    await findFormat(memorySource({ 'x/posts.csv': '\uFEFFpost_id,title\n', 'x/posts/1.a.html': '' })),
  ).toBe('substack')
  expect(await findFormat(memorySource({ 'content/a.md': '', 'data.json': '{}' }))).toBe('markdown')
  expect(await findFormat(memorySource({ 'content/images/a.jpg': '\xff', 'ghost.json': '{"db":[]}' }))).toBe(
    'ghost',
  )
})

test('suite-csv-of-other-programs: posts.csv without post_id is no export of Substack', async () => {
  const csv = 'id,web_title,status,content_html\n1f0c,A letter about ships,confirmed,<p>Ships are late.</p>\n'
  await expect(findFormat(memorySource({ 'posts.csv': csv }))).rejects.toThrow(
    'folder is no export of Substack (posts.csv has no column post_id), and is in none of the formats that can be imported',
  )
  expect(await findFormat(memorySource({ '_data/posts.csv': csv, 'content/a.md': '' }))).toBe('markdown')
})

test('anything else is named in one sentence', async () => {
  await expect(findFormat(memorySource({ 'a.docx': 'PK' }))).rejects.toThrow(
    'folder is in none of the formats',
  )
})
