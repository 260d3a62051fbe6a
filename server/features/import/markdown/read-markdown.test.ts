import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const read = (files: Record<string, string | Uint8Array>) => readAll(readMarkdown, memorySource(files))
const texts = async (files: Record<string, string | Uint8Array>) => {
  const { articles, told } = await read(files)
  return { texts: articles.map(({ markdown }) => markdown), told }
}

test('Hugo: fields in TOML, YAML and JSON, page bundles, languages by name and folder, shortcodes', async () => {
  const { articles, items, told } = await read({
    'hugo.toml': '',
    'content/_index.md': '# Home',
    'content/posts/harbour/index.md':
      '+++\ntitle = "The harbour"\ndate = 2024-05-01T10:00:00+02:00\nlastmod = 2024-05-02\nauthors = ["Nora Berg", "__proto__"]\ncategories = ["Ports"]\ntags = ["a", "b"]\naliases = ["/old/harbour/", "/2020/harbour.html"]\nsummary = "In short"\nfeatured_image = "hero.jpg"\nfeatured = true\n[params]\nx = 1\n+++\n\nText with ![a ship](ship%20one.jpg "Ship") and ![](/img/top.png).\n\n{{< figure src="/img/top.png" alt="Top" caption="The top" >}}\n\n{{< youtube abc123 >}}\n\n{{% unknown %}}kept{{% /unknown %}}\n\n`{{< code >}}`\n\n```\n{{< youtube x >}}\n```\n',
    'content/posts/harbour/index.de.md': '---\ntitle: Der Hafen\ndate: 2024-05-01\n---\nDeutsch',
    'content/fr/posts/harbour/index.md': '---\ntitle: Le port\ndraft: true\n---\nFrançais',
    'content/posts/json.md': '{\n"title": "JSON",\n"date": "2024-05-03"\n}\n\nFrom JSON',
    'content/posts/harbour/hero.jpg': 'x',
    'content/posts/harbour/ship one.jpg': 'x',
    'static/img/top.png': 'x',
  })
  const original = articles.find(({ title }) => title === 'The harbour')
  expect(original).toMatchObject({
    sourceId: 'markdown:content/posts/harbour/index.md',
    language: null,
    slug: 'harbour',
    excerpt: 'In short',
    publishDate: '2024-05-01T08:00:00.000Z',
    updatedDate: '2024-05-02T00:00:00.000Z',
    authors: ['markdown:author:nora berg', 'markdown:author:__proto__'],
    categories: ['markdown:category:ports'],
    tags: ['markdown:tag:a', 'markdown:tag:b'],
    featured: true,
    hero: { address: '/content/posts/harbour/hero.jpg', alt: '', caption: '' },
    oldAddresses: [
      '/posts/harbour/',
      '/old/harbour/',
      '/2020/harbour.html',
      '/content/posts/harbour/index.md',
    ],
  })
  expect(original?.markdown).toBe(
    [
      'Text with ![a ship](/content/posts/harbour/ship%20one.jpg "Ship") and ![](/static/img/top.png).',
      '![Top](/static/img/top.png "The top")',
      '<https://www.youtube.com/watch?v=abc123>',
      'kept',
      '`{{< code >}}`',
      '```\n{{< youtube x >}}\n```',
    ].join('\n\n'),
  )
  expect(
    articles.map(({ title, language, translationOf, status }) => [title, language, translationOf, status]),
  ).toEqual([
    ['The harbour', null, null, 'published'],
    ['Der Hafen', 'de', original?.sourceId, 'published'],
    ['Le port', 'fr', original?.sourceId, 'draft'],
    ['JSON', null, null, 'published'],
  ])
  expect(items.filter(({ kind }) => kind === 'picture')).toHaveLength(3)
  expect(told).toEqual([
    'page: content/_index.md → left-out',
    'other-data: field params → left-out',
    'shortcode: unknown → left-out',
    'embed: https://www.youtube.com/watch?v=abc123 → link',
  ])
})

