import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { breadcrumbList, newsArticle } from '../../../tests/support/structured-data.ts'

const NOTHING_SHARED = { social_title: null, social_description: null, social_image: null }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.articles`
})

const page = async (path: string) => (await fetch(app.url + path)).text()

/** The JSON-LD of a page. A script element ends at the first `</script`, as in a browser, wherever it appears. */
function jsonLdOf(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
}

/** The languages and addresses of the links to the versions of a page. */
function versionsOf(html: string): string[] {
  return [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)].map(
    ([, language, href = '']) => `${language} ${href.replace(app.url, '')}`,
  )
}

describe('the head of an article', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    'A line \u2028 and a \u2029 paragraph',
    '"><img src=x onerror=alert(1)>',
    '&lt;/script&gt; &quot; \\u003c/script>',
    "'); alert(1); ('",
  ])('has a title like %j in its JSON-LD, and nothing of it is executed', async (title) => {
    await addArticle(app.service(), anArticle({ title, slug: 'hostile', author: title, excerpt: title }))
    const html = await page('/article/hostile')
    const [article, breadcrumbs, ...more] = jsonLdOf(html)
    expect(more).toEqual([])
    const line = title.replace(/\s+/g, ' ')
    expect(newsArticle.parse(article)).toMatchObject({ headline: line, author: { name: line } })
    expect(breadcrumbList.parse(breadcrumbs).itemListElement.at(-1)?.name).toBe(line)
    // Nothing of the title is markup.
    expect(html.match(/<script>alert|<!--<script|<img src=x/g)).toBeNull()
  })

  test('says of a shared link what editors wrote for it, per language, and shows none of it on the page', async () => {
    const original = await addArticle(
      app.service(),
      anArticle({
        social_title: 'Shared title',
        social_description: 'Shared description',
        social_image: '/demo/shared.webp',
      }),
    )
    const german = await addArticle(app.service(), aTranslation(original, 'de', NOTHING_SHARED))
    const html = await page(`/article/${original.slug}`)
    const [head = '', body = ''] = html.split('</head>')
    for (const tag of [
      'name="description" content="Shared description"',
      'property="og:title" content="Shared title"',
      'property="og:description" content="Shared description"',
      `property="og:image" content="${app.url}/demo/shared.webp"`,
      'name="twitter:title" content="Shared title"',
      'name="twitter:description" content="Shared description"',
      `name="twitter:image" content="${app.url}/demo/shared.webp"`,
    ])
      expect(head).toContain(tag)
    expect(head).not.toContain('og:image:width')
    expect(head).toContain(`<title>${original.title} - `)
    expect(newsArticle.parse(jsonLdOf(html)[0])).toMatchObject({
      headline: original.title,
      description: 'Shared description',
    })
    expect(body.replaceAll(/<script.*?<\/script>/gs, '')).not.toContain('Shared')
    const inGerman = await page(`/article/${german.slug}?lang=de`)
    expect(inGerman).toContain(`property="og:title" content="${german.title}"`)
    expect(inGerman).not.toContain('Shared')
  })

  test('links to the versions that are published now', async () => {
    const original = await addArticle(app.service(), anArticle())
    const english = `/article/${original.slug}`
    const alone = [`en ${english}`, `x-default ${english}`]
    expect(versionsOf(await page(english))).toEqual(alone)

    const german = await addArticle(app.service(), aTranslation(original, 'de'))
    await addArticle(app.service(), aTranslation(original, 'fr', { published: false }))
    const both = [`en ${english}`, `de /article/${german.slug}?lang=de`, `x-default ${english}`]
    await expect.poll(async () => versionsOf(await page(english))).toEqual(both)
    expect(versionsOf(await page(`/article/${german.slug}?lang=de`))).toEqual(both)

    await app.service().from('articles').delete().eq('id', german.id).throwOnError()
    await expect.poll(async () => versionsOf(await page(english))).toEqual(alone)
  })

  test('of a translation does not name its original when that is a draft again', async () => {
    const original = await addArticle(app.service(), anArticle({ published: false }))
    const german = await addArticle(app.service(), aTranslation(original, 'de'))
    const html = await page(`/article/${german.slug}?lang=de`)
    expect(versionsOf(html)).toEqual([`de /article/${german.slug}?lang=de`])
    expect(html.includes(`/article/${original.slug}"`)).toBe(false)
    expect(newsArticle.parse(jsonLdOf(html)[0]).translationOfWork).toBeUndefined()
  })
})

