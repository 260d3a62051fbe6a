import { readFile } from 'node:fs/promises'
import type { Client } from '#core/data/client.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../support/articles.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { startFrontServer } from './support/front-server.ts'
import { test } from './support/new-publication.ts'
import { expectScripts } from './support/open-screen.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PICTURE = '/demo/a-family-bakery-forecasts-its-bread.webp'
const ALSO_OFFLINE = 'Saved for later, also without a network'
const NO_ROOM = 'Saved, but this browser has no room to keep it'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectScripts(page)
}

/** Presses the button of the open article by keyboard, and waits until the article is here. */
async function save(page: Page, name = 'Save for later', said = ALSO_OFFLINE): Promise<void> {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, said)
}

async function expectPicture(page: Page): Promise<void> {
  const picture = page.locator('article img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-pages'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })

/** Whatever is in a cache: one that was only looked into may be there, and is empty. */
const countKept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().length
  })

async function goOffline(page: Page, expectConsoleError: (pattern: RegExp) => void): Promise<void> {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch|NoResponseError/)
  await page.context().setOffline(true)
}

/** As browsers do after half a minute, though not while a program watches the worker: only then another one takes its place. */
async function endIdleWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

const addTwo = async (service: Client) => {
  const bakery = await addArticle(service, anArticle({ ...PIECES.bakery, hero_image: PICTURE }))
  const german = await addArticle(service, aTranslation(bakery, 'de'))
  return { bakery, german }
}

test('a reader saves an article by keyboard, and reads it without a network, in each language that was opened', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  const { bakery, german } = await addTwo(publication.service)
  const pipes = await addArticle(publication.service, anArticle(PIECES.pipes))
  await open(page, `/article/${bakery.slug}`)
  // Nothing is stored before a reader wants it.
  expect(await page.evaluate(async () => [localStorage.length, (await caches.keys()).length])).toEqual([0, 0])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await save(page)
  await expect(page.getByRole('button', { name: 'Saved: remove' })).toBeVisible()
  await open(page, `/article/${german.slug}?lang=de`)
  await expect.poll(() => keptPaths(page)).toContain('/saved?lang=de')
  expect(await keptPaths(page)).toEqual(
    expect.arrayContaining([`/article/${bakery.slug}`, `/article/${german.slug}?lang=de`, '/saved']),
  )

  await goOffline(page, expectConsoleError)
  // German was chosen last, and the article is here in English alone.
  await page.goto(`/article/${bakery.slug}?utm_source=mail`)
  await expect(page).toHaveURL(`/article/${bakery.slug}`)
  await expectScripts(page)
  await expect(page.getByRole('heading', { level: 1, name: bakery.title })).toBeVisible()
  await expectPicture(page)
  await page.goto(`/article/${german.slug}?lang=de`)
  await expectScripts(page)
  await expect(page.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
  await page.goto(`/article/${german.slug}?lang=de&beside=en`)
  await expectToast(page, 'Die gewünschte Seite ist nicht in diesem Browser vorhanden.')
  await page.goto(`/article/${pipes.slug}?lang=en`)
  await expect(page).toHaveURL('/saved#not-kept')
  await expectScripts(page)
  await expect(page.getByText('The page that you wanted is not kept in this browser.')).toBeVisible()
  await expect(page.getByText('You are without a network.')).toBeVisible()
  await page.getByRole('link', { name: bakery.title, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: bakery.title })).toBeVisible()

  await expectScripts(page)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('dialog').getByRole('combobox').fill('forecasts')
  await expect(
    page.getByRole('dialog').getByText('You are without a network: searched was 1 article'),
  ).toBeVisible({ timeout: 4_000 })
  await expect(page.getByRole('option')).toHaveText(new RegExp(bakery.title))

  // A network that does not answer is none after a while.
  await page.route(/\/rest\/v1\/articles/, () => {})
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByRole('combobox').fill('zeppelins')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(
    page.getByRole('dialog').getByText('You are without a network: searched was 1 article'),
  ).toBeVisible()
})

