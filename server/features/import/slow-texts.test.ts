import { expect, test } from 'vitest'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import type { ReadSource } from '#server/features/import/imported.ts'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { readFeed } from '#server/features/import/read-source.ts'
import { recogniseSite } from '#server/features/import/run/source-key.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'
import { htmlToMarkdown } from '#server/platform/documents/html/read-html.ts'
import { processorMs } from '../../../tests/support/processor-time.ts'

/** Half a megabyte, which takes minutes where the time is the square of the length. */
const LENGTH = 500_000
/** The time is enough on a busy machine, too. */
const LONGEST_MS = 15_000
const many = (text: string, length = LENGTH) => text.repeat(length / text.length)
const item = (fields: string) => ({
  'feed.xml': `<rss version="2.0"><channel><item>${fields}</item></channel></rss>`,
})

const SLOW: [what: string, read: ReadSource, files: Record<string, string>][] = [
  ['a heading of spaces', readMarkdown, { 'a.md': `# a${many(' ')}b` }],
  ['a heading with spaces before its name', readMarkdown, { 'a.md': `a\n\n## a${many(' ')}b` }],
  ['a module of many names', readMarkdown, { 'a.mdx': `import ${many('from "a"')}x` }],
  ['blank lines in code', readMarkdown, { 'a.md': `<pre>a${many('\n', 100_000)}b</pre>` }],
  ['a picture of many steps', readMarkdown, { 'a.md': `![a](${many('../')}b)` }],
  ['a link to a note of slashes', readMarkdown, { 'a.md': `[[a${many('/')}b]]` }],
  [
    'authors with spaces between them',
    readMarkdown,
    { 'a.md': `---\nauthors: "a${many(' ', 60_000)}b"\n---\na` },
  ],
  ['an author of signs', readFeed, item(`<guid>a</guid><author>${many('@')}</author>`)],
  [
    'redirects of slashes',
    readGhost,
    {
      'a.json': JSON.stringify({ data: { posts: [{ id: '1', title: 'a', html: '<p>a</p>' }] } }),
      'redirects.json': JSON.stringify([{ from: '/a', to: `/a${many('/')}b` }]),
    },
  ],
]

test.each(SLOW)('%s takes no longer than other texts', async (_what, read, files) => {
  const began = processorMs()
  const { articles } = await readAll(read, memorySource(files, 60_000))
  expect(articles).toHaveLength(1)
  expect(processorMs() - began).toBeLessThan(LONGEST_MS)
})

test.each([
  ['a link without an end', many('<link ')],
  ['a link of spaces', `<link>${many(' ')}`],
])('the site of a feed is found in no longer a time: %s', async (_what, head) => {
  const began = processorMs()
  await recogniseSite(memorySource({ 'feed.xml': head }, LENGTH), 'feed', null)
  expect(processorMs() - began).toBeLessThan(LONGEST_MS)
})

test('galleries of one text that show a hundred thousand pictures are left out from some megabytes on', async () => {
  const attachments = Array.from(
    { length: 300 },
    (_, n) =>
      `<item><wp:post_id>${n + 10}</wp:post_id><wp:post_parent>1</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://e.org/${n}.png</wp:attachment_url></item>`,
  )
  const text = many('[gallery] ', 200_000)
  const { counts } = await readAll(
    readWordpress,
    memorySource({
      'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${attachments.join('')}<item><title>a</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>draft</wp:status><content:encoded>${text}</content:encoded></item></channel></rss>`,
    }),
  )
  expect(counts.get('shortcode')).toBeGreaterThan(19_000)
})

test('signs at the end of a line are escaped in no longer a time, and are no end of a heading', () => {
  const began = processorMs()
  expect(htmlToMarkdown('<h2>a ##</h2>', { report: () => {} }).trim()).toBe('## a \\#\\#')
  htmlToMarkdown(`<p>[${many('#', 100_000)}x</p>`, { report: () => {} })
  expect(processorMs() - began).toBeLessThan(LONGEST_MS)
})
