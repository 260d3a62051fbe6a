import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'

async function read(files: Record<string, string>) {
  const { articles, items, told } = await readAll(readMarkdown, memorySource(files))
  return {
    articles: articles.map(({ title, status, publishDate }) => [
      title,
      status,
      publishDate?.slice(0, 10) ?? null,
    ]),
    texts: articles.map(({ markdown }) => markdown),
    pages: items.flatMap((item) => (item.kind === 'page' ? [item.title] : [])),
    told,
  }
}

test('suite-front-matter-languages: fields that name their language', async () => {
  const { articles, texts, told } = await read({
    'posts/js.md':
      '---js\nconst title = "Written in JavaScript";\nconst date = "2023-01-23";\nconst draft = true;\n---\nThe words of the first post.',
    'posts/json.md':
      '---json\n{ "title": "Written in JSON", "date": "2023-02-01", "draft": true }\n---\nThe words of the second post.',
    'posts/toml.md':
      '---toml\ntitle = "Written in TOML"\ndate = 2023-03-01\ndraft = true\n---\nThe words of the third post.',
    'posts/yaml.md': '---yaml\ntitle: Written in YAML\ndate: 2023-04-01\n---\nThe words of the fourth post.',
    'posts/plain.md': '---\ntitle: Written as usual\ndate: 2023-05-01\n---\nThe words of the fifth post.',
    'posts/hexo.md':
      ';;;\n"title": "Without braces",\n"date": "2023/6/1",\n;;;\nThe words of the sixth post.',
    'posts/object.md':
      "---js\n// Fields\nexport default {\n  title: 'An object',\n  date: `2023-07-01`,\n  tags: ['a', \"b\\u0021\"], order: -1.5, o: { p: null, },\n}\n---\nThe words of the seventh post.",
    'posts/2023-08-01-run.md':
      '---js\n({ title: process.exit(1) })\n---\n# To be run\nThe words of the eighth post.',
    'posts/2023-09-01-coffee.md': '---coffee\ntitle: "x"\n---\nThe words of the ninth post.',
  })
  expect(articles).toEqual([
    ['Written in JavaScript', 'draft', '2023-01-23'],
    ['Written in JSON', 'draft', '2023-02-01'],
    ['Written in TOML', 'draft', '2023-03-01'],
    ['Written in YAML', 'published', '2023-04-01'],
    ['Written as usual', 'published', '2023-05-01'],
    ['Without braces', 'published', '2023-06-01'],
    ['An object', 'published', '2023-07-01'],
    ['To be run', 'draft', '2023-08-01'],
    ['coffee', 'draft', '2023-09-01'],
  ])
  expect(texts.every((text) => /^The words of the \w+ post\.$/.test(text))).toBe(true)
  expect(told).toEqual([
    'other-data: field order → left-out',
    'other-data: field o → left-out',
    'format: fields in a language that is not read → draft',
    'format: fields in a language that is not read → draft',
  ])
})

test.each([
  'draft: true',
  'draft: "true"',
  'isDraft: true',
  'published: false',
  'publish: false',
  'status: private',
  'status: In Review',
  'state: unlisted',
  'visibility: hidden',
  'private: true',
  'unlisted: true',
  'hidden: true',
  'headless: true',
  'permalink: false',
  'password: secret',
  'build: { render: never }',
  'expiryDate: 2024-01-01',
])('%s publishes nothing', async (field) => {
  const { articles } = await read({ 'a.md': `---\ntitle: A\ndate: 2023-05-01\n${field}\n---\nx` })
  expect(articles).toEqual([['A', 'draft', '2023-05-01']])
})

test.each([
  'status: published',
  'visibility: public',
  'draft: false',
  'hidden: false',
  'permalink: /a/',
  'expiryDate: 2199-01-01',
])('%s publishes', async (field) => {
  const { articles } = await read({ 'a.md': `---\ntitle: A\ndate: 2023-05-01\n${field}\n---\nx` })
  expect(articles).toEqual([['A', 'published', '2023-05-01']])
})

