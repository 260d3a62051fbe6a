import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkRss } from '#core/feeds/testing/check-rss.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.articles`
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

async function titlesOf(path: string): Promise<string[]> {
  const source = await (await get(path)).text()
  expect(checkRss(source)).toEqual([])
  const [channel] = parseXml(source).children
  return channel ? childrenOf(channel, 'item').map((item) => textOf(item, 'title')) : []
}

async function addPieces() {
  const service = app.service()
  const harbour = await addArticle(service, anArticle(PIECES.harbour))
  const planning = await addArticle(service, anArticle(PIECES.planning))
  await addArticle(service, aTranslation(planning, 'de'))
  return { harbour, planning }
}

describe('the RSS feed', () => {
  test('of each language has its own articles', async () => {
    await addPieces()
    expect(await titlesOf('/feeds/en.xml')).toEqual([PIECES.harbour.title, PIECES.planning.title])
    expect(await titlesOf('/feeds/de.xml')).toEqual([`${PIECES.planning.title} (de)`])
    expect(await titlesOf('/feeds/pt.xml')).toEqual([])
  })

  test('of a category has the articles that the page of that category lists', async () => {
    await addPieces()
    expect(await titlesOf('/feeds/en/tech.xml')).toEqual([PIECES.planning.title])
    expect(await titlesOf('/feeds/de/tech.xml')).toEqual([`${PIECES.planning.title} (de)`])
    expect(await titlesOf('/feeds/en/hack.xml')).toEqual([])
    expect(await titlesOf('/feeds/en/news.xml')).toEqual([PIECES.harbour.title, PIECES.planning.title])
  })

  test('ends after the 25 newest articles', async () => {
    for (let day = 1; day <= 26; day += 1) {
      const publish_date = new Date(Date.UTC(2026, 0, day)).toISOString()
      await addArticle(app.service(), anArticle({ title: `Story ${day}`, publish_date }))
    }
    const titles = await titlesOf('/feeds/en.xml')
    expect(titles).toHaveLength(25)
    expect([titles.at(0), titles.at(-1)]).toEqual(['Story 26', 'Story 2'])
  })

  test.each([
    '/feeds/xx.xml',
    '/feeds/EN.xml',
    '/feeds/.xml',
    '/feeds/en/sports.xml',
    '/feeds/xx/tech.xml',
    '/feeds/en',
  ])('does not exist at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('has a content type, the time of its last change and an ETag that is answered with 304', async () => {
    const { harbour } = await addPieces()
    const time = '2027-01-02T03:04:05Z'
    const { sql } = app.database
    await sql`alter table public.articles disable trigger touch_article`
    await sql`update public.articles set updated_at = ${time} where id = ${harbour.id}`
    await sql`alter table public.articles enable trigger touch_article`

    const lastModified = async () => (await get('/feeds/en.xml')).headers.get('last-modified')
    await expect.poll(lastModified).toBe('Sat, 02 Jan 2027 03:04:05 GMT')
    const first = await get('/feeds/en.xml')
    expect(first.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/feeds/en.xml', { 'if-none-match': etag })).status).toBe(304)
  })

  test('shows a new translation as soon as it is published', async () => {
    const { harbour } = await addPieces()
    expect(await titlesOf('/feeds/de.xml')).toHaveLength(1)
    await addArticle(app.service(), aTranslation(harbour, 'de'))
    await expect
      .poll(() => titlesOf('/feeds/de.xml'))
      .toEqual([`${PIECES.harbour.title} (de)`, `${PIECES.planning.title} (de)`])
  })

  test('of an author goes with the only article that has the name, in whichever language that is', async () => {
    const { harbour } = await addPieces()
    const spanish = await addArticle(app.service(), aTranslation(harbour, 'es', { author: 'Inés Prado' }))
    // Once the last change has arrived, no earlier one is on its way, which would drop the feed as well.
    expect(await titlesOf('/feeds/en/business.xml')).toEqual([])
    await addArticle(app.service(), anArticle(PIECES.bakery))
    await expect.poll(() => titlesOf('/feeds/en/business.xml')).toEqual([PIECES.bakery.title])
    const status = async () => (await get('/feeds/de/author/ines-prado.xml')).status
    expect(await status()).toBe(200)
    const { id } = spanish
    await app.service().from('articles').update({ published: false }).eq('id', id).throwOnError()
    await expect.poll(status).toBe(404)
  })

  test('says of translations by AI that they are, and shows a review as soon as it is made', async () => {
    const { harbour } = await addPieces()
    const german = await addArticle(app.service(), aTranslation(harbour, 'de'))
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, model)
      values (${german.id}, ${harbour.id}, 'de', 'machine', 'a-model')`
    const text = async (path: string) => (await get(path)).text()
    await expect.poll(() => text('/feeds/de.xml')).toContain('>trainedAlgorithmicMedia<')
    expect(await text('/feeds/de.json')).toContain('/trainedAlgorithmicMedia"')
    expect(await text(`/article/${german.slug}.md?lang=de`)).toContain('Noch nicht von einem Menschen')
    await app.database.sql`update public.article_translations set reviewed_at = now()`
    await expect.poll(() => text('/feeds/de.xml')).toContain('>compositeWithTrainedAlgorithmicMedia<')
    await expect
      .poll(() => text(`/article/${german.slug}.md?lang=de`))
      .toContain('von der Redaktion geprüft.')
  })

  test('says what was corrected and when, in its own language, and changes nothing else', async () => {
    const { harbour } = await addPieces()
    const german = await addArticle(app.service(), aTranslation(harbour, 'de'))
    const read = async (path: string) => {
      const response = await get(path)
      return { etag: response.headers.get('etag'), text: await response.text() }
    }
    const paths = [
      '/feeds/en.xml',
      '/feeds/de.xml',
      '/feeds/en.json',
      '/feeds/de.json',
      '/feeds/en/author/mara-lindqvist.xml',
    ]
    const before = await Promise.all(paths.map(read))
    await app.database.sql`
      insert into public.article_corrections (article_id, text, corrected_at) values
        (${harbour.id}, 'It was <b>48</b>, not 84.\nThe harbour is in Bergen.', '2026-11-02T09:30:00.123456Z'),
        (${harbour.id}, 'The minister is a woman.', '2026-11-03T10:00:00Z'),
        (${german.id}, 'Es waren 48.', '2026-11-04T00:00:00Z')`
    await expect.poll(async () => (await read('/feeds/en.xml')).text).toContain('The minister')
    await expect.poll(async () => (await read('/feeds/de.json')).text).toContain('Es waren 48.')

    const title = { en: 'Corrections', de: 'Korrekturen' }
    const notes = (language: 'en' | 'de') => `
<p><strong>${title[language]}</strong></p>
<ul>
${
  language === 'en'
    ? `<li><time datetime="2026-11-02T09:30:00.123+00:00">November 2, 2026</time>: It was &lt;b&gt;48&lt;/b&gt;, not 84.<br>The harbour is in Bergen.</li>
<li><time datetime="2026-11-03T10:00:00+00:00">November 3, 2026</time>: The minister is a woman.</li>`
    : '<li><time datetime="2026-11-04T00:00:00+00:00">4. November 2026</time>: Es waren 48.</li>'
}
</ul>`
    for (const [index, path] of paths.entries()) {
      const language = path.includes('/de') ? 'de' : 'en'
      const { etag, text } = await read(path)
      expect(etag).not.toBe(before[index]?.etag)
      const moment = { en: '2026-11-03T10:00:00.000Z', de: '2026-11-04T00:00:00.000Z' }[language]
      const said = path.endsWith('.json') ? JSON.stringify(notes(language)).slice(1, -1) : notes(language)
      const updated = `\n<atom:updated>${moment}</atom:updated>`
      expect(text.split(said)).toHaveLength(2)
      expect(text.split(updated)).toHaveLength(path.endsWith('.json') ? 1 : 2)
      const withoutDates = (feed = '') =>
        feed.replace(/<lastBuildDate>.*?<\/lastBuildDate>|"date_modified":"[^"]*"/g, '')
      expect(withoutDates(text.replace(said, '').replace(updated, ''))).toBe(
        withoutDates(before[index]?.text),
      )
      if (!path.endsWith('.json')) expect(checkRss(text)).toEqual([])
    }
    const { items } = JSON.parse((await read('/feeds/en.json')).text) as {
      items: { date_modified: string }[]
    }
    expect(Date.parse(items[0]?.date_modified ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('links to our own origin, whatever host the request claims', async () => {
    await addPieces()
    const text = await (await get('/feeds/en.xml?evil=1', { 'x-forwarded-host': 'evil.test' })).text()
    expect(text).toContain(`<link>${app.url}/article/harbour-town-audits-its-algorithms</link>`)
    expect(text).not.toContain('evil')
  })
})
