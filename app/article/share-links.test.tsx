import { parseHTML } from 'linkedom'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { ShareLinks } from './share-links.server.tsx'

const ARTICLE = {
  id: 'a1000000-0000-4000-8000-000000000000',
  slug: 'hafen',
  language: 'de',
  title: 'Häfen & 100 % <b>"mehr"</b> + ?',
  excerpt: 'Mehr.',
  category: 'news',
  updated_at: '2026-11-18T09:00:00Z',
} as const
const URL_OF_ARTICLE = 'https://site.test/article/hafen?lang=de'

function read(title: string = ARTICLE.title) {
  const html = renderToStaticMarkup(
    <ShareLinks
      article={{ ...ARTICLE, title }}
      siteUrl="https://site.test"
      t={translatorFor('fr')}
      language="fr"
      follow="/author/ada?lang=de"
    />,
  )
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  return [...document.querySelectorAll('a:not([href$="#follow"])')].map((link) => ({
    name: link.firstChild?.textContent ?? '',
    rel: link.getAttribute('rel'),
    url: new URL(link.getAttribute('href') ?? ''),
  }))
}

test('each link has the title and the address of the article as they are', () => {
  const [mail, ...networks] = read()
  expect(mail?.url.protocol).toBe('mailto:')
  expect(decodeURIComponent(mail?.url.href ?? '')).toBe(
    `mailto:?subject=${ARTICLE.title}&body=${URL_OF_ARTICLE}`,
  )
  expect(networks.map(({ name, url }) => [name, url.protocol, ...url.searchParams.values()])).toEqual([
    ['Bluesky', 'https:', `${ARTICLE.title} ${URL_OF_ARTICLE}`],
    ['LinkedIn', 'https:', URL_OF_ARTICLE],
    ['WhatsApp', 'https:', `${ARTICLE.title} ${URL_OF_ARTICLE}`],
    ['X', 'https:', ARTICLE.title, URL_OF_ARTICLE],
  ])
  for (const { rel } of networks) expect(rel).toBe('noopener noreferrer')
})

test.each(['\ud83d', 'a\r\nBcc: b@example.org', '\u202Eabc', '"><script>alert(1)</script>'])(
  'a title like %j breaks no link',
  (title) => {
    const links = read(title)
    expect(links).toHaveLength(5)
    expect(links[0]?.url.href).not.toMatch(/[\r\n]|%0[ad]|&bcc/i)
  },
)