describe('a translation by AI', () => {
  async function addTranslated() {
    const original = await addArticle(app.service(), anArticle())
    const german = await addArticle(app.service(), aTranslation(original, 'de'))
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, model)
      values (${german.id}, ${original.id}, 'de', 'machine', 'a-model')`
    return { original, german, path: `/article/${german.slug}?lang=de` }
  }
  const sourceOf = (html: string) => newsArticle.parse(jsonLdOf(html)[0]).digitalSourceType

  test('says so on its page and to machines, and when a person has reviewed it', async () => {
    const { original, german, path } = await addTranslated()
    const html = await page(path)
    expect(html).toContain(
      `aus dem <a href="/article/${original.slug}" hrefLang="en">englischen Original</a>`,
    )
    expect(html).toContain('Noch nicht von einem Menschen geprüft.')
    expect(sourceOf(html)).toBe('https://schema.org/TrainedAlgorithmicMediaDigitalSource')
    expect(await page(`/article/${original.slug}`)).not.toContain('Translated by AI')

    await app.database.sql`
      update public.article_translations set reviewed_at = '2030-05-03T10:00:00Z' where translation_id = ${german.id}`
    await expect.poll(() => page(path)).toContain('Am 3. Mai 2030 von der Redaktion geprüft.')
    expect(sourceOf(await page(path))).toContain('CompositeWithTrained')
  })

  test('says that its original was corrected, as soon as it is, until it is renewed', async () => {
    const { original, german, path } = await addTranslated()
    const notice = 'Das englische Original wurde am'
    expect(await page(path)).not.toContain(notice)
    await addCorrection(await app.administrator(), { articleId: original.id, text: 'It was Monday.' })
    await expect.poll(() => page(path)).toContain(notice)
    expect(await page(path)).toContain(`<a href="/article/${original.slug}#corrections" hrefLang="en">`)
    expect(await page(`/article/${original.slug}`)).toContain('id="corrections"')

    await app.database.sql`
      update public.article_translations set corrected_at = null, translated_at = now()
      where translation_id = ${german.id}`
    await expect.poll(() => page(path)).not.toContain(notice)
  })
})

test('a translation published under the slug of another article replaces its English fallback', async () => {
  await addArticle(app.service(), anArticle({ slug: 'shared', title: 'About harbours' }))
  const other = await addArticle(app.service(), anArticle({ slug: 'other', title: 'About bakeries' }))
  const paths = ['/article/shared?lang=de', '/article/shared.md?lang=de']
  for (const path of paths) await expect.poll(() => page(path)).toContain('About harbours')

  await addArticle(app.service(), aTranslation(other, 'de', { slug: 'shared', title: 'Von den Bäckern' }))
  for (const path of paths) await expect.poll(() => page(path)).toContain('Von den Bäckern')
})

test.each(['http://images.example/harbour.jpg', ' ', null])(
  'the page of an article whose image is %j leaves no space for one',
  async (hero_image) => {
    await addArticle(app.service(), anArticle({ slug: 'plain', hero_image }))
    const placeholder = /aria-hidden="true"[^>]*>AI</
    expect(await (await app.fresh('/news')).text()).toMatch(placeholder)
    expect(await (await app.fresh('/article/plain')).text()).not.toMatch(placeholder)
  },
)

describe('a slug that neither English nor the language of its address has', () => {
  const go = (path: string, method = 'GET') => fetch(app.url + path, { method, redirect: 'manual' })
  const target = async (path: string) => {
    const { status, headers } = await go(path)
    return `${status} ${headers.get('location')}`
  }

  test('leads to the only article that has it, and to the English one as soon as there is one', async () => {
    const original = await addArticle(app.service(), anArticle({ slug: 'harbour' }))
    const german = await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen' }))
    expect(await target('/article/hafen')).toBe('302 /article/hafen?lang=de')
    expect(await target('/article/hafen?lang=it&utm_source=mail')).toBe('302 /article/hafen?lang=de')
    expect(await target('/article/hafen.md')).toBe('302 /article/hafen.md?lang=de')
    const head = await go('/article/hafen', 'HEAD')
    expect([head.status, head.headers.get('location')]).toEqual([302, '/article/hafen?lang=de'])
    expect(head.headers.get('cache-control')).toBe('no-cache')

    // A reader who asks for a language gets the story in it.
    const french = await addArticle(app.service(), aTranslation(original, 'fr', { slug: 'port' }))
    expect(await target('/article/hafen?lang=fr')).toBe('302 /article/port?lang=fr')
    await app.service().from('articles').update({ slug: 'le-port' }).eq('id', french.id).throwOnError()
    expect(await target('/article/hafen?lang=fr')).toBe('302 /article/le-port?lang=fr')
    expect(await target('/article/port')).toBe('302 /article/le-port?lang=fr')

    await addArticle(app.service(), anArticle({ slug: 'hafen', title: 'The Hafen' }))
    await expect.poll(async () => (await go('/article/hafen')).status).toBe(200)
    await app.service().from('articles').delete().eq('id', german.id).throwOnError()
    expect((await go('/article/hafen')).status).toBe(200)
  })

  test('offers the choice when several have it, and reveals no draft', async () => {
    const one = await addArticle(app.service(), anArticle({ slug: 'one' }))
    const two = await addArticle(app.service(), anArticle({ slug: 'two' }))
    await addArticle(app.service(), aTranslation(one, 'es', { slug: 'ia', title: 'La <b>IA</b>' }))
    expect(await target('/article/ia')).toBe('302 /article/ia?lang=es')
    const draft = { slug: 'ia', title: 'Secret', published: false }
    const italian = await addArticle(app.service(), aTranslation(two, 'it', draft))
    expect(await target('/article/ia')).toBe('302 /article/ia?lang=es')

    await app.service().from('articles').update({ published: true }).eq('id', italian.id).throwOnError()
    const response = await go('/article/ia')
    expect([response.status, response.headers.get('cache-control')]).toEqual([300, 'private, no-cache'])
    const html = await response.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('Which article did you mean?')
    expect(html).toContain('La &lt;b&gt;IA&lt;/b&gt;')
    expect(
      [...html.matchAll(/href="([^"]*)" hreflang="\w+" data-language="(\w+)" class/gi)].map((m) => m[1]),
    ).toEqual(['/article/ia?lang=es', '/article/ia?lang=it'])
    expect((await go('/article/ia', 'HEAD')).status).toBe(300)
    expect(await page('/article/ia?lang=de')).toContain('Welchen Artikel meinten Sie?')
    expect(await page('/article/ia.md')).toBe(
      `${app.url}/article/ia.md?lang=es\n${app.url}/article/ia.md?lang=it\n`,
    )
    // Both languages have it.
    expect((await go('/article/ia?lang=it')).status).toBe(200)
  })

  test.each([
    { name: 'the name of a prototype', slug: '__proto__' },
    { name: '10,000 letters', slug: 'a'.repeat(10_000) },
    { name: 'NUL', slug: '%00' },
    { name: 'an emoji', slug: '%F0%9F%8E%89' },
    { name: 'a path', slug: '%2E%2E%2Fadmin' },
  ])('is not found when it is $name', async ({ slug }) => {
    expect([400, 404]).toContain((await go(`/article/${slug}`)).status)
  })
})
