import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { focusMedia } from '#core/data/media-files.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { newsArticle } from '../support/structured-data.ts'

const HERO = 'articles/1764-hero.jpg'
const CHART = 'articles/1764-chart.png'
const addressOf = (name: string) => `/storage/v1/object/public/article-images/${name}`
const HOSTILE = '<img src=x onerror=alert(1)> "quoted" & </script><script>alert(2)</script>'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  await upload(HERO, await paintImage('jpeg', { width: 1000, height: 500 }))
  await upload(CHART, await paintImage('png', { width: 600, height: 300 }))
  const original = await addArticle(
    app.service(),
    anArticle({
      hero_image: addressOf(HERO),
      content: `Text\n\n![](${addressOf(CHART)})\n\n![Own words](${app.url}${addressOf(CHART)})`,
    }),
  )
  await addArticle(
    app.service(),
    aTranslation(original, 'de', { hero_image: addressOf(HERO), title: 'Der Hafen' }),
  )
})
afterAll(() => app.stop())

async function upload(name: string, bytes: Buffer) {
  const { error } = await admin.storage
    .from('article-images')
    .upload(name, new Blob([bytes as never], { type: 'image/png' }))
  expect(error).toBeNull()
}

async function describeFile(name: string, change: object) {
  await admin.from('media_files').update(change).eq('name', name).throwOnError()
}

const page = async (path: string) => (await fetch(app.url + path)).text()
const ENGLISH = '/article/harbour-town-audits-its-algorithms'
const GERMAN = '/article/der-hafen?lang=de'

/** The tag of the hero image. */
const heroOf = (html: string) => /<img[^>]*fetchPriority="high"[^>]*>/i.exec(html)?.[0] ?? ''

test('a picture in a text has its size, its variants and a place to wait in', async () => {
  const html = await page(ENGLISH)
  const [first = '', second = ''] =
    html.match(
      /<picture><source type="image\/avif" srcset="\/images\/avif\/400\/[^>]*1764-chart.*?<\/picture>/g,
    ) ?? []
  expect(first).toContain(
    `<img src="${addressOf(CHART)}" alt="" loading="lazy" decoding="async" width="600" height="300">`,
  )
  expect(first).toMatch(
    /<source type="image\/webp" srcset="\/images\/webp\/400\/storage\/[^ ]+\?v=[0-9a-f]{20} 400w, .* 1600w" sizes="/,
  )
  // An absolute address of this site is one of its pictures too.
  expect(second).toContain(`<img src="${addressOf(CHART)}" alt="Own words"`)
})

test('the alt text is that of the language, the title where there is none, and empty for a decoration', async () => {
  expect(heroOf(await page(ENGLISH))).toContain('alt="Harbour town audits its algorithms"')
  await describeFile(HERO, { alts: { de: 'Ein Hafen im Nebel' } })
  await expect.poll(async () => heroOf(await page(GERMAN))).toContain('alt="Ein Hafen im Nebel"')
  expect(heroOf(await page(ENGLISH))).toContain('alt="Harbour town audits its algorithms"')
  await describeFile(HERO, { alts: {}, decorative: true })
  await expect.poll(async () => heroOf(await page(GERMAN))).toContain('alt=""')
  await describeFile(CHART, { alts: { en: 'A rising line' } })
  await expect.poll(() => page(ENGLISH)).toContain('alt="A rising line"')
})

test('credit and licence are on the page, in its data for machines and in the feed', async () => {
  const licence_url = 'https://creativecommons.org/licenses/by/4.0/'
  await describeFile(HERO, { credit: 'Nora Nordhaven', licence: 'CC BY 4.0', licence_url })
  await describeFile(CHART, { credit: 'The Desk' })
  await expect
    .poll(() => page(ENGLISH))
    .toContain(
      `Image: Nora Nordhaven · <a href="${licence_url}" target="_blank" rel="license noopener noreferrer">CC BY 4.0`,
    )
  expect(await page(ENGLISH)).toContain('<small>Image: The Desk</small>')
  expect(await page(GERMAN)).toContain('Bild: Nora Nordhaven · ')

  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script/s.exec(await page(ENGLISH)) ?? []
  expect(newsArticle.parse(JSON.parse(json)).image).toContainEqual({
    '@type': 'ImageObject',
    url: app.url + addressOf(HERO),
    creditText: 'Nora Nordhaven',
    license: licence_url,
  })
  await expect.poll(() => page('/feeds/en.xml')).toContain('<media:credit>Nora Nordhaven</media:credit>')
  expect(await page('/feeds/en.xml')).toContain(
    `<media:copyright url="${licence_url}">CC BY 4.0</media:copyright>`,
  )
})

test('the focal point is where pictures are cut, on the page and on every list', async () => {
  const { data } = await admin.from('media_files').select('id').eq('name', HERO).single().throwOnError()
  await focusMedia(admin, { id: data.id, focus_x: 20, focus_y: 80 })
  for (const path of [ENGLISH, '/', '/news', '/?lang=de']) {
    await expect.poll(() => page(path)).toMatch(/style="object-position:20% 80%"/)
  }
})

test('nothing that is written about a picture is markup', async () => {
  await describeFile(HERO, {
    alts: { en: HOSTILE },
    decorative: false,
    credit: HOSTILE,
    licence: HOSTILE.slice(0, 99),
    licence_url: 'https://a.example/?a=1&b=%22',
  })
  await describeFile(CHART, {
    alts: { en: HOSTILE },
    credit: HOSTILE,
    licence: null,
    licence_url: "https://a.example/'onclick=alert(3)",
  })
  await expect.poll(() => page(ENGLISH)).toContain('&lt;img src=x')
  const html = await page(ENGLISH)
  expect(html).not.toMatch(/<img src=x|<script>alert/)
  expect(html).toContain('href="https://a.example/?a=1&amp;b=%22"')
  expect(await page('/feeds/en.xml')).not.toMatch(/<media:credit><img/)
})

test('readers and other users learn nothing of the pictures of drafts', async () => {
  for (const table of ['media_files', 'media_library', 'media_uses']) {
    const { data, error } = await app
      .anonymous()
      .from(table as 'media_files')
      .select('name')
    expect([data, error?.code]).toEqual([null, '42501'])
  }
})
