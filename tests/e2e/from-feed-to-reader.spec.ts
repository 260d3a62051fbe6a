import type { Locator } from '@playwright/test'
import { readDraftCorpus } from '../support/draft-corpus.ts'
import { type DraftModel, startDraftModel } from '../support/faulty-drafts.ts'
import { type OutletServer, startOutletServer } from '../support/outlet-server.ts'
import { contentOf, expectForm } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { test as base } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** Three outlets tell of cranes at Kestrel Bay, one of them in Portuguese. */
const ITEMS = readDraftCorpus()
  .filter(({ name }) => name === '02-kestrel-bay-cranes')
  .flatMap(({ items }) => items.slice(0, 3))
const HERALD = ITEMS[0]?.title ?? ''

const test = base.extend<{ outlets: OutletServer[]; model: DraftModel }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  outlets: async ({}, use) => {
    const servers = await Promise.all(ITEMS.map(startOutletServer))
    await use(servers)
    await Promise.all(servers.map((server) => server.stop()))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startDraftModel({ model: 'harbour-7b' })
    await use(server)
    await server.stop()
  },
  environment: async ({ model }, use) =>
    use({
      NEWSROOM_ALLOW_PRIVATE: '1',
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'harbour-7b',
      AI_BASE_URL: model.baseUrl,
    }),
})

const red = (page: Page) => page.locator('.cm-sentence-red')
const sentence = (page: Page) => page.getByRole('region', { name: 'This sentence' })
const stories = (page: Page) => page.getByRole('list', { name: 'Stories' })

test('feeds become a story, which becomes a draft, which is edited, signed and published, and readers see its sources', async ({
  page,
  outlets,
  model,
}) => {
  test.slow()
  model.commit('uncited', 'number-changed')
  await signIn(page, DESK_ADMIN)

  await test.step('feeds are added, by their addresses and by that of a page', async () => {
    await page.goto('/admin/newsroom')
    await expect(page.getByText('Nothing has come in yet')).toBeVisible()
    const [first, ...others] = outlets
    const dialog = await askForFeed(page, first?.home ?? '')
    await expect(dialog).toContainText('This page names one feed.')
    await dialog.getByRole('button', { name: `Add: ${ITEMS[0]?.outlet}` }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    for (const { feed } of others) await addFeed(page, feed)
  })

  await test.step('what they bring is one story', async () => {
    await expect(stories(page).getByRole('listitem')).toHaveCount(1)
    await expect(stories(page)).toContainText('3 reports, 3 outlets')
    await stories(page).getByRole('link').first().click()
    await expect(page.getByRole('checkbox')).toHaveCount(3)
  })

  await test.step('the model drafts from the ticked sources', async () => {
    await page.getByRole('button', { name: 'Tick all' }).click()
    await page.getByRole('radio', { name: 'Short' }).check()
    await page.getByRole('button', { name: 'Draft with the model' }).click()
    await expectForm(page)
    expect(model.calls.filter(({ input }) => input.task === 'draft')).toHaveLength(1)
    await expect(contentOf(page)).toContainText('Delphine Achterberg')
    await expect(red(page)).toHaveCount(2)
  })

  await test.step('it is not published while sentences are not covered', async () => {
    await publish(page)
    const panel = page.getByRole('dialog', { name: /publish/i })
    await expect(panel.getByText('2 sentences cannot be published')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('a wrong number is put right, and what the editor knows is signed', async () => {
    await red(page)
      .filter({ hasText: '32-tonne' })
      .first()
      .click({ position: { x: 2, y: 8 } })
    for (let step = 0; step < 'The 3'.length; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    await expect(red(page)).toHaveCount(1)
    await red(page).first().click()
    await expect(sentence(page)).toContainText('It cites nothing.')
    await page.keyboard.press('Control+Alt+g')
    await page
      .getByRole('textbox', { name: 'How you know it' })
      .fill('I have reported on the port since 2009.')
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(red(page)).toHaveCount(0)
  })

  await test.step('it is published', async () => {
    await publish(page)
    await expectToast(page, /published/i)
  })

  await test.step('a reader sees its sources, and who has signed what', async () => {
    await openFromHome(page, 'Kestrel Bay stops driverless cranes after accident')
    const sources = page.getByRole('region', { name: 'Sources' })
    await expect(sources).toContainText('The Kestrel Bay Herald')
    await expect(sources.getByRole('link', { name: HERALD })).toHaveAttribute('href', outlets[0]?.story ?? '')
    await expect(sources).toContainText('I have reported on the port since 2009.')
    await expect(page.locator('article')).toContainText('An AI model drafted this article')
    await page.getByText('Harbour master Delphine Achterberg said').click()
    await expect(page.getByRole('note', { name: 'Sources of this sentence' })).toContainText(HERALD)
  })
})

async function askForFeed(page: Page, address: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Add a feed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a feed' })
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  return dialog
}

async function addFeed(page: Page, address: string): Promise<void> {
  const dialog = await askForFeed(page, address)
  await expectToast(page, 'The feed is added.')
  await expect(dialog).toBeHidden()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  await page
    .getByRole('dialog', { name: /publish/i })
    .getByRole('button', { name: /^Publish/ })
    .click()
}

/** Opens an article as a reader finds it. */
async function openFromHome(page: Page, title: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}
