import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../support/app.ts'
import { freshAddress, requestAuth } from '../support/auth.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

/** The headers of a browser that a page of another site makes send a request, from the network address of its user. */
function sentByAnotherSite(address: string, site: string) {
  return { 'x-forwarded-for': address, 'sec-fetch-site': site, 'content-type': 'text/plain' }
}

test.each(['cross-site', 'same-site'])(
  'a %s page in the browser of an administrator uses up none of their attempts',
  async (site) => {
    const address = freshAddress()
    const headers = sentByAnotherSite(address, site)
    for (let n = 0; n < 35; n++) {
      const { status } = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body: 'x',
      })
      expect(status).toBe(403)
    }
    for (let n = 0; n < 125; n++) {
      expect((await fetch(`${app.url}/auth/v1/user`, { headers })).status).toBe(403)
    }
    const own = { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' }
    const { status, body } = await requestAuth(app, '/token?grant_type=password', {
      body: ADMIN,
      headers: own,
    })
    expect(status).toBe(200)
    expect((await requestAuth(app, '/user', { token: body.access_token, headers: own })).status).toBe(200)
  },
)

test('another site uses up no sign-ups of a reader, and may show the feed', async () => {
  const headers = sentByAnotherSite(freshAddress(), 'cross-site')
  const url = `${app.url}/functions/v1`
  const knock = await fetch(`${url}/send-confirmation-email`, { method: 'POST', headers, body: 'x' })
  expect(knock.status).toBe(403)
  expect((await fetch(`${url}/rss-feed`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
})
