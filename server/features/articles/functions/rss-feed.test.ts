import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const harbour = await addArticle(app.service(), anArticle())
await addArticle(app.service(), aTranslation(harbour, 'de'))

const call = (query = '', init: RequestInit = {}) => fetch(`${app.url}/functions/v1/rss-feed${query}`, init)

test.each([
  ['', 'en'],
  ['?lang=en', 'en'],
  ['?lang=de', 'de'],
])(
  'called with "%s" it responds with the feed of %s as it is at its own address',
  async (query, language) => {
    const answer = await call(query)
    const feed = await fetch(`${app.url}/feeds/${language}.xml`)
    expect(answer.status).toBe(200)
    for (const name of ['content-type', 'etag', 'last-modified']) {
      expect(answer.headers.get(name)).toBe(feed.headers.get(name))
    }
    expect(await answer.text()).toBe(await feed.text())
  },
)

test('a client with the current feed gets 304', async () => {
  const etag = (await call()).headers.get('etag') ?? ''
  expect((await call('', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('the official client may call it too', async () => {
  const { data, error } = await app.anonymous().functions.invoke('rss-feed', { method: 'GET' })
  expect(error).toBeNull()
  expect(await new Response(data).text()).toContain('<rss version="2.0"')
})

test.each(['?lang=xx', '?lang=', '?lang=EN', '?lang=../en'])('there is no feed for "%s"', async (query) => {
  const answer = await call(query)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ error: 'There is no feed in this language.' })
})

test('other methods than GET and HEAD are refused', async () => {
  const answer = await call('', { method: 'POST' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
  const head = await call('', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a token that is not ours is refused as everywhere', async () => {
  const headers = { apikey: TEST_SECRETS.publishableKey, authorization: 'Bearer nonsense.of.eve' }
  expect((await call('', { headers })).status).toBe(401)
})
