import { describe, expect, test } from 'vitest'
import { readSubstack } from '#server/features/import/substack/read-substack.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const HEADER =
  'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url'
const ROWS = [
  '101.the-harbour,2024-05-01T10:00:00.000Z,true,2024-05-01T10:01:00.000Z,,newsletter,everyone,"The harbour, today","What ""happened""",',
  '102.for-subscribers,2024-05-02T10:00:00.000Z,true,,,newsletter,only_paid,For subscribers,,',
  '103.a-talk,2024-05-03T10:00:00.000Z,true,,,podcast,everyone,A talk,,https://api.substack.com/feed/podcast/103/a1.mp3',
  '104.a-draft,,false,,,newsletter,everyone,A draft,,',
  '105.about,2024-05-03T10:00:00.000Z,true,,,page,everyone,About,,',
  '106.lost,2024-05-03T10:00:00.000Z,true,,,newsletter,everyone,Lost,,',
  '107.later,2031-01-01T10:00:00.000Z,true,,,newsletter,everyone,Later,,',
  '108.odd,2024-02-31,true,,,newsletter,everyone,Odd date,,',
  '101.the-harbour,2024-05-01T10:00:00.000Z,true,,,newsletter,everyone,Again,,',
  ',2024-05-01T10:00:00.000Z,true,,,newsletter,everyone,No id,,',
]
const POST = `<p>First <strong>words</strong><a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a>.</p>
<h2 class="header-anchor-post">Head<div class="pencraft header-anchor-parent"><button>link</button></div></h2>
<div class="subscription-widget-wrap-editor" data-attrs="{}"><div class="subscription-widget show-subscribe"><div class="preamble"><p>Thanks for reading!</p></div><form class="subscription-widget-subscribe"><input type="email"></form></div></div>
<div class="captioned-image-container"><figure><a class="image-link image2" target="_blank" href="https://substackcdn.com/image/fetch/x/a.jpg"><div class="image2-inset"><picture><source type="image/webp" srcset="https://substackcdn.com/image/fetch/w_424/a.jpg 424w"><img src="https://substack-post-media.s3.amazonaws.com/public/images/a.jpg" alt="A harbour" data-attrs="{}"></picture><div class="image-link-expand"><svg></svg></div></div></a><figcaption class="image-caption">At night</figcaption></figure></div>
<div class="youtube-wrap" data-attrs="{}" data-component-name="Youtube2ToDOM"><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/abc?rel=0&amp;autoplay=0" frameborder="0"></iframe></div></div>
<div class="pullquote"><p>Pulled</p></div>
<p>By <span class="mention-wrap" data-attrs="{&quot;name&quot;:&quot;Mara Lind&quot;,&quot;id&quot;:1}"></span>!</p>
<div class="digest-post-embed" data-attrs="{&quot;title&quot;:&quot;The other one&quot;,&quot;canonical_url&quot;:&quot;https://x.substack.com/p/other&quot;}"></div>
<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/a/status/1&quot;,&quot;full_text&quot;:&quot;x&quot;}" data-component-name="Twitter2ToDOM"><div class="tweet-text">x</div></div>
<p class="button-wrapper" data-attrs="{&quot;url&quot;:&quot;https://x.substack.com/p/a?utm_source=substack&amp;action=share&quot;,&quot;text&quot;:&quot;Share&quot;}"><a class="button primary" href="https://x.substack.com/p/a?action=share"><span>Share</span></a></p>
<p class="button-wrapper" data-attrs="{&quot;url&quot;:&quot;https://shop.example&quot;,&quot;text&quot;:&quot;Buy&quot;}"><a class="button primary" href="https://shop.example"><span>Buy</span></a></p>
<div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false" target="_self">1</a><div class="footnote-content"><p>The note.</p></div></div>`
const FILES = {
  'posts.csv': [HEADER, ...ROWS].join('\n'),
  'email_list.x.csv': 'email\na@b.example',
  'posts/101.the-harbour.html': POST,
  'posts/101.the-harbour.opens.csv': 'x',
  'posts/102.for-subscribers.html':
    '<p>Free</p><div class="paywall-jump" data-component-name="PaywallToDOM"></div><p>Paid</p>',
  'posts/103.a-talk.html': '<p>Listen</p>',
  'posts/104.a-draft.html': '<p>Not yet</p>',
  'posts/105.about.html': '<p>Who we are</p>',
  'posts/107.later.html': '<p>Soon</p>',
  'posts/108.odd.html': Buffer.from([0x3c, 0x70, 0x3e, 0x61, 0xff]),
  'posts/999.stray.html': '<p>x</p>',
}

