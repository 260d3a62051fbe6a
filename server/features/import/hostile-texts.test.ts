import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import type { ReadSource } from '#server/features/import/imported.ts'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { readFeed } from '#server/features/import/read-source.ts'
import { readSubstack } from '#server/features/import/substack/read-substack.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'
import { createRandom } from '#server/platform/documents/html/testing/random-html.ts'
import { strangeParts } from '#server/platform/documents/html/testing/rendered-text.ts'

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#x0A;script:alert(1)',
  '&#106;avascript:alert(1)',
  ' \u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  '//evil.example/x',
  'https://e.org/)[x](javascript:alert(1)',
  'https://e.org/" onclick="alert(1)',
  "https://e.org/'><script>alert(1)</script>",
  '`javascript:alert(1)`',
  'https://e.org/\njavascript:alert(1)',
  '<javascript:alert(1)>',
]
const WAYS: ((address: string) => string)[] = [
  (address) => `<a href="${address}">x</a>`,
  (address) => `<a href='${address}'>x</a>`,
  (address) => `<a href=${address}>x</a>`,
  (address) => `<img src="${address}" alt="${address}" onerror="alert(1)">`,
  (address) => `<iframe src="${address}" srcdoc="<script>alert(1)</script>"></iframe>`,
  (address) => `<video src="${address}" poster="${address}" title="${address}"></video>`,
  (address) => `<object data="${address}"><embed src="${address}"></object>`,
  (address) => `<svg><a xlink:href="${address}"><text>x</text></a><script>alert(1)</script></svg>`,
  (address) => `<math><maction actiontype="statusline#${address}">x</maction></math>`,
  (address) => `<form action="${address}"><button formaction="${address}">x</button></form>`,
  (address) => `<figure><img src="${address}"><figcaption>${address}</figcaption></figure>`,
  (address) => `<style>@import '${address}';</style><link rel=stylesheet href="${address}">`,
  (address) => `<meta http-equiv="refresh" content="0;url=${address}"><base href="${address}">`,
  (address) => `[x](${address})`,
  (address) => `![x](${address} "t")`,
  (address) => `<${address}>`,
  (address) => `[x]: ${address}\n\n[x]`,
  (address) => `\\[x](${address}) \`\`[x](${address})`,
  (address) => escapeHtml(`<script>location="${address}"</script>`),
  (address) => `<p>&lt;img src=${address} onerror=alert(1)&gt;</p>`,
  (address) => `<scr<script>ipt>${address}</scr</script>ipt>`,
  (address) => `<!--<img src="--><img src=x onerror=alert(1)//${address}">`,
  (address) => `<noscript><p title="</noscript><img src=x onerror=alert(1)>">${address}`,
  (address) => `<textarea></textarea><img src=x onerror=alert(1)>${address}`,
  (address) => `<table><td background="${address}"><a href="${address}">x`,
  (address) => `<details open ontoggle=alert(1)><summary>${address}</summary></details>`,
  (address) => `<input type=checkbox onfocus=alert(1) autofocus>${address}`,
  (address) => `[caption id="x" caption="<img src=x onerror=alert(1)>"]<img src="${address}">[/caption]`,
  (address) => `[embed]${address}[/embed] [video src="${address}"] [gallery ids="${address}"]`,
  (address) => `{{< figure src="${address}" link="${address}" caption="<script>alert(1)</script>" >}}`,
  (address) => `{% include figure.html src="${address}" %} [[${address}]] ![[${address}]]`,
  (address) =>
    `<div class="tweet" data-attrs="{&quot;url&quot;:&quot;${address}&quot;,&quot;title&quot;:&quot;<b>x&quot;}"></div>`,
]

