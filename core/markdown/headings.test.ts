import { expect, test } from 'vitest'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { renderArticle, renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

const WORDS = { newTab: '(new tab)', sectionLink: 'Link to this section', copyCode: 'Copy code' }
const headingsOf = (markdown: string) => renderArticle(markdown, WORDS).headings
const idsOf = (markdown: string) =>
  [...renderArticle(markdown, WORDS).html.matchAll(/<h\d(?: dir="auto")? id="([^"]*)"/g)].map(([, id]) => id)

test('a heading has a link to itself after it, which is no part of it', () => {
  expect(renderArticle('## The *harbour*', WORDS).html).toBe(
    '<div data-heading=""><h2 id="h-the-harbour">The <em>harbour</em></h2>' +
      '<a href="#h-the-harbour" aria-label="Link to this section"></a></div>',
  )
})

test.each([
  ['## What is `new` in 2026?', 'h-what-is-new-in-2026'],
  ['## Größe & Maß', 'h-größe-maß'],
  ['## مرفأ بيروت', 'h-مرفأ-بيروت'],
  ['## 港の 監査', 'h-港の-監査'],
  ['## हिन्दी', 'h-हिन्दी'],
  ['## Café', 'h-café'],
  ['## A [link](/b) and ![a picture](/c)', 'h-a-link-and-a-picture'],
  ['## <b onclick="x">Bold</b>', 'h-bold'],
  ['## 🤖', 'h-section'],
  ['##', 'h-section'],
  ['## "><script>alert(1)</script>', 'h-alert-1'],
  ['## a\u0000b\u202Ec', 'h-a-b-c'],
  ['## __proto__', 'h-proto'],
])('%j has the id %s', (markdown, id) => {
  expect(idsOf(markdown)).toEqual([id])
})

test('ids are different where headings are the same, and stay what they are when a heading is added after them', () => {
  expect(idsOf('## A\n\n## A\n\n## A 2\n\n## a')).toEqual(['h-a', 'h-a-2', 'h-a-2-2', 'h-a-3'])
  expect(idsOf('## A\n\n## A\n\n## B').slice(0, 2)).toEqual(idsOf('## A\n\n## A'))
})

test('a heading of any length has a short id, made of whole words', () => {
  expect(idsOf(`## ${'word '.repeat(2_000)}`)).toEqual([`h-${'word-'.repeat(11)}word`])
  const [id = ''] = idsOf(`## ${'🤖漢'.repeat(10_000)}`)
  expect(id.length).toBeLessThan(100)
  expect(idsOf(`## ${'漢'.repeat(10_000)}`)).toEqual([`h-${'漢'.repeat(60)}`])
  expect(headingsOf(`## ${'漢'.repeat(10_000)}`)[0]?.text).toBe(`${'漢'.repeat(200)}…`)
})

test('no id is one that the page could have', () => {
  for (const id of idsOf(
    '## content\n\n## report\n\n## corrections\n\n## __reactRouterContext\n\n## location',
  ))
    expect(id).toMatch(/^h-/)
})

test('links of the text lead to a heading by its words', () => {
  const { html } = renderArticle(
    '## Größe\n\n[a](#größe) [b](#Gr%C3%B6%C3%9Fe) [c](#h-größe) [d](#nowhere) [e](#%)',
    WORDS,
  )
  expect([...html.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href)).toEqual([
    '#h-größe',
    '#h-größe',
    '#h-gr%C3%B6%C3%9Fe',
    '#nowhere',
    '#%25',
  ])
})

test('the headings of an article are those in no quote and no list, with their text', () => {
  expect(headingsOf('# One `two`\n\n> ## Quoted\n\n- ## Listed\n\n## Three  &amp; four\n\n##')).toEqual([
    { id: 'h-one-two', text: 'One two', level: 2 },
    { id: 'h-three-four', text: 'Three & four', level: 3 },
  ])
})

test('very many headings take no longer than their number, and only the first thousand have ids', () => {
  expect(idsOf('## a\n\n'.repeat(20_000))).toHaveLength(1_000)
  expect(idsOf(Array.from({ length: 500 }, (_, n) => `## a ${n}\n\n## a\n\n`).join(''))).toHaveLength(1_000)
})

test('previews and feeds have no ids, no links to headings and no buttons, and feeds no colours', () => {
  const markdown = '## A heading\n\n```ts\nconst a = 1\n```'
  const preview = renderMarkdownBlocks(markdown)
    .map(({ html }) => html)
    .join('')
  expect(preview).toMatch(/^<h2>A heading<\/h2>\n<div data-code=""><span>TypeScript<\/span><pre /)
  expect(preview).toContain('<span class="tok-keyword">const</span>')
  expect(preview).not.toMatch(/ id=|<button|<a /)
  expect(feedHtml(markdown, 'https://site.test/article/a')).toBe(
    '<h2>A heading</h2>\n<pre><code class="language-ts">const a = 1\n</code></pre>',
  )
})