test('Jekyll: dates in names, drafts, Liquid, kramdown, addresses', async () => {
  const { articles, told } = await read({
    '_config.yml': 'title: x',
    '_posts/2024-05-01-the-harbour.md':
      '---\nlayout: post\ntitle: "The harbour"\ncategories: News, Ports\nredirect_from:\n  - /old/\nlang: en\nref: harbour\n---\nA line{: .class}\n\n{% highlight ruby %}\nputs "[[x]]"\n{% endhighlight %}\n\n![x]({{ site.baseurl }}/assets/a.png) ![]({{ "/assets/a.png" | relative_url }})\n{: .wide}\n\n{% include figure.html src="/assets/a.png" caption="A" %}\n\n{% if x %}shown{% endif %}\n',
    '_posts/2024-05-01-der-hafen.md':
      '---\ntitle: Der Hafen\nlang: de\nref: harbour\npublished: false\n---\nText',
    '_drafts/idea.md': '---\ntitle: Idea\n---\nText',
    'about.md': '---\nlayout: page\ntitle: About\n---\nx',
    'README.md': 'x',
    'assets/a.png': 'x',
  })
  expect(
    articles.map(({ title, status, translationOf, publishDate }) => [
      title,
      status,
      translationOf,
      publishDate,
    ]),
  ).toEqual([
    ['The harbour', 'published', null, '2024-05-01T00:00:00.000Z'],
    ['Der Hafen', 'draft', 'markdown:_posts/2024-05-01-the-harbour.md', '2024-05-01T00:00:00.000Z'],
    ['Idea', 'draft', null, null],
  ])
  expect(articles[0]?.oldAddresses).toEqual([
    '/news/ports/2024/05/01/the-harbour.html',
    '/news/ports/2024/05/01/the-harbour',
    '/old/',
    '/_posts/2024-05-01-the-harbour.md',
  ])
  expect(articles[0]?.markdown).toBe(
    [
      'A line',
      '```ruby\nputs "[[x]]"\n```',
      '![x](/assets/a.png) ![](/assets/a.png)',
      '![](/assets/a.png "A")',
      'shown',
    ].join('\n\n'),
  )
  expect(told).toEqual(['page: README.md → left-out', 'shortcode: if → left-out', 'page: about.md → draft'])
})

test('Astro: MDX, collections, languages by folder', async () => {
  const { articles, told } = await read({
    'astro.config.mjs': '',
    'src/content/blog/en/first.mdx':
      "---\ntitle: First\npubDate: 'May 1 2024'\nheroImage: ../../../assets/h.webp\nheroImageAlt: Hero\ndescription: D\nauthor: { name: Nora }\n---\nimport Chart from '../Chart.astro'\n\nexport const x = 1\n\nText\n\n<Chart data={x} />\n\n<Note>Inside *it*</Note>\n",
    'src/content/blog/it/first.md': '---\ntitle: Primo\ndate: 2024-05-01\n---\nTesto',
    'src/assets/h.webp': 'x',
  })
  expect(articles).toMatchObject([
    {
      title: 'First',
      language: 'en',
      hero: { address: '/src/assets/h.webp', alt: 'Hero' },
      authors: ['markdown:author:nora'],
      oldAddresses: ['/blog/en/first/', '/src/content/blog/en/first.mdx'],
    },
    { title: 'Primo', language: 'it', translationOf: 'markdown:src/content/blog/en/first.mdx' },
  ])
  expect(articles[0]?.markdown).toMatch(/^Text\n\n/)
  expect(articles[0]?.markdown).toContain('Inside *it*')
  expect(articles[0]?.markdown).not.toMatch(/Chart|import|export|</)
  expect(told).toEqual(['block: <Chart> → text', 'block: <Note> → text'])
})

