import { expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

const read = (files: Record<string, string | Uint8Array>) => readAll(readMarkdown, memorySource(files))

test('each is one note, and the others are read', async () => {
  const { articles, told } = await read({
    'a.md': '---\ntitle: [broken\n---\nx',
    'b.md': `---\na0: &a0 [x]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`)}]\n`).join('')}---\nx`,
    'c.md': `---\nx: "${'y'.repeat(70_000)}"\n---\nx`,
    'd.md': 'x'.repeat(1_100_000),
    'e.md': Buffer.from([0x61, 0x00, 0x62]),
    'f.md': Buffer.from([0x23, 0x20, 0x61, 0xff]),
    'g.md': '---\n- a list\n---\nx',
    'h.md': '+++\nno toml\n+++\nx',
    'i.md':
      '---\ntitle: T\ndate: 2024-02-31\n__proto__: x\nconstructor: y\n---\nx ![](../../etc/passwd.png) ![](./gone.png)',
    'j.md': `---\n${'['.repeat(60_000)}\n---\nx`,
    'k.md': '---\nnever closed',
  })
  expect(articles.map(({ sourceId }) => sourceId)).toEqual([
    'markdown:f.md',
    'markdown:i.md',
    'markdown:k.md',
  ])
  expect(told.map((note) => note.replace(/: .* → /, ' → '))).toEqual([
    'unreadable → left-out',
    'unreadable → left-out',
    'unreadable → left-out',
    'too-large → left-out',
    'unreadable → left-out',
    'encoding → replaced',
    'date → draft',
    'unreadable → left-out',
    'unreadable → left-out',
    'other-data → left-out',
    'other-data → left-out',
    'date → draft',
    'picture → ignored',
    'picture → ignored',
    'unreadable → left-out',
    'date → draft',
  ])
})

test('two documents of one language, and a translation without an original', async () => {
  const { articles, told } = await read({
    'a.md': '---\ndate: 2024-05-01\nlang: de\nref: x\n---\na',
    'b.md': '---\ndate: 2024-05-01\nlang: de\nref: x\n---\nb',
    'c.md': '---\ndate: 2024-05-01\nlang: fr\nref: alone\n---\nc',
  })
  expect(articles.map(({ translationOf }) => translationOf)).toEqual([null, null, null])
  expect(told).toEqual(['translation: another document of this language → original'])
})

test('ten thousand broken documents are counted, and the first are named', async () => {
  const files = Array.from({ length: 10_000 }, (_, n) => [`${n}.md`, '---\ntitle: [\n---\nx'])
  const { articles, notes, counts } = await read({ ...Object.fromEntries(files), '2024-05-01-z.md': 'good' })
  expect(articles.map(({ markdown }) => markdown)).toEqual(['good'])
  expect([notes.length, counts.get('unreadable')]).toEqual([200, 10_000])
})

test('no documents: one sentence', async () => {
  await expect(read({ 'a.txt': 'x' })).rejects.toThrow('folder has no Markdown files (.md, .mdx, .markdown).')
})

test.each([
  '{{<',
  '{% comment %}',
  '{% raw %}',
  '{% highlight a %}',
  '---js\n{a:',
  '---js\n/*',
  '{::comment}',
  '{{</*',
  '%%\n',
  '^[',
  ':::a\n',
  '{/*',
  '[[',
  '{%',
  '%%',
  '==',
  '{:',
  '`',
  '> [!a]\n',
  '```\n',
  '![[a.png]]',
  '{{< x "',
  '[a](<b',
  '<A {b',
  '<A b={c} ',
])('a long text of %j takes time linear in its length', async (unit) => {
  const text = unit.repeat(100_000 / unit.length)
  const started = processorMs()
  await read({ 'a.md': text })
  await read({ 'a.mdx': `${text}endraw endhighlight {% endraw` })
  await read({ '_posts/a.html': text })
  // A reader that is quadratic takes minutes.
  expect(processorMs() - started).toBeLessThan(3_000)
})
