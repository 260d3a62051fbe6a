import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTranslationReports } from '#core/data/translation-review.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { readBlocks } from '#core/speech/read-blocks.ts'
import { speechWordsOf } from '#core/speech/spoken-blocks.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

const ENGLISH = `## The harbour

It [opened](https://example.com/opened) in 1921.

![Ships](/demo/harbour.webp "At dawn")

\`\`\`
ships --all
\`\`\`
`
const GERMAN = `## Der Hafen

Er wurde 1921 [eröffnet](https://example.com/opened).

![Schiffe](/demo/harbour.webp "Im Morgengrauen")

\`\`\`
ships --all
\`\`\`
`
const PLAIN = '/article/hafen?lang=de'
const BESIDE = `${PLAIN}&beside=en`
const LINK = 'href="?lang=de&amp;beside=en"'

let app: TestApp
let ids: { original: string; german: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.translation_reports')
  const original = await addArticle(
    app.service(),
    anArticle({ slug: 'harbour', title: 'The harbour opens', content: ENGLISH }),
  )
  const german = await addArticle(
    app.service(),
    aTranslation(original, 'de', { slug: 'hafen', content: GERMAN }),
  )
  ids = { original: original.id, german: german.id }
})

const get = (path: string) => fetch(app.url + path, { redirect: 'manual' })
const page = async (path: string) => (await get(path)).text()
const change = (id: string, values: Partial<ArticleInput>) =>
  app.service().from('articles').update(values).eq('id', id).throwOnError()