test('Obsidian: links between notes, embedded pictures, callouts, comments, highlights', async () => {
  const { articles, told } = await read({
    'Notes/The harbour.md':
      '---\ntags: [ports, "#ships"]\naliases: [Port]\ncreated: 2024-05-01\n---\n# The Harbour\n\nSee [[Boats|the boats]], [[Nothing]] and [[Boats#Part]].\n\n![[Pasted image.png|300]] ![[Boats]]\n\n> [!warning] Mind\n> the gap\n\n%%hidden%% ==marked== `[[code]]`',
    'Notes/Boats.md': '---\ndate: 2024-05-01\n---\nBoats',
    'attachments/Pasted image.png': 'x',
  })
  expect(articles[0]).toMatchObject({
    title: 'The Harbour',
    slug: 'The harbour',
    tags: ['markdown:tag:ports', 'markdown:tag:ships'],
    publishDate: '2024-05-01T00:00:00.000Z',
    oldAddresses: ['/Notes/The%20harbour.md'],
  })
  expect(articles[0]?.markdown).toBe(
    [
      'See [the boats](</Notes/Boats.md>), Nothing and [Boats#Part](</Notes/Boats.md>).',
      '![](/attachments/Pasted%20image.png) [Boats](</Notes/Boats.md>)',
      '> **Mind**  \n> the gap',
      ' marked `[[code]]`',
    ].join('\n\n'),
  )
  expect(told).toEqual(['link: Nothing → text', 'embed: Boats → link'])
})

test('links to other documents lead to addresses that those have', async () => {
  const { articles } = await read({
    'hugo.toml': '',
    'content/posts/a.md':
      '[1](b.md) [2](../posts/b.md#x) [3]({{< ref "b.md" >}}) [4]({{< relref "/posts/b.md#y" >}}) [5]({{< ref "c" >}}) [6]({{< ref "gone.md" >}})',
    'content/posts/b.md': '<b>HTML</b> <a href="a.md">1</a> <a href="../a/">2</a> <a href="/posts/a/">3</a>',
    'content/posts/c/index.md': 'c',
  })
  expect(articles.map(({ markdown }) => markdown)).toEqual([
    '[1](b.md) [2](../posts/b.md#x) [3](/content/posts/b.md) [4](/content/posts/b.md#y) [5](/content/posts/c/index.md) [6](gone.md)',
    '**HTML** [1](/content/posts/a.md) [2](/posts/a/) [3](/posts/a/)',
    'c',
  ])
  // Relative links mean the last address, the path of the file, or else the first one.
  expect(articles.map(({ oldAddresses }) => oldAddresses)).toEqual([
    ['/posts/a/', '/content/posts/a.md'],
    ['/posts/b/', '/content/posts/b.md'],
    ['/posts/c/', '/content/posts/c/index.md'],
  ])
  const jekyll = await read({
    '_config.yml': '',
    '_posts/2024-05-01-a.md': '[1]({% post_url 2024-05-02-b %}) [2]({% link _posts/2024-05-02-b.md %})',
    '_posts/2024-05-02-b.md': 'b',
  })
  expect(jekyll.articles[0]?.markdown).toBe('[1](/_posts/2024-05-02-b.md) [2](/_posts/2024-05-02-b.md)')
})

describe('the text', () => {
  test('stays as it was written, when it is plain Markdown', async () => {
    const text =
      'Setext\n===\n\n* a\n+ b\n\n__bold__ [x][1]  \nand\n\n| a |\n|---|\n\n[^1]: Note\n\n[1]: /a "t"'
    expect((await texts({ 'a.md': `---\ntitle: x\n---\n\n${text}\n` })).texts).toEqual([text])
  })

  test('with HTML shows what other programs show of it', async () => {
    const { texts: found, told } = await texts({
      '2024-05-01-a.md':
        'One <b>two</b> <kbd>x</kbd><br>three[^n]\n\n<div align="center">\n\n**four**\n\n</div>\n\n<iframe src="https://player.vimeo.com/video/1"></iframe>\n<script>alert(1)</script>\n\n```html\n<b>code</b>\n```\n\n[^n]: Note <i>five</i>',
      '2024-05-01-b.md': 'Only <!-- a comment -->\n\n* kept',
    })
    expect(found).toEqual([
      'One **two** `x`\\\nthree[^1]\n\n**four**\n\n<https://vimeo.com/1>\n\n```html\n<b>code</b>\n```\n\n[^1]: Note *five*',
      'Only <!-- a comment -->\n\n* kept',
    ])
    expect(told).toEqual(['embed: https://vimeo.com/1 → link', 'format: script → left-out'])
  })
})
