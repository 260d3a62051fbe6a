import type { Client } from '#core/data/client.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../support/articles.ts'
import { giveVoices, lastSaid, voice } from './support/fake-voices.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { startFrontServer } from './support/front-server.ts'
import { test } from './support/new-publication.ts'
import { expectScripts } from './support/open-screen.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PICTURE = '/demo/a-family-bakery-forecasts-its-bread.webp'
const ALSO_OFFLINE = 'Saved for later, and available offline'
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

/** Ends idle workers as browsers do after half a minute, though not while a program watches; only then another one takes its place. */
async function endIdleWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Browsers offer to install the site, with the list among its shortcuts. */
async function expectInstallable(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { manifest, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest).toMatchObject({ shortcuts: [{ name: 'Saved articles', url: `${url}/saved` }] })
  await session.detach()
}

const addTwo = async (service: Client) => {
  const bakery = await addArticle(service, anArticle({ ...PIECES.bakery, hero_image: PICTURE }))
  const german = await addArticle(service, aTranslation(bakery, 'de'))
  return { bakery, german }
}

test('a reader saves an article by keyboard, and reads and hears it without a network, in each language that was opened', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  const { bakery, german } = await addTwo(publication.service)
  const french = await addArticle(publication.service, aTranslation(bakery, 'fr'))
  const pipes = await addArticle(publication.service, anArticle(PIECES.pipes))
  await giveVoices(page, [voice('Amy', 'en-US'), voice('Anna', 'de-DE'), voice('Amélie', 'fr-FR')])
  await open(page, `/article/${bakery.slug}`)
  await expectInstallable(page, publication.url)
  // Nothing is stored before a reader wants it.
  expect(await page.evaluate(async () => [localStorage.length, (await caches.keys()).length])).toEqual([0, 0])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await save(page)
  await expect(page.getByRole('button', { name: 'Saved: remove' })).toBeVisible()
  await open(page, `/article/${german.slug}?lang=de`)
  await expect.poll(() => keptPaths(page)).toContain('/saved?lang=de')
  await open(page, `/article/${french.slug}?lang=fr`)
  await expect.poll(() => keptPaths(page)).toContain('/saved?lang=fr')
  expect((await keptPaths(page)).toSorted()).toEqual(
    [bakery.slug, `${german.slug}?lang=de`, `${french.slug}?lang=fr`]
      .map((path) => `/article/${path}`)
      .concat('/saved', '/saved?lang=de', '/saved?lang=fr')
      .toSorted(),
  )

  await goOffline(page, expectConsoleError)
  // French was chosen last, and the article is here in English alone.
  await page.goto(`/article/${bakery.slug}?utm_source=mail`)
  await expect(page).toHaveURL(`/article/${bakery.slug}`)
  await expectScripts(page)
  await expect(page.getByRole('heading', { level: 1, name: bakery.title })).toBeVisible()
  await expectPicture(page)
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  const player = page.getByRole('region', { name: 'Listen to this article' })
  await expect(player.getByRole('status')).toHaveText(/Read by .* Amy/)
  expect((await lastSaid(page)).text).toBe(bakery.title)
  for (const [{ slug, language, title }, listen, said] of [
    [french, 'Écouter', /Amélie/],
    [german, 'Anhören', /Anna/],
  ] as const) {
    await page.goto(`/article/${slug}?lang=${language}`)
    await expectScripts(page)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('button', { name: listen, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
  }
  await page.goto(`/article/${german.slug}?lang=de&beside=en`)
  await expectToast(page, 'Die gewünschte Seite ist in diesem Browser nicht gespeichert.')
  await page.goto(`/article/${pipes.slug}?lang=en`)
  await expect(page).toHaveURL('/saved#not-kept')
  await expectScripts(page)
  await expect(page.getByText('The page that you asked for is not kept in this browser.')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('link', { name: bakery.title, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: bakery.title })).toBeVisible()

  await expectScripts(page)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('dialog').getByRole('combobox').fill('FÖRECASTS its')
  await expect(
    page
      .getByRole('dialog')
      .getByText('You are offline: only the 1 article that is kept in this browser was searched'),
  ).toBeVisible({ timeout: 4_000 })
  await expect(page.getByRole('option')).toHaveText(new RegExp(bakery.title))

  // A network that does not answer is none after a while.
  await page.route(/\/rest\/v1\/articles/, () => {})
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByRole('combobox').fill('zeppelins')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(
    page
      .getByRole('dialog')
      .getByText('You are offline: only the 1 article that is kept in this browser was searched'),
  ).toBeVisible()
})

test('what was withdrawn goes at the next contact, and what was corrected is kept as it is then', async ({
  page,
  publication,
}) => {
  const { bakery, german } = await addTwo(publication.service)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await open(page, `/article/${german.slug}?lang=de`)
  await save(page, 'Für später merken', 'Für später gemerkt, auch offline')
  await publication.service
    .from('article_corrections')
    .insert({ article_id: bakery.id, text: 'It bakes <b>300</b> loaves, not 3,000.' })
    .throwOnError()
  await publication.service.from('articles').update({ published: false }).eq('id', german.id).throwOnError()
  await open(page, '/saved?lang=en')
  await expect(page.getByText(/^Corrected on /).first()).toBeVisible()
  await expect(page.getByText(/^No longer published, as of /).first()).toBeVisible()
  await expect.poll(() => keptPaths(page)).not.toContain(`/article/${german.slug}?lang=de`)
  const readKept = () =>
    page.evaluate(async (path) => (await (await caches.match(path))?.text()) ?? '', `/article/${bakery.slug}`)
  await expect.poll(readKept).toContain('loaves, not 3,000.')
})

test('a reader switches it off for good, and removes everything; and so does the publication, where the list stays', async ({
  page,
  publication,
}) => {
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
  await expect(page.getByText('Offline reading is switched off')).toBeVisible()
  expect(await state()).toEqual([0, 0])
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.poll(async () => (await state())[0]).toBe(1)
  await page.getByRole('button', { name: 'Remove everything' }).click()
  await expectToast(page, 'Everything has been removed')
  await expect(page.getByText('You have not saved any articles yet.')).toBeVisible()
  await expect.poll(state).toEqual([0, 0])

  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.poll(async () => (await state())[0]).toBe(1)
  await open(page, `/article/${bakery.slug}`)
  await save(page)
  await publication.service.from('settings').insert({ key: 'offline_reading', value: false }).throwOnError()
  await expect
    .poll(async () =>
      (await (await page.request.get('/service-worker.js')).text()).includes('registration.unregister'),
    )
    .toBe(true)
  // The worker removes itself and the stored pages.
  await open(page, `/article/${bakery.slug}`)
  await expect.poll(async () => (await state())[0]).toBe(0)
  await open(page, '/saved')
  await expect.poll(() => countKept(page)).toBe(0)
  await expect(page.getByRole('link', { name: bakery.title, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Offline reading' })).toBeHidden()
})

test('a new version of the worker waits until the reader wants it; pages of both builds are kept with their own assets, also after the site was taken back', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  const { bakery } = await addTwo(publication.service)
  const pipes = await addArticle(publication.service, anArticle(PIECES.pipes))
  const front = await startFrontServer(publication.url)
  const first = await page.request.get(`${front.url}/article/${bakery.slug}`)
  const [name = ''] = /reader-[\w-]{8}(?=\.js)/.exec(await first.text()) ?? []
  const renamed = 'reader-another1'
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
  await expectScripts(page)
  expect(await isWaiting()).toBe(false)

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

test('a browser that has room for the list alone says so; articles are kept when there is room, and anew after they were cleared', async ({
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
  await expect(page.getByText('Online only').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an article that is not kept').toEqual([])
  await quota()
  await open(page, `/article/${bakery.slug}`)
  await expect.poll(() => keptPaths(page)).toContain(`/article/${bakery.slug}`)
  await open(page, '/saved')
  await expect(page.getByText('Available offline').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an article that is kept').toEqual([])

  await page.evaluate(async () => {
    localStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await open(page, '/saved')
  await expect(page.getByText('You have not saved any articles yet.')).toBeVisible()
  await open(page, `/article/${bakery.slug}`)
  await expect(page.getByRole('button', { name: 'Save for later' })).toBeVisible()
  await expect.poll(() => keptPaths(page)).toContain(`/article/${bakery.slug}`)
})
