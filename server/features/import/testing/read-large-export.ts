import { collectNotes } from '#server/features/import/collect-notes.ts'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import type { ReadSource } from '#server/features/import/imported.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'

/** Run as a program with the name of a format, a number of articles and their length: reads an export that is never in memory as a whole. */
const [format = '', count = '0', length = '0'] = process.argv.slice(2)
const words = 'A harbour with *ships* and <b>people</b>. '
const sentences = Math.max(1, Math.min(25, Math.floor(Number(length) / words.length)))
const paragraph = `<p>${words.repeat(sentences)}</p>`
const paragraphs = Math.ceil(Number(length) / paragraph.length)
/** The mark for the text of an article in it, which may be longer than any string. */
const TEXT = 'TEXT'

/** Makes ids that are as long as real ones, so that they are parts of what was read. */
const idOf = (n: number) => `64f0${String(n).padStart(20, '0')}`

interface Large {
  read: ReadSource
  head: string
  item: (n: number) => string
  between: string
  foot: string
}

const FORMATS = new Map<string, Large>([
  [
    'ghost',
    {
      read: readGhost,
      head: '{"db":[{"meta":{"version":"5.0"},"data":{"posts":[',
      item: (n) =>
        JSON.stringify({
          id: idOf(n),
          title: `Title ${n}`,
          slug: `slug-${n}`,
          html: TEXT,
          status: 'published',
          visibility: 'public',
          published_at: '2024-05-01T10:00:00.000Z',
        }),
      between: ',',
      foot: `],"posts_tags":[${Array.from({ length: Number(count) }, (_, n) => `{"id":"t${n}","post_id":"${idOf(n)}","tag_id":"t"}`).join(',')}],"tags":[{"id":"t","name":"T","slug":"t"}]}}]}`,
    },
  ],
  [
    'wordpress',
    {
      read: readWordpress,
      head: '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>',
      item: (n) =>
        `<item><title>Title ${n}</title><link>https://a.example/slug-${n}/</link><content:encoded><![CDATA[<!-- wp:html -->${TEXT}]]></content:encoded><wp:post_id>${n + 1}</wp:post_id><wp:post_name>slug-${n}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><category domain="post_tag" nicename="t">T</category><category domain="language" nicename="en">English</category><category domain="post_translations" nicename="pll_${idOf(n)}">x</category></item>`,
      between: '',
      foot: '</channel></rss>',
    },
  ],
])

const large = FORMATS.get(format)
if (!large) throw new Error(`${format} is no format.`)
/** Yields the text in parts as large as those that a file is read in. */
function* textParts(): Iterable<string> {
  const together = 250
  for (let left = paragraphs; left > 0; left -= together) yield paragraph.repeat(Math.min(left, together))
}

let bytes = 0
async function* open({ head, item, between, foot }: Large) {
  yield Buffer.from(head)
  for (let n = 0; n < Number(count); n++) {
    const [before = '', after = ''] = item(n).split(TEXT)
    for (const part of [(n > 0 ? between : '') + before, null, after])
      for (const written of part === null ? textParts() : [part]) {
        bytes += Buffer.byteLength(written)
        yield Buffer.from(written)
      }
  }
  yield Buffer.from(foot)
}

const { report, counts } = collectNotes()
const source = {
  name: 'large',
  container: 'file' as const,
  files: [{ path: 'large', size: 1, open: () => open(large) }],
  close: async () => {},
}
if (format === 'ghost') source.files[0] = { path: 'large.json', size: 1, open: () => open(large) }
const started = performance.now()
let articles = 0
for await (const item of large.read(source, report)) if (item.kind === 'article') articles += 1
console.log(
  JSON.stringify({
    articles,
    notes: [...counts.values()].reduce((sum, number) => sum + number, 0),
    megabytes: Math.round(bytes / 2 / 1024 ** 2),
    seconds: Math.round((performance.now() - started) / 1_000),
    memory: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
