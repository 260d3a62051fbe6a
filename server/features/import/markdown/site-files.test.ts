import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { memorySource } from '#server/features/import/testing/memory-source.ts'
import { readAll } from '#server/features/import/testing/read-all.ts'

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
  expect(told).toEqual(['unreadable: .textile → left-out', 'page: index.html → left-out'])
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