/** Texts that a stranger might put into an export, each after or in another. */
function hostileText(seed: number): string {
  const random = createRandom(seed)
  const one = () => random.pick(WAYS)(random.pick(ADDRESSES))
  const wrap = [
    one(),
    `<div>${one()}`,
    `<ul><li>${one()}</ul>`,
    `<b>${one()}</i>`,
    `<pre>${one()}`,
    `> ${one()}`,
  ]
  return Array.from({ length: 4 }, () => random.pick([one(), random.pick(wrap)])).join(
    random.pick(['', '\n\n', ' ']),
  )
}

const card = (type: string, text: string) => ({
  type,
  version: 1,
  url: text,
  src: text,
  href: text,
  text,
  html: text,
  markdown: text,
  caption: text,
  header: text,
  calloutText: text,
  buttonUrl: text,
  buttonText: text,
  buttonEnabled: true,
  metadata: { title: text },
})
const CARDS = 'image html markdown embed bookmark button callout toggle header video file codeblock'.split(
  ' ',
)

const FORMATS: [name: string, read: ReadSource, export_: (texts: string[]) => Record<string, string>][] = [
  [
    'WordPress',
    readWordpress,
    (texts) => ({
      'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${texts
        .map(
          (text, id) =>
            `<item><title>${escapeHtml(text)}</title><wp:post_id>${id + 1}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>${escapeHtml(text)}</content:encoded></item>`,
        )
        .join('')}</channel></rss>`,
    }),
  ],
  [
    'Ghost',
    readGhost,
    (texts) => ({
      'a.json': JSON.stringify({
        data: {
          posts: texts.map((text, id) => {
            const link = { type: 'link', url: text, children: [{ type: 'text', text, format: 1 }] }
            const children = [
              { type: 'paragraph', children: [link] },
              ...CARDS.map((type) => card(type, text)),
            ]
            const lexical = JSON.stringify({ root: { children } })
            const mobiledoc = JSON.stringify({
              markups: [['a', ['href', text]]],
              cards: CARDS.map((type) => [type, card(type, text)]),
              sections: [[1, 'p', [[0, [0], 1, text]]], ...CARDS.map((_, index) => [10, index])],
            })
            return { id: `p${id}`, title: text, ...(id % 2 ? { lexical } : { mobiledoc }) }
          }),
        },
      }),
    }),
  ],
  [
    'Substack',
    readSubstack,
    (texts) => ({
      'posts.csv': `post_id,is_published,title\n${texts.map((_, id) => `${id}.x,true,x`).join('\n')}`,
      ...Object.fromEntries(texts.map((text, id) => [`posts/${id}.x.html`, text])),
    }),
  ],
  ['Markdown', readMarkdown, (texts) => Object.fromEntries(texts.map((text, id) => [`${id}.md`, text]))],
  ['MDX', readMarkdown, (texts) => Object.fromEntries(texts.map((text, id) => [`${id}.mdx`, text]))],
  [
    'a feed',
    readFeed,
    (texts) => ({
      'feed.json': JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: texts.map((text, id) => ({
          id: `${id}`,
          url: 'https://e.org/',
          content_html: text,
          title: text,
        })),
      }),
    }),
  ],
]

test('what acts would be noticed', () => {
  const html = '<a href="javascript:x" onclick="y">a</a><script>z</script><img src="data:x">'
  expect(strangeParts(html)).toEqual(['javascript:x', 'a onclick', 'script', 'data:x'])
})

describe.each(FORMATS)('a hostile export of %s', (_name, read, export_) => {
  const all = WAYS.flatMap((way) => ADDRESSES.map(way))
  const mixed = Array.from({ length: 400 }, (_, seed) => hostileText(seed + 1))
  test.each([
    ['each text', all],
    ['texts in each other', mixed],
  ])('%s is read, and nothing of it acts', async (_what, texts) => {
    const { articles } = await readAll(read, memorySource(export_(texts), 60_000))
    expect(articles).toHaveLength(texts.length)
    for (const { markdown, hero } of articles) {
      expect(strangeParts(renderMarkdown(markdown)), markdown).toEqual([])
      expect(hero?.address ?? '').not.toMatch(/script:|data:/i)
    }
  })
})
