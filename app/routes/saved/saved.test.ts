import { afterAll, expect, test } from 'vitest'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { SAVED_PATH, SAVED_WORDS_PATH, SERVICE_WORKER_PATH } from '#core/paths.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { parseDocument } from '../../../tests/support/read-head.ts'
import { setSettings } from '../../../tests/support/settings.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

test.each(LANGUAGE_CODES)('the list in %s is a page that search engines leave out', async (language) => {
  const response = await get(localizedPath(SAVED_PATH, language))
  const document = parseDocument(await response.text())
  expect(response.status).toBe(200)
  expect(document.documentElement.lang).toBe(language)
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(document.querySelectorAll('link[hreflang]')).toHaveLength(0)
  expect(document.querySelector('noscript')?.textContent).toContain('JavaScript')
  const words = await get(localizedPath(SAVED_WORDS_PATH, language))
  expect(words.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const found = (await words.json()) as { keeps: boolean; words: Record<string, string> }
  expect(found.keeps).toBe(true)
  expect(Object.keys(found.words).every((key) => key.startsWith('saved.'))).toBe(true)
})

test('the page, its words and the worker are cached as other pages, and revalidated each time', async () => {
  for (const path of [SAVED_PATH, SAVED_WORDS_PATH, SERVICE_WORKER_PATH]) {
    const response = await get(path)
    await response.arrayBuffer()
    expect(response.headers.get('cache-control'), path).toBe('public, max-age=0, stale-while-revalidate=30')
    const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status, path).toBe(304)
  }
})

test('the worker may run under the policy of pages, answers for the whole site, and contains no code of a library for developers', async () => {
  const page = await get(SAVED_PATH)
  // A worker is a script of this origin (https://www.w3.org/TR/CSP3/#directive-worker-src).
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/)
  expect(page.headers.get('content-security-policy')).not.toContain('worker-src')
  const response = await get(SERVICE_WORKER_PATH)
  const code = await response.text()
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('service-worker-allowed')).toBeNull()
  expect(code).not.toContain('process.env')
  expect(code).toContain('kept-pages-1')
  expect(code.length).toBeLessThan(20_000)
  expect(() => new Function(code)).not.toThrow()
})

test('where the publication keeps nothing, the worker removes what is kept and itself', async () => {
  await setSettings(await app.administrator(), { offline_reading: false })
  const code = async () => (await get(SERVICE_WORKER_PATH)).text()
  await expect.poll(code).toContain('registration.unregister')
  expect(await code()).not.toContain('fetch')
  await expect.poll(async () => (await get(SAVED_WORDS_PATH)).json()).toMatchObject({ keeps: false })
})
