import { expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'

const ACTIVITY = 'application/activity+json'

test('the page of an article leads who asks for it to its object, and stays the same for readers', async () => {
  const app = await startTestApp()
  try {
    const article = await addArticle(app.service(), anArticle())
    const address = `${app.url}/article/${article.slug}`
    const read = (accept: string) => fetch(address, { headers: { accept }, redirect: 'manual' })
    const page = await (await read('text/html')).text()
    // While it is off, everybody gets the page, also one that is in memory.
    for (let n = 0; n < 2; n++)
      expect((await read(ACTIVITY)).headers.get('content-type')).toContain('text/html')
    expect((await fetch(`${app.url}/activitypub/en`)).status).toBe(404)
    await app.service().from('settings').insert({ key: 'social_web', value: true }).throwOnError()
    await expect.poll(async () => (await read(ACTIVITY)).status).toBe(302)
    const redirect = await read(`application/ld+json; profile="https://www.w3.org/ns/activitystreams"`)
    expect(redirect.headers.get('location')).toBe(`${app.url}/activitypub/articles/${article.id}`)
    expect(redirect.headers.get('cache-control')).toBe('private, no-store')
    const object = await (await fetch(address, { headers: { accept: ACTIVITY } })).json()
    expect(object).toMatchObject({ type: 'Article', url: address })
    const browser = await fetch(`${app.url}/activitypub/articles/${article.id}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect(browser.headers.get('location')).toBe(address)
    // Pages in memory are made anew with a link to it, long before they expire, and are otherwise the same.
    const link = `<link rel="alternate" type="application/activity+json" href="${address}"/>`
    const now = async () => (await read('text/html,*/*;q=0.8')).text()
    await expect.poll(now, { timeout: 20_000 }).toContain(link)
    expect(page).not.toContain('activity+json')
    expect(Buffer.byteLength(await now()) - Buffer.byteLength(page)).toBeLessThan(200)
    for (const path of ['/article/nothing', '/article/%00', '/article/nothing?lang=%00'])
      expect((await fetch(app.url + path, { headers: { accept: ACTIVITY } })).status).toBe(404)
  } finally {
    await app.stop()
  }
})