test('ten saved articles in three languages are all there without a network', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  const addresses: { path: string; title: string }[] = []
  for (let number = 0; number < 10; number++) {
    const original = await addArticle(
      publication.service,
      anArticle({ title: `Report number ${number}`, hero_image: PICTURE }),
    )
    // By name, because another language was chosen before.
    addresses.push({ path: `/article/${original.slug}?lang=en`, title: original.title })
    for (const language of ['de', 'fr'] as const) {
      const translation = await addArticle(publication.service, aTranslation(original, language))
      addresses.push({
        path: localizedPath(`/article/${translation.slug}`, language),
        title: translation.title,
      })
    }
  }
  await open(page, addresses[0]?.path ?? '')
  await save(page)
  for (const { path } of addresses.slice(1)) {
    await open(page, path)
    await expect.poll(() => keptPaths(page)).toContain(path.replace('?lang=en', ''))
    await page.locator('[data-saves]').click()
    await expect(page.locator('[data-saves]')).toHaveText(/: (remove|entfernen|retirer)$/)
  }
  await goOffline(page, expectConsoleError)
  for (const { path, title } of addresses) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expectScripts(page)
    await expectPicture(page)
  }
  await page.goto('/saved?lang=en')
  await expect(page.getByText('· Here without a network')).toHaveCount(60)
})

test('what was withdrawn or corrected is marked at the next contact', async ({ page, publication }) => {
  const { bakery, german } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await open(page, `/article/${german.slug}?lang=de`)
  await save(page, 'Für später merken', 'Für später gemerkt, auch ohne Netz')
  await publication.service
    .from('article_corrections')
    .insert({ article_id: bakery.id, text: 'It bakes <b>300</b> loaves, not 3,000.' })
    .throwOnError()
  await publication.service.from('articles').update({ published: false }).eq('id', german.id).throwOnError()
  await open(page, '/saved?lang=en')
  await expect(page.getByText(/^Corrected on /).first()).toBeVisible()
  await expect(page.getByText('It bakes <b>300</b> loaves, not 3,000.').first()).toBeVisible()
  await expect(page.getByText(/^No longer published, as of /).first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'marked articles').toEqual([])
  await expect.poll(() => keptPaths(page)).not.toContain(`/article/${german.slug}?lang=de`)
  // What is kept says it too.
  const readKept = () =>
    page.evaluate(async (path) => (await (await caches.match(path))?.text()) ?? '', `/article/${bakery.slug}`)
  await expect.poll(readKept).toContain('loaves, not 3,000.')
})

