import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MirrorSettings } from '#app/mirror/mirror.ts'
import { PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'
import { bundle } from '../../scripts/vite/inline-script.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchOptions } from '../support/chromium.ts'
import { connectTo } from '../support/raw-connection.ts'

/** Beginnings of paths that browsers, or a program in front of the site, may take for the beginning of another host. */
const FORMS = [
  '//other.example/',
  '///other.example/',
  '/\\other.example/',
  '/%5Cother.example/',
  '/%2Fother.example/',
  '/%09/other.example/',
  '/\t/other.example/',
  '/\n/other.example/',
  '/.//other.example/',
  '/%2e//other.example/',
  '//search',
  '//admin/recovery',
  '//article/other.example',
]
const QUERIES = ['?page=2', '?lang=de', '?lang=en', '?lang=xx&page=3', '?q=', '?token_hash=1', '?beside=en']

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await startTestApp()
  browser = await chromium.launch(await launchOptions())
})
afterAll(async () => {
  await browser.close()
  await app.stop()
})

/** A page of a browser, and every address of another host that it asks for. */
async function openPage(origin: string) {
  const page = await browser.newPage()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) elsewhere.push(`${page.url()} → ${request.url()}`)
  })
  return { page, elsewhere }
}

test('the script of a static mirror leads to no other host', async () => {
  const settings: MirrorSettings = { themeColors: { light: '#fff', dark: '#000' }, folders: ['de'] }
  const script = `${await bundle('app/mirror/mirror.ts')};run(${JSON.stringify(settings)})`
  const origin = 'http://mirror.example'
  const { page, elsewhere } = await openPage(origin)
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script><p>here` }),
  )
  const led: string[] = []
  for (const form of FORMS)
    for (const query of QUERIES) {
      await page.goto(origin + form + query)
      // A page that leads on is left at once.
      await page.waitForFunction(() => !/[?&](page|lang)=/.test(location.search))
      led.push(page.url())
    }
  expect(elsewhere).toEqual([])
  expect(led).toContain(`${origin}/other.example/page/2/`)
  expect(led).toContain(`${origin}/de/other.example/`)
  await page.close()
})

test.each(FORMS)('no answer of the site leads from %j to another host', async (form) => {
  for (const query of QUERIES) {
    const { socket, ended } = await connectTo(app.url)
    const host = new URL(app.url).host
    socket.write(`GET ${form}${query} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const [, target = '/'] = /^location: (.*)\r$/im.exec(await ended) ?? []
    expect(new URL(target, app.url).origin, query).toBe(app.url)
  }
})

test('no script of the site leads to another host', async () => {
  const { page, elsewhere } = await openPage(app.url)
  await page.addInitScript((key) => localStorage.setItem(key, 'de'), PREFERRED_LANGUAGE_KEY)
  for (const form of ['//other.example/', '/%5Cother.example/', '/\t/other.example/', '//search'])
    for (const query of ['', '?page=2', '?lang=en']) {
      await page.goto(app.url + form + query, { waitUntil: 'networkidle' })
      expect(new URL(page.url()).origin).toBe(app.url)
    }
  expect(elsewhere).toEqual([])
  await page.close()
})
