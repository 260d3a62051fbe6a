import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

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
