import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addArticle(app.service(), anArticle({ author: 'Nora Berg' }))
  await app
    .service()
    .from('authors')
    .insert({
      slug: 'nora-berg',
      descriptions: { en: 'Writes about towns and their machines.' },
      languages: ['en', 'uk'],
      links: ['https://social.example/@nora'],
      former_slugs: ['nora-feldmann'],
    })
    .throwOnError()
})
afterAll(() => app.stop())

test('readers and machines are told who an author is', async () => {
  const html = await (await app.fresh('/author/nora-berg')).text()
  expect(html).toContain('Writes about towns and their machines.')
  expect(html).toMatch(/Speaks(?:<[^>]*>|\s)*English and Ukrainian/)
  expect(html).toMatch(/<a [^>]*href="https:\/\/social\.example\/@nora"[^>]*rel="me noopener"/)
  const machines = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)].map(
    ([, json = '']) => JSON.parse(json),
  )
  expect(machines).toContainEqual(
    expect.objectContaining({
      mainEntity: expect.objectContaining({
        '@type': 'Person',
        description: 'Writes about towns and their machines.',
        knowsLanguage: ['en', 'uk'],
        sameAs: ['https://social.example/@nora'],
      }),
    }),
  )
})

test.each([
  ['/author/nora-feldmann', '/author/nora-berg'],
  ['/author/nora-feldmann?lang=de', '/author/nora-berg?lang=de'],
  ['/feeds/en/author/nora-feldmann.xml', '/feeds/en/author/nora-berg.xml'],
])('the old address %s of an author leads to the present one', async (old, present) => {
  const moved = await fetch(app.url + old, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, present])
})
