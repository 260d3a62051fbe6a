import { expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { findFormat, readSource } from '#server/features/import/read-source.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'

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

test.each([
  [
    'markdown',
    {
      '_config.yml': '',
      '_posts/2024-01-01-a.md': '---\ntitle: A\n---\n![](/a.png)',
      '_posts/b.textile': 'b',
      'a.png': 'x',
      'unused.png': 'x',
      'css/a.scss': '',
      'css/b.SCSS': '',
      Makefile: '',
    },
    [
      'unreadable: _posts/b.textile 1',
      'refused-file: .yml 1',
      'refused-file: .png 1',
      'refused-file: .scss 2',
      'refused-file: Makefile 1',
    ],
  ],
  [
    'substack',
    {
      'posts.csv': 'post_id,post_date,is_published,title\n1.a,2024-05-01T10:00:00.000Z,true,A\n',
      'posts/1.a.html': '<p>x</p>',
      'posts/1.opens.csv': '',
      'email_list.x.csv': '',
    },
    ['refused-file: .csv 2'],
  ],
] as const)('files of %s that nothing reads are named', async (format, content, expected) => {
  const { report, counts, things } = collectNotes()
  for await (const _ of readSource(memorySource(content), format, report));
  expect(
    [...counts.keys()].flatMap((kind) =>
      things.of(kind).map(({ what, count }) => `${kind}: ${what} ${count}`),
    ),
  ).toEqual(expected)
})

test('anything else is named in one sentence', async () => {
  await expect(findFormat(memorySource({ 'a.docx': 'PK' }))).rejects.toThrow(
    'folder is in none of the formats',
  )
})

test('what was left out is named where nothing else is there', async () => {
  const refused = { file: 'huge.md', why: 'unpacks to far more than it is' }
  await expect(findFormat({ ...memorySource({}), refused })).rejects.toThrow(
    /formats that can be imported: .*\. Left out was huge\.md: unpacks to far more than it is\.$/,
  )
})