test('what is due later is scheduled', async () => {
  const { articles } = await read({
    'a.md': '---\ntitle: A\ndate: 2199-05-01\n---\nx',
    'b.md': '---\ntitle: B\ndate: 2023-05-01\npublishDate: 2199-05-01\n---\nx',
  })
  expect(articles).toEqual([
    ['A', 'scheduled', '2199-05-01'],
    ['B', 'scheduled', '2199-05-01'],
  ])
})

describe('suite-pages-that-are-no-articles', () => {
  test('the starter of Eleventy', async () => {
    expect(
      await read({
        'History.md': '## 2.5.1\n\n  * Update README',
        'content/404.md':
          '---\npermalink: 404.html\neleventyExcludeFromCollections: true\n---\n# Not here\n\nGo <a href="/">home</a>.',
        'content/about.md':
          '---\nlayout: layouts/home.njk\neleventyNavigation:\n  key: About us\n  order: 3\n---\n# About us\n\nWe write about ships.',
        'content/blog/first.md': '---\ntitle: A first post\ndate: 2018-05-01\n---\nShips are late.',
        'content/blog/someday.md': '---\ntitle: Someday\n---\nShips.',
        'content/blog/index.md': '---\ntitle: All posts\n---\n',
        'eleventy.config.js': '',
      }),
    ).toMatchObject({
      articles: [
        ['A first post', 'published', '2018-05-01'],
        ['Someday', 'draft', null],
      ],
      pages: ['About us'],
      told: [
        'page: History.md → left-out',
        'page: content/404.md → left-out',
        'page: content/about.md → draft',
        'other-data: field eleventynavigation → left-out',
        'date: no date → draft',
        'page: content/blog/index.md → left-out',
      ],
    })
  })

  test('Hugo: lists, archetypes and themes', async () => {
    expect(
      await read({
        'hugo.toml': '',
        'README.md': '# The site',
        'archetypes/default.md': '---\ntitle: "{{ .Name }}"\ndate: {{ .Date }}\n---\n',
        'themes/x/exampleSite/content/posts/lorem.md': '---\ntitle: Lorem\ndate: 2020-01-01\n---\nx',
        'content/_index.md': '# Home',
        'content/imprint.de.md': '---\ntitle: Impressum\n---\nx',
        'content/posts/a/index.md': '---\ntitle: A\ndate: 2020-01-01\n---\nx',
        'content/posts/2021/02/03/b.md': '---\ntitle: B\n---\nx',
      }),
    ).toMatchObject({
      articles: [
        ['A', 'published', '2020-01-01'],
        ['B', 'published', '2021-02-03'],
      ],
      pages: ['Impressum'],
      told: [
        'page: README.md → left-out',
        'page: archetypes/default.md → left-out',
        'page: themes/x/exampleSite/content/posts/lorem.md → left-out',
        'page: content/_index.md → left-out',
        'page: content/imprint.de.md → draft',
      ],
    })
  })

  test('notes without a date are drafts, whatever they are called', async () => {
    const { articles } = await read({ 'Notes/History.md': 'Ships', '2024-05-01.md': 'Today' })
    expect(articles).toEqual([
      ['History', 'draft', null],
      ['2024 05 01', 'published', '2024-05-01'],
    ])
  })
})

