import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { connectTo } from '../support/raw-connection.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** More than a request to the data service may have. */
const LONG = 'a'.repeat(12_500)

test.each([
  ['an endless slug', 'GET', `/article/${LONG}`, 404],
  ['an endless slug in German', 'GET', `/article/${LONG}?lang=de`, 404],
  ['an endless slug of a text', 'GET', `/article/${LONG}.md`, 404],
  ['an endless slug of a picture', 'GET', `/share/en/${LONG}.png`, 404],
  ['a slug with a null character', 'GET', '/article/%00', 404],
  ['a search with a null character', 'GET', '/search?q=%00ab&page=9999', 200],
  ['an endless search', 'GET', `/search?q=${LONG}`, 200],
  ['a token with a null character', 'POST', '/confirm-subscription?token=%00', 200],
  ['an endless token', 'POST', `/confirm-subscription?token=${LONG}`, 200],
])('%s is the mistake of a visitor, and no line of the log', async (_, method, path, status) => {
  const errors = vi.spyOn(console, 'error')
  onTestFinished(() => errors.mockRestore())
  expect((await fetch(app.url + path, { method })).status).toBe(status)
  expect(errors).not.toHaveBeenCalled()
})

test.each(['/', '/about', '/auth/v1/settings', '/functions/v1/rss-feed', '/healthz'])(
  'a whole address with a user name is refused, and no line of the log: %s',
  async (path) => {
    const errors = vi.spyOn(console, 'error')
    onTestFinished(() => errors.mockRestore())
    for (const method of ['GET', 'POST']) {
      const { socket, ended } = await connectTo(app.url)
      socket.write(
        `${method} http://user:password@example.org${path}?x=1 HTTP/1.1\r\nhost: example.org\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      )
      expect(await ended).toMatch(/^HTTP\/1\.1 400 .*\r\nThe request is not valid\.\r\n/s)
    }
    expect(errors).not.toHaveBeenCalled()
  },
)