test('an export is read, with its widgets removed', async () => {
  const { articles, told, items } = await readAll(readSubstack, memorySource(FILES))
  expect(articles[0]).toMatchObject({
    sourceId: 'substack:101',
    slug: 'the-harbour',
    title: 'The harbour, today',
    subtitle: 'What "happened"',
    status: 'published',
    publishDate: '2024-05-01T10:00:00.000Z',
    oldAddresses: ['/p/the-harbour'],
    markdown: [
      'First **words**[^1].',
      '## Head',
      '![A harbour](https://substack-post-media.s3.amazonaws.com/public/images/a.jpg "At night")',
      '<https://www.youtube.com/watch?v=abc>',
      '> Pulled',
      'By Mara Lind!',
      '[The other one](https://x.substack.com/p/other)',
      '<https://twitter.com/a/status/1>',
      '[Buy](https://shop.example)',
      '[^1]: The note.',
    ].join('\n\n'),
  })
  expect(articles.map(({ slug, status }) => `${slug}: ${status}`)).toEqual([
    'the-harbour: published',
    'for-subscribers: draft',
    'a-talk: published',
    'a-draft: draft',
    'later: scheduled',
    'odd: draft',
  ])
  expect(items).toContainEqual({
    kind: 'page',
    sourceId: 'substack:105',
    language: null,
    translationOf: null,
    slug: 'about',
    title: 'About',
    description: '',
    markdown: 'Who we are',
    oldAddresses: ['/p/about'],
  })
  expect(articles[2]?.markdown).toBe('[a1.mp3](https://api.substack.com/feed/podcast/103/a1.mp3)\n\nListen')
  expect(told).toEqual([
    'form: subscription → left-out',
    'embed: https://www.youtube.com/watch?v=abc → link',
    'embed: https://x.substack.com/p/other → link',
    'embed: https://twitter.com/a/status/1 → link',
    'block: button-wrapper → left-out',
    'members-only: only_paid → draft',
    'members-only: paywall → left-out',
    'media: https://api.substack.com/feed/podcast/103/a1.mp3 → link',
    'page: 105.about → draft',
    'unreadable: posts/106.lost.html is missing → left-out',
    'encoding: bytes that are no text → replaced',
    'date: 2024-02-31 → draft',
    'duplicate: 101.the-harbour → left-out',
    'unreadable: line 11 has no post_id → left-out',
    'incomplete: posts/999.stray.html is not in it → left-out',
  ])
})

describe('bad exports', () => {
  test('without posts.csv: one sentence', async () => {
    await expect(readAll(readSubstack, memorySource({ 'a.html': 'x' }))).rejects.toThrow(
      'folder has no posts.csv',
    )
  })

  test('a table that breaks is read as far as it goes', async () => {
    const csv = `${HEADER}\n${ROWS[3]}\n105.x,"${'x'.repeat(400_000)}\n${ROWS[0]}`
    const { articles, told } = await readAll(
      readSubstack,
      memorySource({ ...FILES, 'posts.csv': csv }, 50_000),
    )
    expect(articles.map(({ slug }) => slug)).toEqual(['a-draft'])
    expect(told).toContain('incomplete: posts.csv breaks after row 1 → left-out')
  })

  test('a column named __proto__ is a column', async () => {
    const csv = '__proto__,post_id,is_published,title\nx,104.a-draft,false,T\n'
    const { articles } = await readAll(readSubstack, memorySource({ ...FILES, 'posts.csv': csv }))
    expect(articles.map(({ title }) => title)).toEqual(['T'])
  })
})
