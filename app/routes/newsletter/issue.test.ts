import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { checkRss } from '#core/feeds/testing/check-rss.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'
import { breadcrumbList, newsletterArchive } from '../../../tests/support/structured-data.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.newsletter_issues`
  await app.database.sql`delete from public.articles`
})

const ISSUE = '/newsletter/issues/2026-11-15'

async function open(path: string) {
  const response = await app.fresh(path)
  return { status: response.status, document: parseHTML(await response.text()).document }
}

const attributeOf = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)

const structuredDataOf = (document: Document) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent ?? ''),
  )

describe('the web version of an issue', () => {
  test('names the sections of its stories in their colours, in both themes', async () => {
    const picture = `${app.url}/images/jpeg/small/demo/a.webp.jpg?v=1`
    await addSentNewsletter(app.database.sql, {
      messages: {
        en: {
          content: `<p data-section="tech"><a href="${app.url}/article/x"><img src="${picture}" alt="A" width="132" height="88" /></a>Technology</p><h3>One</h3>`,
        },
      },
    })
    const { document } = await open(ISSUE)
    const mark = document.querySelector('.newsletter [data-section=tech]')
    expect(mark?.getAttribute('style')).toBe('--color-accent:light-dark(#08734a,#55cb94)')
    expect(mark?.querySelector('img')?.getAttribute('src')).toBe(picture)
    expect(mark?.textContent).toBe('Technology')
    expect(document.querySelector('.newsletter style')?.textContent).toContain('.newsletter [data-section]')
  })

  test('has what was sent, in the language of the reader', async () => {
    await addSentNewsletter(app.database.sql, {
      messages: {
        en: { subject: 'Audits', content: '<h2>Top stories</h2><p>One.</p>' },
        de: { subject: 'Prüfungen', content: '<p>Eins.</p>' },
      },
    })
    const { status, document } = await open(`${ISSUE}?lang=de`)
    expect(status).toBe(200)
    expect(document.querySelector('h1')?.textContent).toBe('Prüfungen')
    expect(document.querySelector('.newsletter')?.innerHTML).toBe('<p>Eins.</p>')
    expect(attributeOf(document, 'link[rel=canonical]', 'href')).toBe(`${app.url}${ISSUE}?lang=de`)
    const versions = [...document.querySelectorAll('link[rel=alternate]')].flatMap(
      (link) => link.getAttribute('hrefLang') ?? [],
    )
    expect(versions).toEqual(['en', 'de', 'x-default'])
    expect(document.querySelector('meta[name=robots]')).toBeNull()
    const [article] = structuredDataOf(document)
    expect(article).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Prüfungen',
      inLanguage: 'de',
      datePublished: '2026-11-15T08:00:00.000Z',
      workTranslation: [{ inLanguage: 'en', url: app.url + ISSUE }],
    })
  })

  test('is the English one, and says so, where there is none in the language', async () => {
    await addSentNewsletter(app.database.sql, { messages: { en: { subject: 'Audits' } } })
    const { document } = await open(`${ISSUE}?lang=fr`)
    expect(document.querySelector('h1')?.getAttribute('lang')).toBe('en')
    expect(document.querySelector('.newsletter')?.getAttribute('lang')).toBe('en')
    expect(document.querySelector('article')?.textContent).toContain('vous le lisez en anglais')
    expect(attributeOf(document, 'meta[name=robots]', 'content')).toBe('noindex')
    expect(attributeOf(document, 'link[rel=canonical]', 'href')).toBe(app.url + ISSUE)
  })

  test('is not there before the sending begins, and appears when it does', async () => {
    const id = await addSentNewsletter(app.database.sql, { startedAt: null, messages: { en: {} } })
    expect((await open(ISSUE)).status).toBe(404)
    expect((await open('/newsletter/issues')).document.querySelectorAll('main li h2')).toHaveLength(0)
    expect((await fetch(`${app.url}/newsletter/issues`)).status).toBe(200)
    await app.database
      .sql`update public.newsletter_issues set audience = 1, status = 'sending' where id = ${id}`
    expect((await open(ISSUE)).status).toBe(200)
    await expect
      .poll(async () =>
        (await (await fetch(`${app.url}/newsletter/issues`)).text()).includes('Issue 2026-11-15'),
      )
      .toBe(true)
  })

  test.each([
    '/newsletter/issues/nothing',
    '/newsletter/issues/2020-01-01',
    "/newsletter/issues/2026-11-15'--",
  ])('%s does not exist', async (path) => {
    expect((await open(path)).status).toBe(404)
  })

  test('has no link of a subscriber and no data about recipients', async () => {
    await addSentNewsletter(app.database.sql, {
      messages: { en: { html: '<a href="\uFDD0unsubscribe\uFDD1">x</a>', content: '<p>Only this.</p>' } },
    })
    const text = await (await app.fresh(ISSUE)).text()
    expect(text).not.toMatch(/unsubscribe\?token|preferences\?token|[\uFDD0-\uFDEF]/)
    const { data } = await app
      .anonymous()
      .rpc('find_published_newsletter', { p_slug: '2026-11-15', p_language: 'en' })
    expect(Object.keys(data?.[0] ?? {})).toEqual(
      'slug language subject preheader content started_at languages'.split(' '),
    )
    for (const table of ['newsletter_issues', 'newsletter_messages', 'newsletter_deliveries'] as const) {
      expect((await app.anonymous().from(table).select('*')).error?.code).toBe('42501')
    }
  })

  test('leads to where an article has moved, and never to an unpublished article', async () => {
    const service = app.service()
    const harbour = await addArticle(service, anArticle(PIECES.harbour))
    const planning = await addArticle(service, anArticle(PIECES.planning))
    const link = (slug: string) => `<p><a href="${app.url}/article/${slug}">Words</a></p>`
    await addSentNewsletter(app.database.sql, {
      messages: { en: { content: link(harbour.slug) + link(planning.slug) + link('never-was') } },
    })
    await fetch(app.url + ISSUE)
    await service.from('articles').update({ slug: 'harbour-moved' }).eq('id', harbour.id).throwOnError()
    await service.from('articles').update({ published: false }).eq('id', planning.id).throwOnError()
    await expect
      .poll(
        async () =>
          parseHTML(await (await fetch(app.url + ISSUE)).text()).document.querySelector('.newsletter')
            ?.innerHTML,
      )
      .toBe(
        link('harbour-moved') +
          '<p>Words <em>(no longer available)</em></p><p>Words <em>(no longer available)</em></p>',
      )
  })

  test('says what was corrected since, with the link to the article', async () => {
    const harbour = await addArticle(app.service(), anArticle(PIECES.harbour))
    const german = await addArticle(app.service(), aTranslation(harbour, 'de'))
    await addSentNewsletter(app.database.sql, {
      messages: {
        en: { content: `<p><a href="${app.url}/article/${harbour.slug}">One</a></p>` },
        de: { content: `<p><a href="${app.url}/article/${german.slug}?lang=de">Eins</a></p>` },
      },
    })
    await app.database.sql`
      insert into public.article_corrections (article_id, corrected_at, text) values (${harbour.id}, '2026-11-01', 'Before.')`
    expect((await open(ISSUE)).document.querySelector('#corrected')).toBeNull()
    await fetch(app.url + ISSUE)
    await addCorrection(await app.administrator(), { articleId: harbour.id, text: 'Six, <b>not</b> five.' })
    await expect
      .poll(async () =>
        (await (await fetch(app.url + ISSUE)).text()).includes('Six, &lt;b&gt;not&lt;/b&gt; five.'),
      )
      .toBe(true)
    const english = (await open(ISSUE)).document.querySelector('section[aria-labelledby=corrected]')
    expect(english?.textContent).not.toContain('Before.')
    expect(english?.querySelector('a')?.getAttribute('href')).toBe(`${app.url}/article/${harbour.slug}`)
    const feed = await (await app.fresh('/feeds/en/newsletter.xml')).text()
    expect(feed).toContain('Six, &lt;b&gt;not&lt;/b&gt; five.')
    expect(checkRss(feed)).toEqual([])
    expect(feed).not.toContain('href="/')
    // While the note is not translated, readers of the translation get that of the original.
    const note = (await open(`${ISSUE}?lang=de`)).document.querySelector('section[aria-labelledby=corrected]')
    expect(note?.querySelector('h2')?.textContent).toBe('Seit dem Versand dieser Ausgabe korrigiert')
    expect(note?.querySelector('p')?.getAttribute('lang')).toBe('en')
    expect(note?.querySelector('a')?.getAttribute('href')).toBe(`${app.url}/article/${german.slug}?lang=de`)
    await app.database.sql`
      insert into public.article_corrections (article_id, text, source_id, source_text)
      select ${german.id}, 'Sechs, nicht fünf.', id, text from public.article_corrections where text like 'Six%'`
    const texts = [
      ...((await open(`${ISSUE}?lang=de`)).document.querySelectorAll(
        'section[aria-labelledby=corrected] p',
      ) ?? []),
    ]
    expect(texts.map((text) => [text.getAttribute('lang'), text.textContent])).toEqual([
      ['de', 'Sechs, nicht fünf.'],
    ])
  })
})

