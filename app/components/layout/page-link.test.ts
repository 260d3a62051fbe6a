import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Link, StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PageLink } from '#app/components/layout/page-link.tsx'

test.each([
  '/',
  '/?lang=de',
  '/#newsletter',
  '/?lang=de#newsletter',
  '/news?lang=pt&page=2',
  '/article/4-days_in-Lisbon?lang=pt',
  '/search?q=caf%C3%A9+%26&lang=fr',
  '/news/',
  '/news?',
  '/news#',
  '/one//two',
  '/one/../two/./three',
  '//elsewhere.example/news',
  'news',
  '?page=2',
  '',
])("on the server a link to %j has the same HTML as React Router's own link", (to) => {
  const props = { to, className: 'a', replace: true, onClick: () => {}, lang: 'de', children: 'Words' }
  const render = (link: React.ReactElement) =>
    renderToStaticMarkup(createElement(StaticRouter, { location: '/here/now?x=1' }, link))
  const expected = render(createElement(Link, { prefetch: 'intent', preventScrollReset: true, ...props }))
  expect(render(createElement(PageLink, { prefetch: 'intent', preventScrollReset: true, ...props }))).toBe(
    expected,
  )
})