test('jekyll-html-posts: posts in HTML are read, and what nothing reads is named', async () => {
  const { articles, texts, told } = await read({
    '_config.yml': 'url: https://h.example',
    '_posts/2024-02-02-html.html':
      '---\nlayout: post\ntitle: An HTML post\n---\n<p>Hello <b>there</b>, <a href="{{ site.baseurl }}/2024/02/03/a-markdown-post.html">other</a>.</p>\n<pre><code>*not em* &lt;x&gt;</code></pre>\n{% highlight ruby %}\nputs "<b>"\n{% endhighlight %}',
    '_posts/2024-02-03-a-markdown-post.md': '---\ntitle: A Markdown post\n---\nHello',
    '_posts/2024-02-04-textile.textile': '---\ntitle: A Textile post\n---\nh2. Hello',
    'index.html': '---\nlayout: default\n---\n<ul></ul>',
    'plain.html': '<p>No fields</p>',
    '_layouts/default.html': '---\n---\n{{ content }}',
  })
  expect(articles).toEqual([
    ['An HTML post', 'published', '2024-02-02'],
    ['A Markdown post', 'published', '2024-02-03'],
  ])
  expect(texts[0]).toBe(
    'Hello **there**, [other](/2024/02/03/a-markdown-post.html).\n\n```\n*not em* <x>\n```\n\n```ruby\nputs "<b>"\n```',
  )
  expect(told).toEqual([
    'unreadable: _posts/2024-02-04-textile.textile → left-out',
    'page: index.html → left-out',
  ])
})

test('jekyll-raw-inline: what is raw is text, wherever it stands', async () => {
  const text =
    'Inline: {% raw %}{{ page.title }}{% endraw %} is a template tag.\n\nIn code: `{% raw %}{{ site.time }}{% endraw %}` here.\n\nHalf in code: {%- raw -%}`{{ a }}` and `{% if b %}`{% endraw %}.\n\n{% raw %}\n```liquid\n{% for x in y %}{{ x }}{% endfor %}\n```\n{% endraw %}\n\nNot raw: {{ page.title }}x {% raw %}'
  const { texts, told } = await read({
    '_config.yml': 'url: https://raw.example',
    '_posts/2024-02-01-raw.md': `---\ntitle: Raw\n---\n${text}`,
  })
  expect(texts[0]?.replace(/\n{3,}/g, '\n\n')).toBe(
    'Inline: {{ page.title }} is a template tag.\n\nIn code: `{{ site.time }}` here.\n\nHalf in code: `{{ a }}` and `{% if b %}`.\n\n```liquid\n{% for x in y %}{{ x }}{% endfor %}\n```\n\nNot raw: x',
  )
  expect(told).toEqual(['shortcode: {{ page.title }} → left-out'])
})

test('jekyll-html-posts: Hugo and Eleventy have such posts as well', async () => {
  const post = '---\ntitle: HTML\ndate: 2024-02-02\n---\n<p>Hello <b>there</b></p>'
  for (const files of [
    { 'hugo.toml': '', 'content/posts/a.html': post },
    { 'eleventy.config.js': '', 'posts/a.html': post, 'posts/b.njk': '---\ntitle: B\n---\nB' },
  ] as Record<string, string>[]) {
    const { articles, texts, told } = await read(files)
    expect([articles, texts]).toEqual([[['HTML', 'published', '2024-02-02']], ['Hello **there**']])
    expect(told).toEqual('posts/b.njk' in files ? ['unreadable: posts/b.njk → left-out'] : [])
  }
})

test('jekyll-raw-inline: code of Hexo, and what Nunjucks calls verbatim', async () => {
  const { texts } = await read({
    '_config.yml': '',
    '2024-02-01-a.md':
      '{% codeblock A title lang:js %}\nif (a) {\n  {% b %}\n}\n{% endcodeblock %}\n\n{% verbatim %}{{ x }}{% endverbatim %} and `{%- verbatim -%}{{ y }}{% endverbatim %}`',
  })
  expect(texts[0]).toBe('```js\nif (a) {\n  {% b %}\n}\n```\n\n\n{{ x }} and `{{ y }}`')
})

test('tags over several lines, and long ones, are tags', async () => {
  const long = 'A long caption. '.repeat(100)
  const { texts, told } = await read({
    'hugo.toml': '',
    'content/posts/2024-02-01-a.md': `One\n\n{{< figure\n  src="/a.png"\n  caption="${long}"\n>}}\n\n{{<\n  youtube abc\n>}}\n\n\`\`\`\n{{< figure\n  src="/b.png" >}}\n\`\`\`\n\n{{% unknown\n  a="1" %}}`,
  })
  expect(texts[0]).toBe(
    `One\n\n![](/a.png "${long.trim()}")\n\n<https://www.youtube.com/watch?v=abc>\n\n\`\`\`\n{{< figure\n  src="/b.png" >}}\n\`\`\``,
  )
  expect(told).toEqual([
    'shortcode: unknown → left-out',
    'embed: https://www.youtube.com/watch?v=abc → link',
    'picture: /a.png → ignored',
  ])
})