test('the archive has each issue once, in the language of the reader or in English, page by page', async () => {
  for (let day = 1; day <= 27; day++) {
    const date = `2026-10-${String(day).padStart(2, '0')}`
    await addSentNewsletter(app.database.sql, {
      slug: date,
      startedAt: `${date}T08:00:00Z`,
      messages: { en: {}, ...(day === 27 && { de: { subject: 'Ausgabe 27' } }) },
    })
  }
  const { document } = await open('/newsletter/issues?lang=de')
  const titles = [...document.querySelectorAll('main li h2')].map((title) => [
    title.getAttribute('lang'),
    title.textContent,
  ])
  expect(titles).toHaveLength(25)
  expect(titles.slice(0, 2)).toEqual([
    ['de', 'Ausgabe 27'],
    ['en', 'Issue 2026-10-26'],
  ])
  expect(attributeOf(document, 'main li a', 'href')).toBe('/newsletter/issues/2026-10-27?lang=de')
  const [archive, breadcrumbs] = structuredDataOf(document)
  expect(newsletterArchive.parse(archive)).toMatchObject({
    url: `${app.url}/newsletter/issues?lang=de`,
    inLanguage: 'de',
    mainEntity: {
      itemListElement: expect.arrayContaining([
        {
          '@type': 'ListItem',
          position: 1,
          name: 'Ausgabe 27',
          url: `${app.url}/newsletter/issues/2026-10-27?lang=de`,
        },
        {
          '@type': 'ListItem',
          position: 25,
          name: 'Issue 2026-10-03',
          url: `${app.url}/newsletter/issues/2026-10-03`,
        },
      ]),
    },
  })
  breadcrumbList.parse(breadcrumbs)
  const second = await open('/newsletter/issues?lang=de&page=2')
  expect(second.document.querySelectorAll('main li h2')).toHaveLength(2)
  expect(structuredDataOf(second.document)[0]).toMatchObject({
    url: `${app.url}/newsletter/issues?page=2&lang=de`,
    mainEntity: { itemListElement: [{ position: 26 }, { position: 27 }] },
  })
  const third = await fetch(`${app.url}/newsletter/issues?page=3`, { redirect: 'manual' })
  expect([third.status, third.headers.get('location')]).toEqual([302, '/newsletter/issues'])
  expect(attributeOf(document, 'link[type="application/rss+xml"]', 'href')).toBe(
    `${app.url}/feeds/de/newsletter.xml`,
  )
})