test('a list is taken to another browser as a file, and nothing else is imported', async ({
  page,
  publication,
  browser,
}) => {
  const { bakery } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await open(page, '/saved')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the list' }).click()
  const file = await (await download).path()
  const text = await readFile(file, 'utf8')
  expect((await download).suggestedFilename()).toBe('saved-articles.json')

  const other = await browser.newPage({ baseURL: publication.url, reducedMotion: 'reduce' })
  await other.goto('/saved')
  const choose = (content: string) =>
    other
      .getByLabel('Import a list')
      .last()
      .setInputFiles({
        name: 'list.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      })
  await expect(other.getByText('You have saved nothing yet.')).toBeVisible()
  for (const [content, said] of [
    ['x'.repeat(1_048_577), 'The file is larger than 1 MB'],
    ['<script>alert(1)</script>', 'The file is no list of saved articles.'],
    [
      text.replaceAll(publication.url, 'https://other.example'),
      'The list is of another paper: other.example.',
    ],
    [text.replace('"version"', '"more": 1, "version"'), 'The list has a field that no list has: more.'],
    [text.replace(bakery.title, '<img src=x onerror=alert(1)>'), 'cannot be right: articles.0.title.'],
  ] as const) {
    await choose(content)
    await expect(other.getByText(said)).toBeVisible()
    await expect(other.getByText('You have saved nothing yet.')).toBeVisible()
  }
  await choose(text)
  await expect(other.getByText('1 article imported')).toBeVisible()
  await expect(other.getByRole('link', { name: bakery.title, exact: true }).first()).toBeVisible()
  await other.close()
})

test('a reader switches it off for good, and removes everything', async ({ page, publication }) => {
  const { bakery } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await open(page, '/saved')
  await page.getByRole('button', { name: 'Switch off and remove what is kept' }).click()
  await expectToast(page, 'Switched off.')
  const state = async () => [
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    await countKept(page),
  ]
  await expect.poll(state).toEqual([0, 0])
  await open(page, `/article/${bakery.slug}`)
  await open(page, '/saved')
  await expect(page.getByText('Reading without a network is switched off')).toBeVisible()
  expect(await state()).toEqual([0, 0])
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.poll(async () => (await state())[0]).toBe(1)
  await page.getByRole('button', { name: 'Remove everything' }).click()
  await expectToast(page, 'Everything is removed')
  await expect(page.getByText('You have saved nothing yet.')).toBeVisible()
  await expect.poll(state).toEqual([0, 0])
})

test('the publication switches it off: the worker removes itself and what is kept, and the list stays', async ({
  page,
  publication,
}) => {
  const { bakery } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await publication.service.from('settings').insert({ key: 'offline_reading', value: false }).throwOnError()
  await expect
    .poll(async () =>
      (await (await page.request.get('/service-worker.js')).text()).includes('registration.unregister'),
    )
    .toBe(true)
  await open(page, `/article/${bakery.slug}`)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
  await open(page, '/saved')
  await expect.poll(() => countKept(page)).toBe(0)
  await expect(page.getByRole('link', { name: bakery.title, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Without a network' })).toBeHidden()
})

test('a new version of the worker waits until the reader wants it', async ({ page, publication }) => {
  const { bakery } = await addTwo(publication.service)
  const front = await startFrontServer(publication.url)
  await open(page, `${front.url}/article/${bakery.slug}`)
  await save(page)
  front.show({
    textOf: (text, path) => (path === '/service-worker.js' ? `${text}\n// another version` : text),
  })
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expectToast(page, 'There is a new version of this site')
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  expect(await isWaiting()).toBe(true)
  // It waits over other pages too, which work as before.
  await open(page, `${front.url}/saved`)
  await expect(page.getByRole('button', { name: 'Use it now' })).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Use it now' }).click()
  await endIdleWorkers(page)
  await loaded
  expect(await isWaiting()).toBe(false)
  await front.stop()
})

test('a site is updated under an old worker, and taken back under a newer one: pages of both builds are kept with their own assets', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  const { bakery } = await addTwo(publication.service)
  const pipes = await addArticle(publication.service, anArticle(PIECES.pipes))
  const front = await startFrontServer(publication.url)
  const first = await page.request.get(`${front.url}/article/${bakery.slug}`)
  const [name = ''] = /entry\.client-[\w-]{8}/.exec(await first.text()) ?? []
  const renamed = 'entry.client-another1'
  await open(page, `${front.url}/article/${bakery.slug}`)
  await save(page)

  // The pages of the newer build name another file, the one of the build before is gone, and there is another worker.
  front.show({
    pathOf: (path) => (path.includes(name) ? null : path.replace(renamed, name)),
    textOf: (text, path) =>
      path === '/service-worker.js' ? `${text}\n// a newer build` : text.replaceAll(name, renamed),
  })
  await open(page, `${front.url}/article/${pipes.slug}`)
  await expect.poll(() => keptPaths(page)).toContain(`/article/${pipes.slug}`)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expectToast(page, 'There is a new version of this site')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Use it now' }).click()
  await endIdleWorkers(page)
  await loaded
  await expectScripts(page)

  // The update is taken back: the newer worker is in front of the older build.
  front.show({})
  await open(page, `${front.url}/about`)
  expectConsoleError(/ERR_CONNECTION_REFUSED|Failed to load resource|Failed to fetch|NoResponseError/)
  await front.stop()
  for (const { slug, title } of [bakery, pipes]) {
    await page.goto(`${front.url}/article/${slug}`)
    await expectScripts(page)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('a browser that stores nothing, or has no room left, says so', async ({ page, publication }) => {
  const { bakery } = await addTwo(publication.service)
  for (const [name, said] of [
    ['SecurityError', 'This browser does not let the site store anything'],
    ['QuotaExceededError', 'The storage of this browser is full.'],
  ] as const) {
    await page.addInitScript((error) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('as a browser does', error)
      }
    }, name)
    await open(page, `/article/${bakery.slug}`)
    await page.getByRole('button', { name: 'Save for later' }).click()
    await expectToast(page, said)
    await expect(page.getByRole('button', { name: 'Save for later' })).toBeVisible()
  }
})

test('a browser that has room for the list alone says that the article needs a network', async ({
  page,
  publication,
}) => {
  const { bakery } = await addTwo(publication.service)
  const session = await page.context().newCDPSession(page)
  const quota = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', {
      origin: publication.url,
      ...(quotaSize && { quotaSize }),
    })
  await quota(150_000)
  await open(page, `/article/${bakery.slug}`)
  await save(page, 'Save for later', NO_ROOM)
  expect(await keptPaths(page)).toEqual([])
  await open(page, '/saved')
  await expect(page.getByText('Needs a network').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an article that is not kept').toEqual([])
  // There is room again.
  await quota()
  await open(page, `/article/${bakery.slug}`)
  await expect.poll(() => keptPaths(page)).toContain(`/article/${bakery.slug}`)
})

test('browsers offer to install the site, with the list among its shortcuts', async ({
  page,
  publication,
}) => {
  await open(page, '/saved')
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { manifest, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest).toMatchObject({ shortcuts: [{ name: 'Saved articles', url: `${publication.url}/saved` }] })
})

test('a list that was cleared meanwhile is empty, and what can be read is kept anew', async ({
  page,
  publication,
}) => {
  const { bakery } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await page.evaluate(async () => {
    localStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await open(page, '/saved')
  await expect(page.getByText('You have saved nothing yet.')).toBeVisible()
  await open(page, `/article/${bakery.slug}`)
  await expect(page.getByRole('button', { name: 'Save for later' })).toBeVisible()
  await expect.poll(() => keptPaths(page)).toContain(`/article/${bakery.slug}`)
  // And one that is damaged is as good as it can be.
  await page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem('saved-articles') ?? '')
    localStorage.setItem(
      'saved-articles',
      JSON.stringify({ ...list, articles: [null, {}, ...list.articles] }),
    )
  })
  await open(page, '/saved')
  await expect(page.getByRole('link', { name: bakery.title, exact: true })).toBeVisible()
})

test('the list fits every screen, and is accessible in all states', async ({ page, publication }) => {
  const { bakery } = await addTwo(publication.service)
  await open(page, '/saved')
  expect(await findAccessibilityProblems(page), 'an empty list').toEqual([])
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await open(page, '/saved')
  await expect(page.getByText('Here without a network').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a list').toEqual([])
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says that saving needs it, in every language, and articles have no button', async ({
    page,
    publication,
  }) => {
    const { bakery } = await addTwo(publication.service)
    for (const language of LANGUAGE_CODES) {
      const response = await page.goto(localizedPath('/saved', language))
      expect(response?.status()).toBe(200)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.locator('main').getByText(/JavaScript/)).toBeVisible()
    }
    await page.goto(`/article/${bakery.slug}`)
    await expect(page.locator('[data-saves]')).toBeHidden()
  })
})