test('lists of definitions become terms in bold and their texts', async () => {
  const text = [
    '## Words\nHarbour\nPort\n: Where ships are,\n  at night.\n: A second meaning\n\n    with a paragraph.\n\n    - and a list',
    'Tide\n\n:   What comes and goes.\n\n        code\n\nAfter the list.',
    'Ratio\n:1 is none, and :smile: is none\n\n> Quote\n: none\n\n```\nTerm\n: code\n```',
  ].join('\n\n')
  const { texts } = await read({ 'content/posts/2024-02-01-a.md': text, 'hugo.toml': '' })
  expect(texts[0]).toBe(
    [
      '## Words\n**Harbour**\\\n**Port**\n\nWhere ships are,\nat night.\n\nA second meaning\n\n  with a paragraph.\n\n  - and a list',
      '**Tide**\n\nWhat comes and goes.\n\n    code\n\nAfter the list.',
      'Ratio\n:1 is none, and :smile: is none\n\n> Quote\n: none\n\n```\nTerm\n: code\n```',
    ].join('\n\n'),
  )
})

test('obsidian-block-ids: names of blocks are not shown', async () => {
  const { texts, told } = await read({
    '.obsidian/app.json': '{}',
    'Note.md':
      'A paragraph that others cite. ^abc\n\n- an item ^item-1\n\n> A quote\n\n^quote-1\n\nSee [[Other#^xyz|the other]] and 2^10 and x^2 and a ^ b.\n\n`x`^n and 10 ^2\n\n```\n^code\n```',
    'Other.md': 'Another paragraph. ^xyz',
  })
  expect(texts).toEqual([
    'A paragraph that others cite.\n\n- an item\n\n> A quote\n\n\n\nSee [the other](</Other.md>) and 2^10 and x^2 and a ^ b.\n\n`x`^n and 10 ^2\n\n```\n^code\n```',
    'Another paragraph.',
  ])
  expect(told.filter((note) => !note.startsWith('date'))).toEqual([])
})

test('wxr-podcast-enclosure: the sound that fields name', async () => {
  const { texts, told } = await read({
    '_config.yml': '',
    '_posts/2024-02-01-a.md': '---\naudio: /sound/ep_1.mp3\n---\nText',
    '_posts/2024-02-02-b.md': '---\nenclosure:\n  url: https://e.example/b.m4a?x=1\n---\nText',
    '_posts/2024-02-03-c.md': '---\naudio: https://e.example/c.mp3\n---\n[Hear](https://e.example/c.mp3)',
    '_posts/2024-02-04-d.md': '---\npodcast: true\n---\nText',
  })
  expect(texts).toEqual([
    'Text\n\n[ep\\_1\\.mp3](/sound/ep_1.mp3)',
    'Text\n\n[b\\.m4a](https://e.example/b.m4a?x=1)',
    '[Hear](https://e.example/c.mp3)',
    'Text',
  ])
  expect(told).toEqual(['media: /sound/ep_1.mp3 → link', 'media: https://e.example/b.m4a?x=1 → link'])
})

test('table-alignment: a table beside HTML keeps it', async () => {
  const { texts } = await read({
    '2024-02-01-post.md':
      '<div class="note">HTML makes this file take the other way.</div>\n\n| Item | Mid | Cost |\n|:-----|:---:|-----:|\n| a    |  b  | 5.00 |',
  })
  expect(texts[0]).toBe(
    'HTML makes this file take the other way.\n\n| Item | Mid | Cost |\n| :--- | :---: | ---: |\n| a | b | 5.00 |',
  )
})