test('the feed of a language has the issues that were sent in it', async () => {
  await addSentNewsletter(app.database.sql, {
    messages: {
      en: {
        subject: 'Audits & <b>chips</b>',
        content: `<p>One ]]> <a href="${app.url}/article/gone">two</a></p>`,
      },
      de: { subject: 'Prüfungen' },
    },
  })
  await addSentNewsletter(app.database.sql, {
    slug: '2026-11-08',
    startedAt: '2026-11-08T08:00:00Z',
    messages: { en: {} },
  })
  const read = async (language: string) => {
    const response = await app.fresh(`/feeds/${language}/newsletter.xml`)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const source = await response.text()
    expect(checkRss(source)).toEqual([])
    const [channel] = parseXml(source).children
    return channel ? childrenOf(channel, 'item') : []
  }
  const english = await read('en')
  expect(english.map((item) => [textOf(item, 'title'), textOf(item, 'guid'), textOf(item, 'link')])).toEqual([
    ['Audits & <b>chips</b>', 'newsletter:2026-11-15:en', `${app.url}${ISSUE}`],
    ['Issue 2026-11-08', 'newsletter:2026-11-08:en', `${app.url}/newsletter/issues/2026-11-08`],
  ])
  expect((await read('de')).map((item) => textOf(item, 'title'))).toEqual(['Prüfungen'])
  expect(await read('pt')).toEqual([])
  expect((await app.fresh('/feeds/xx/newsletter.xml')).status).toBe(404)
})

test('the sitemap and llms.txt name the issues and their archive', async () => {
  await addSentNewsletter(app.database.sql, { messages: { en: {}, de: {} } })
  const sitemap = await (await app.fresh('/sitemap.xml')).text()
  expect(sitemap).toContain(
    `<loc>${app.url}${ISSUE}?lang=de</loc>\n<lastmod>2026-11-15T08:00:00.000Z</lastmod>`.replace('\n', ''),
  )
  expect(sitemap).not.toContain(`${ISSUE}?lang=fr`)
  expect(sitemap).toContain(`<loc>${app.url}/newsletter/issues</loc>`)
  expect(await (await app.fresh('/llms.txt')).text()).toContain(`(${app.url}/newsletter/issues)`)
})
