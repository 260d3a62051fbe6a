import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkJsonFeed } from '#core/feeds/testing/check-json-feed.ts'
import { checkRss } from '#core/feeds/testing/check-rss.ts'
import { childrenOf, parseXml } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'

// The rules of the W3C's validator (https://validator.w3.org/feed/, https://github.com/w3c/feedvalidator) for a feed whose address it is
// given, and those of WebSub for one with a hub.

const CONTENT = `Chips & <i>tables</i> </item> ]]>

[elsewhere](/about#how) and ![A harbour](/demo/harbour.webp)

| a | b |
| - | - |
| 1 | 2 |`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const original = await addArticle(
    app.service(),
    anArticle({
      title: 'Chips & <b>audits</b>',
      slug: 'chips',
      category: 'tech',
      content: CONTENT,
      hero_image: '/demo/harbour.webp',
    }),
  )
  await addArticle(app.service(), anArticle({ title: 'Second', slug: 'second' }))
  for (const language of LANGUAGE_CODES)
    if (language !== 'en') await addArticle(app.service(), aTranslation(original, language))
  const { sql } = app.database
  await sql`insert into public.article_corrections (article_id, text) select id, 'It was not <so>.' from public.articles`
  const content = `<h2 class="a">Chips</h2><p><a href="${app.url}/article/chips">Chips</a></p>`
  await addSentNewsletter(sql, {
    messages: Object.fromEntries(
      LANGUAGE_CODES.map((language) => [language, { subject: 'Chips & <b>', content }]),
    ),
  })
})
afterAll(() => app.stop())

const pathsOf = (language: Language): string[] => [
  `/feeds/${language}.xml`,
  `/feeds/${language}/tech.xml`,
  `/feeds/${language}/author/mara-lindqvist.xml`,
  `/feeds/${language}/newsletter.xml`,
  `/feeds/${language}.json`,
  `/feeds/${language}/tech.json`,
  `/feeds/${language}/author/mara-lindqvist.json`,
]

describe.each(LANGUAGE_CODES)('in the language %s', (language) => {
  test.each(pathsOf(language))('%s keeps the rules', async (path) => {
    const address = app.url + path
    const hub = `${app.url}/websub`
    const response = await fetch(`${address}?from=somewhere`)
    const source = await response.text()
    expect(response.headers.get('link')).toBe(`<${hub}>; rel="hub", <${address}>; rel="self"`)
    expect(source.charCodeAt(0)).not.toBe(0xfeff)
    if (path.endsWith('.json')) {
      expect(response.headers.get('content-type')).toBe('application/feed+json')
      expect(checkJsonFeed(source)).toEqual([])
      const feed = JSON.parse(source)
      expect([feed.feed_url, feed.hubs, feed.language]).toEqual([
        address,
        [{ type: 'WebSub', url: hub }],
        language,
      ])
      expect(feed.items.length).toBeGreaterThan(0)
      return
    }
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(source).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/)
    expect(checkRss(source)).toEqual([])
    const [channel = expect.fail()] = parseXml(source).children
    expect(
      childrenOf(channel, 'link', 'http://www.w3.org/2005/Atom').map(({ attributes }) => attributes),
    ).toEqual([
      { rel: 'self', type: 'application/rss+xml', href: address },
      { rel: 'hub', href: hub },
    ])
    expect(childrenOf(channel, 'item').length).toBeGreaterThan(0)
  })
})
