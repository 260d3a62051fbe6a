import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { MetaTags } from '#app/document/meta-tags.tsx'

const write = (...descriptors: MetaDescriptor[]) =>
  renderToStaticMarkup(createElement(MetaTags, { descriptors }))

test('a head has what its page describes, in that order', () => {
  expect(
    write(
      { title: 'Tom & <b>Ada</b>' },
      { name: 'description', content: '"quoted"' },
      { tagName: 'link', rel: 'alternate', hrefLang: 'de', href: 'https://paper.example/?lang=de' },
      { property: 'og:title', content: 'x' },
    ),
  ).toBe(
    '<title>Tom &amp; &lt;b&gt;Ada&lt;/b&gt;</title><meta name="description" content="&quot;quoted&quot;"/>' +
      '<link rel="alternate" hrefLang="de" href="https://paper.example/?lang=de"/><meta property="og:title" content="x"/>',
  )
})

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  'A line \u2028 and a \u2029 paragraph',
  '&lt;',
])('structured data with %j ends no script, and says the same', (name) => {
  const html = write({ 'script:ld+json': { name } })
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(html) ?? []
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ name })
})
