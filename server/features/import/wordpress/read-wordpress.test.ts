import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { expectedTexts, memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'

const FOLDER = join(import.meta.dirname, 'testing')
const EXPORT = readFileSync(join(FOLDER, 'export.xml'), 'utf8')
const EXPECTED = expectedTexts(readFileSync(join(FOLDER, 'expected.md'), 'utf8'))
const { articles, told, items, notes } = await readAll(readWordpress, memorySource(EXPORT))
const byId = (id: number) => articles.find(({ sourceId }) => sourceId === `wordpress:${id}`)

test('the export has every block and shortcode, and all of it is read', () => {
  expect(articles.length).toBeGreaterThan(40)
  expect(articles).toHaveLength(EXPECTED.length)
})

test.each(EXPECTED.map(([slug, markdown], index) => [slug, index, markdown] as const))(
  'the text of %s (%i)',
  (_slug, index, markdown) => {
    expect(articles[index]?.markdown).toBe(markdown)
  },
)

test('what cannot be kept is named', () => {
  expect(told).toMatchInlineSnapshot(`
    [
      "format: mark → text",
      "gallery: 2 pictures → pictures",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://twitter.com/a/status/1 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/talk.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/boat.mp4 → link",
      "format: script → left-out",
      "format: style → left-out",
      "embed: https://vimeo.com/76979871 → link",
      "block: latest-posts → left-out",
      "block: archives → left-out",
      "block: categories → left-out",
      "block: calendar → left-out",
      "block: tag-cloud → left-out",
      "block: rss → left-out",
      "block: search → left-out",
      "block: page-list → left-out",
      "block: latest-comments → left-out",
      "block: loginout → left-out",
      "block: site-title → left-out",
      "block: post-title → left-out",
      "block: query-pagination → left-out",
      "block: social-link → left-out",
      "block: jetpack/contact-form → left-out",
      "block: shared block 951 → left-out",
      "gallery: 2 pictures → pictures",
      "gallery: 2 pictures → pictures",
      "picture: attachment 999 → left-out",
      "gallery: 1 pictures → pictures",
      "media: https://harbour.example/wp-content/uploads/2024/05/a.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/v.mp4 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/b.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/song.mp3 → link",
      "embed: https://vimeo.com/1 → link",
      "embed: https://www.youtube.com/watch?v=x → link",
      "embed: https://vimeo.com/12345 → link",
      "form: [contact-form-7] → left-out",
      "form: [contact-form] → left-out",
      "shortcode: [vc_row] → text",
      "shortcode: [vc_column] → text",
      "shortcode: [vc_column_text] → text",
      "shortcode: [su_spacer] → left-out",
      "picture: x → left-out",
      "link: javascript:alert(1) → text",
      "format: svg → left-out",
      "other-data: taxonomy post_format → left-out",
      "password: protected by a password → draft",
      "members-only: private → draft",
      "page: trash → left-out",
      "date: 2024-02-31 10:00:00 → replaced",
      "page: page → draft",
      "other-data: nav_menu_item → left-out",
      "other-data: product → left-out",
      "unreadable: id abc → left-out",
      "duplicate: 101 → left-out",
      "translation: another language of it is not in the export → original",
      "translation: another language of it is not in the export → original",
      "block: avatar → left-out",
      "block: comment-author-name → left-out",
      "block: comment-content → left-out",
      "block: comment-date → left-out",
      "block: comment-edit-link → left-out",
      "block: comment-reply-link → left-out",
      "block: comments-pagination-next → left-out",
      "block: comments-pagination-numbers → left-out",
      "block: comments-pagination-previous → left-out",
      "block: comments-title → left-out",
      "block: home-link → left-out",
      "block: legacy-widget → left-out",
      "block: navigation-link → left-out",
      "block: page-list-item → left-out",
      "block: post-author → left-out",
      "block: post-author-biography → left-out",
      "block: post-author-name → left-out",
      "block: post-comments-count → left-out",
      "block: post-comments-form → left-out",
      "block: post-comments-link → left-out",
      "block: post-content → left-out",
      "block: post-date → left-out",
      "block: post-excerpt → left-out",
      "block: post-featured-image → left-out",
      "block: post-navigation-link → left-out",
      "block: post-terms → left-out",
      "block: post-time-to-read → left-out",
      "block: query-pagination-next → left-out",
      "block: query-pagination-numbers → left-out",
      "block: query-pagination-previous → left-out",
      "block: query-title → left-out",
      "block: query-total → left-out",
      "block: read-more → left-out",
      "block: site-logo → left-out",
      "block: site-tagline → left-out",
      "block: template-part → left-out",
      "block: term-description → left-out",
      "block: post-title → left-out",
      "block: comments-title → left-out",
      "block: comment-content → left-out",
      "block: comments-pagination-next → left-out",
      "block: navigation-link → left-out",
      "block: social-link → left-out",
      "link: a place in the text → text",
      "media: https://harbour.example/wp-content/uploads/2024/05/boat.mp4 → link",
      "format: math → left-out",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://twitter.com/a/status/1 → link",
      "table: cells that span columns → text",
      "gallery: 2 pictures → pictures",
      "format: mark → text",
      "format: bdo → text",
      "link: a place in the text → text",
    ]
  `)
})

test('notes say where', () => {
  expect(notes.find(({ kind }) => kind === 'password')?.place).toEqual({
    file: 'export',
    title: 'Locked',
    sourceId: expect.stringMatching(/^wordpress:\d+$/),
  })
})

test('an article has its people, subjects, pictures and addresses', () => {
  expect(byId(880)).toMatchObject({
    title: 'Everything',
    language: 'en',
    excerpt: 'What search engines show',
    featured: true,
    authors: ['wordpress:author:__proto__'],
    categories: ['wordpress:category:ports', 'wordpress:category:news'],
    tags: ['wordpress:tag:__proto__'],
    hero: {
      address: 'https://harbour.example/wp-content/uploads/2024/05/harbour.jpg',
      alt: 'A harbour',
      caption: 'The harbour at night',
    },
    social: { title: 'Shared title', description: '', image: '' },
    publishDate: '2024-05-01T10:00:00.000Z',
    updatedDate: '2024-06-01T08:30:00.000Z',
    oldAddresses: ['/2024/05/everything/', '/?p=880', '/2024/05/everything-before/'],
  })
  expect(items).toContainEqual({
    kind: 'term',
    sourceId: 'wordpress:category:ports',
    taxonomy: 'category',
    name: 'Ports',
    slug: 'ports',
    parent: 'wordpress:category:news',
  })
  expect(items).toContainEqual({
    kind: 'author',
    sourceId: 'wordpress:author:mara',
    name: 'Mara Lind',
    slug: 'mara',
  })
  expect(items.filter(({ kind }) => kind === 'picture')).toHaveLength(5)
})

test.each([
  [881, 'scheduled', '2031-01-01T10:00:00.000Z'],
  [882, 'draft', '2024-05-01T10:00:00.000Z'],
])('article %i is %s', (id, status, publishDate) => {
  expect(byId(id)).toMatchObject({ status, publishDate })
})

test.each(['locked', 'internal', 'pending'])('%s is a draft', (slug) => {
  expect(articles.find((article) => article.slug === slug)?.status).toBe('draft')
})

test('slugs of other scripts are readable', () => {
  expect(articles.map(({ slug }) => slug)).toContain('港')
})

test.each([
  [601, 'en', null],
  [600, 'de', 'wordpress:601'],
  [602, 'pt', 'wordpress:601'],
  [603, 'de', null],
  [604, 'de', null],
  [610, 'fr', null],
  [611, 'it', 'wordpress:610'],
])('article %i is in %s and a translation of %s', (id, language, translationOf) => {
  expect(byId(id)).toMatchObject({ language, translationOf })
})

async function readPosts(...posts: string[]) {
  const items = posts.map(
    (post, n) =>
      `<item><title>${n}</title><wp:post_id>${n + 1}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2024-05-01 08:00:00</wp:post_date_gmt>${post}</item>`,
  )
  const { articles, told } = await readAll(
    readWordpress,
    memorySource(
      `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`,
    ),
  )
  return { texts: articles.map(({ markdown }) => markdown), told }
}

test('wxr-podcast-enclosure: the sound of an episode, once', async () => {
  const enclosure = (address: string, more = '') =>
    `<wp:postmeta><wp:meta_key><![CDATA[enclosure]]></wp:meta_key><wp:meta_value><![CDATA[${address}\n21169426\naudio/mpeg\n${more}]]></wp:meta_value></wp:postmeta>`
  const { texts, told } = await readPosts(
    `<content:encoded><![CDATA[<!-- wp:paragraph -->\n<p>What we talk about.</p>\n<!-- /wp:paragraph -->]]></content:encoded>${enclosure('https://media.pod.example/ep-7.mp3', 'a:1:{s:8:"duration";s:8:"00:29:24";}')}${enclosure('https://media.pod.example/ep-7.mp3')}`,
    `<content:encoded><![CDATA[<p>Heard here: [audio src="https://media.pod.example/ep-8.mp3"]</p>]]></content:encoded>${enclosure('https://media.pod.example/ep-8.mp3')}`,
  )
  expect(texts).toEqual([
    'What we talk about.\n\n[ep-7.mp3](https://media.pod.example/ep-7.mp3)',
    'Heard here:\n\n[ep-8.mp3](https://media.pod.example/ep-8.mp3)',
  ])
  expect(told).toEqual([
    'media: https://media.pod.example/ep-7.mp3 → link',
    'media: https://media.pod.example/ep-8.mp3 → link',
  ])
})

test('shortcodes are as long as page builders write them, and have HTML in quotation marks', async () => {
  const { texts, told } = await readPosts(
    `<content:encoded><![CDATA[[et_pb_section css="${'x'.repeat(20_000)}"]Words[/et_pb_section]]]></content:encoded>`,
    '<content:encoded><![CDATA[[box title="<b>A</b> 5 > 3" size=2]Text[/box] [a "b"c]]]></content:encoded>',
  )
  expect(texts).toEqual(['Words', 'Text [a "b"c]'])
  expect(told).toEqual(['shortcode: [et_pb_section] → text', 'shortcode: [box] → text'])
})

test('what plugins and readers have written beside the articles is named with its number', async () => {
  const comment = '<wp:comment><wp:comment_content>First!</wp:comment_content></wp:comment>'
  const meta = (key: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>`
  const item = (id: number, type: string, more: string) =>
    `<item><title>Item ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt>${more}</item>`
  const items = [
    item(1, 'post', comment.repeat(3)),
    item(2, 'post', comment + meta('rating') + meta('_edit_last') + meta('footnotes')),
    item(3, 'post', `${meta('rating')}<category domain="series" nicename="a">A</category>`),
    item(4, 'nav_menu_item', ''),
    item(5, 'wp_block', ''),
  ]
  const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`
  const { report, things } = collectNotes()
  for await (const _ of readWordpress(memorySource(xml), report));
  expect(things.of('other-data').map(({ what, count, place }) => [what, count, place])).toEqual([
    ['comments of readers', 4, 'Item 1'],
    ['field rating', 2, 'Item 2'],
    ['taxonomy series', 1, 'Item 3'],
    ['nav_menu_item', 1, 'Item 4'],
  ])
})