const THANKS = 'Danke. Ihre Meldung ist bei der Redaktion angekommen.'
/** Sends the form of the second block. */
async function report(html: string, fields: Record<string, string>) {
  const [, action = ''] = /<form[^>]*action="([^"]*#block-2)"/.exec(html) ?? []
  const body = new FormData()
  for (const [name, value] of Object.entries({ block: '2', ...fields })) body.set(name, value)
  const response = await fetch(app.url + action.replaceAll('&amp;', '&'), { method: 'POST', body })
  return { status: response.status, answer: await response.text() }
}
/** Returns the article without the data for the browser, which has the text too. */
const articleOf = (html: string) => /<article.*<\/article>/s.exec(html)?.[0] ?? ''
/** Returns the text that readers see, with a line for each element. */
const textOf = (html: string) => {
  const [, beside = ''] =
    /<div class="beside">(.*?)<section data-live/s.exec(html.replace(/<style.*?<\/style>/gs, '')) ?? []
  return beside
    .replace(/<details.*?<\/details>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

test('a translation leads to itself beside its original, an original and a lonely translation do not', async () => {
  expect(await page(PLAIN)).toContain(LINK)
  expect(await page('/article/harbour')).not.toContain('beside')
  expect(await page('/article/harbour?lang=de')).not.toContain('beside')
  await change(ids.original, { published: false })
  await expect.poll(() => page(PLAIN)).not.toContain(LINK)
})

describe('a translation beside its original', () => {
  test('has both texts block by block, and links, pictures and code once', async () => {
    const html = await page(BESIDE)
    expect(textOf(html)).toBe(
      [
        'Nur die Übersetzung lesen',
        'Deutsch',
        'English',
        'The harbour opens',
        'Der Hafen',
        'The harbour',
        'Er wurde 1921',
        'eröffnet',
        '(öffnet sich in einem neuen Tab)',
        '.',
        'It opened in 1921.',
        'Im Morgengrauen',
        'At dawn',
        'ships --all',
        'Code kopieren',
        'Nur die Übersetzung lesen',
      ].join('\n'),
    )
    const [, body = ''] = articleOf(html).split('<div class="beside">')
    expect(body.split('https://example.com/opened')).toHaveLength(2)
    expect(body.match(/<img/g)).toHaveLength(1)
    expect(body).toContain('<div lang="en"><p>It opened in 1921.</p>')
    expect(body).toContain('id="h-der-hafen"')
    expect(body).not.toContain('id="h-the-harbour"')
  })

  test('is left by a link, and says above who has reviewed it', async () => {
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, model, reviewed_at)
      values (${ids.german}, ${ids.original}, 'de', 'machine', 'a-model', '2099-05-03T10:00:00Z')`
    await expect.poll(() => page(BESIDE)).toContain('Am 3. Mai 2099 von der Redaktion geprüft.')
    const html = await page(BESIDE)
    expect(html).toContain('<a href="/article/hafen?lang=de">Nur die Übersetzung lesen</a>')
    expect(html).not.toContain(LINK)
    expect(html.indexOf('von der Redaktion geprüft')).toBeLessThan(html.indexOf('class="beside"'))
  })

  test('is for no search engine, and needs no script that the translation does not', async () => {
    const [plain, beside] = [await page(PLAIN), await page(BESIDE)]
    expect(beside).toContain('<meta name="robots" content="noindex"/>')
    expect(plain).not.toContain('noindex')
    const canonical = `<link rel="canonical" href="${app.url}${PLAIN}"/>`
    expect(plain).toContain(canonical)
    expect(beside).toContain(canonical)
    expect(plain).toContain(`hreflang="de" href="${app.url}${PLAIN}"`.replace('hreflang', 'hrefLang'))
    expect(beside).not.toMatch(/rel="alternate" hreflang/i)
    const scripts = (html: string) => html.match(/<script[^>]*src=|modulepreload/g)?.length
    expect(scripts(beside)).toBe(scripts(plain))
    for (const file of ['/sitemap.xml', '/feeds/de.xml', '/feeds/de.json', '/article/hafen.md?lang=de'])
      expect(await page(file)).not.toContain('beside')
  })

  test('is cached, and made anew when either text changes', async () => {
    expect((await get(BESIDE)).headers.get('cache-control')).toContain('stale-while-revalidate')
    await change(ids.original, { content: ENGLISH.replace('1921', '1912') })
    await expect.poll(() => page(BESIDE)).toContain('in 1912.')
    await change(ids.german, { content: GERMAN.replace('1921', '1912') })
    await expect.poll(() => page(BESIDE)).toContain('Er wurde 1912')
    const modified = Date.parse((await get(BESIDE)).headers.get('last-modified') ?? '')
    await change(ids.original, { title: 'The harbour is open' })
    await expect.poll(() => page(BESIDE)).toContain('The harbour is open')
    expect(Date.parse((await get(BESIDE)).headers.get('last-modified') ?? '')).toBeGreaterThanOrEqual(
      modified,
    )
  })

  test('follows the changes of the original since it was translated', async () => {
    expect(await page(BESIDE)).not.toContain('class="beside-note"')
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, model, source_revision)
      select ${ids.german}, ${ids.original}, 'de', 'machine', 'a-model', max(id)
      from public.article_revisions where article_id = ${ids.original}`
    const content = ENGLISH.replace('in 1921', 'in 1912').replace('## The', 'A beginning.\n\n## The')
    await change(ids.original, { content })
    await expect.poll(() => page(BESIDE)).toContain('A beginning.')
    const text = textOf(await page(BESIDE))
    expect(text).toContain('Diese Stelle steht nicht in der Übersetzung.\nA beginning.')
    expect(text).toMatch(
      /Das Original wurde hier nach der Übersetzung geändert\.\nEr wurde 1921.*It opened in 1912\./s,
    )
  })

  test('shows whole what cannot be aligned, and says so', async () => {
    await change(ids.german, { content: `${GERMAN}\nEin Satz der Redaktion.\n` })
    await expect.poll(() => page(BESIDE)).toContain('Ein Satz der Redaktion.')
    expect(textOf(await page(BESIDE))).toMatch(
      /The harbour\nDiese Abschnitte lassen sich nicht.*Ein Satz der Redaktion\.\nIt opened in 1921\./s,
    )
  })

  test.each(['</div></div><script>alert(1)</script>', '"><img src=x onerror=alert(1)>'])(
    'shows %s in an original as text',
    async (hostile) => {
      await change(ids.original, { title: hostile, subtitle: hostile, content: `${ENGLISH}\n\n${hostile}` })
      await expect
        .poll(() => page(BESIDE))
        .toContain(hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'))
      expect(await page(BESIDE)).not.toMatch(/<script>alert|<img src=x/)
    },
  )

  test('is read aloud as the translation is', async () => {
    const spoken = async (path: string) => {
      const { document } = parseHTML(await page(path))
      const [title, subtitle, text] = ['h1', 'header > h1 + p', '.prose'].map((part) =>
        document.querySelector(`article ${part}`),
      )
      const blocks = readBlocks(
        { title: title ?? null, subtitle: subtitle ?? null, text: text ?? null },
        'de',
        speechWordsOf('de'),
      )
      return blocks.map(({ id, text }) => `${id} ${text}`)
    }
    expect((await spoken(BESIDE)).join()).toContain('Er wurde 1921 eröffnet.')
    expect(await spoken(BESIDE)).toEqual(await spoken(PLAIN))
  })

  test('takes a report with the block chosen, and answers at the block', async () => {
    const html = await page(BESIDE)
    expect(html).toContain('dir="auto" required="">Er wurde 1921 eröffnet.</textarea>')
    const { status, answer } = await report(html, {
      quote: 'Er wurde 1921 eröffnet.',
      comment: 'Es war 1912.',
    })
    expect(status).toBe(200)
    const [, block = ''] = /<div id="block-2"(.*?)<p class="beside-leave"/s.exec(answer) ?? []
    expect(block).toContain('<p role="status"')
    expect(block).not.toContain('<form')
    expect(articleOf(answer).split(THANKS)).toHaveLength(2)
    expect(answer).toContain('id="report"')
    const { rows } = await listTranslationReports(app.service(), { status: 'open', page: 1, pageSize: 10 })
    expect(rows).toMatchObject([{ quote: 'Er wurde 1921 eröffnet.', comment: 'Es war 1912.' }])
    expect(await page(BESIDE)).not.toContain(THANKS)
  })

  test('says at the block what is wrong with a report, and keeps what was typed', async () => {
    const { status, answer } = await report(await page(BESIDE), { quote: ' ', comment: '</textarea><b>1912' })
    expect(status).toBe(400)
    const [, block = ''] = /<div id="block-2"(.*?)<p class="beside-leave"/s.exec(answer) ?? []
    expect(block).toContain('role="alert"')
    expect(block).toContain('<details data-live="" name="report" open="">')
    expect(block).toContain('>&lt;/textarea&gt;&lt;b&gt;1912</textarea>')
    expect(articleOf(answer).split('role="alert"')).toHaveLength(2)
  })

  test.each(['999', '0', '-1', '1e1', 'x', '2.0', '99999999999999999999'])(
    'answers a report from block %s once',
    async (number) => {
      const { answer } = await report(await page(BESIDE), { quote: 'Ein Satz.', block: number })
      expect(articleOf(answer).split(THANKS)).toHaveLength(2)
    },
  )

  test('takes a report while its original is withdrawn', async () => {
    const html = await page(BESIDE)
    await change(ids.original, { published: false })
    await expect.poll(() => page(PLAIN)).not.toContain(LINK)
    const { status, answer } = await report(html, { quote: 'Ein Satz.' })
    expect(status).toBe(200)
    expect(answer).toContain(THANKS)
    expect(answer).not.toContain('class="beside"')
  })

  test('longer than a bound is shown whole beside its original, and not compared', async () => {
    const long = 'Ein Satz. '.repeat(10_100)
    await change(ids.german, { content: `${GERMAN}\n${long}` })
    await expect.poll(() => page(BESIDE)).toContain(long.trim())
    const text = textOf(await page(BESIDE))
    expect(text).toMatch(/The harbour opens\nDiese Abschnitte lassen sich nicht.*It opened in 1921\./s)
    expect(text.match(/lassen sich nicht/g)).toHaveLength(1)
    expect(await page(BESIDE)).not.toContain('name="block"')
  })
})

test.each([
  ['/article/harbour?beside=en', '/article/harbour'],
  ['/article/harbour?lang=de&beside=en', '/article/harbour?lang=de'],
])('%s has nothing to compare and leads to %s', async (path, target) => {
  const { status, headers } = await get(path)
  expect([status, headers.get('location')]).toEqual([302, target])
})

test('is still compared at an address that leads elsewhere', async () => {
  expect((await get('/article/hafen?beside=en')).headers.get('location')).toBe(BESIDE)
  await change(ids.german, { slug: 'der-hafen' })
  const moved = async () => (await get(BESIDE)).headers.get('location')
  await expect.poll(moved).toBe('/article/der-hafen?lang=de&beside=en')
})

test('a translation whose original was withdrawn is shown alone', async () => {
  await change(ids.original, { published: false })
  await expect.poll(async () => (await get(BESIDE)).headers.get('location')).toBe(PLAIN)
})

test.each(['beside=de', 'beside=', 'beside=en%00', 'Beside=en'])('%s is ignored', async (query) => {
  expect(await page(`${PLAIN}&${query}`)).not.toContain('class="beside"')
})
