import type { Client } from '#core/data/client.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { type SpeechServer, startSpeechServer } from '../mocks/speech-server.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { test as base, type Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const MODEL = 'harbour-voice'
const BEGUN = /Waits|Being made/
const SCREEN = '/admin/articles/recordings'

const test = base.extend<{ speech: SpeechServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  speech: async ({}, use) => {
    const server = await startSpeechServer({ model: MODEL })
    // Whatever the job begins meanwhile stays as it is.
    server.speakWith(() => new Promise(() => {}))
    await use(server)
    await server.stop()
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Sets the speech model up as an administrator does. A million characters cost a million. */
async function setSpeechModel(
  admin: Client,
  { baseUrl }: SpeechServer,
  { budget = null as number | null } = {},
) {
  const { data } = await admin.functions.invoke('read-ai-model', { method: 'GET' })
  const { error } = await admin.functions.invoke('save-ai-model', {
    body: {
      version: data.version,
      speech: { provider: 'openai-compatible', model: MODEL, voice: 'mara', voices: [], base_url: baseUrl },
      concurrency: 4,
      currency: 'CHF',
      prices: [{ model: MODEL, input: 1_000_000, output: 0 }],
      monthly_budget: budget,
    },
  })
  expect(error).toBeNull()
}

async function withDatabase({ databaseUrl }: Publication, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    await run(sql)
  } finally {
    await sql.end()
  }
}

const list = (page: Page) => page.getByRole('region', { name: 'Recordings' })
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

test('an editor has older articles recorded, as far as the budget goes', async ({
  page,
  browser,
  publication,
  speech,
}) => {
  const article = (slug: string) =>
    anArticle({ slug, title: `The ${slug}`, subtitle: null, content: 'Open again.' })
  for (const slug of ['harbour', 'ferry', 'crane']) await addArticle(publication.service, article(slug))
  await signIn(page, DESK_ADMIN)
  await page.goto(SCREEN)
  await expect(page.getByText('No speech model is set up')).toBeVisible()
  await expect(page.getByText('No recording waits')).toBeVisible()
  await expect(page.getByText('is read aloud within minutes')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Record older articles' })).toHaveCount(0)
  expect(await findAccessibilityProblems(page), 'without a model').toEqual([])

  await setSpeechModel(await signInElsewhere(publication), speech, { budget: 50 })
  const { desk } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await desk.goto('/admin/articles')
  await desk
    .getByRole('navigation', { name: 'Views of the articles' })
    .getByRole('link', { name: 'Recordings' })
    .click()
  await expect(desk).toHaveURL(SCREEN)
  const older = desk.getByRole('button', { name: 'Record older articles' })
  await older.focus()
  await desk.keyboard.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Record older articles' })
  await expect(dialog.getByText('cover the newest 2 of them')).toBeVisible()
  await expect(dialog.getByText('CHF 50.00')).toBeVisible()
  expect(await findAccessibilityProblems(desk), 'the estimate').toEqual([])
  await dialog.getByLabel('How many').fill('501')
  await expect(dialog.getByLabel('How many')).toHaveAccessibleDescription(
    'Must be a number between 1 and 500.',
  )
  await expect(dialog.getByRole('button', { name: /^Make/ })).toBeDisabled()
  await dialog.getByLabel('How many').fill('1')
  await dialog.getByRole('button', { name: 'Make 1 recording' }).click()
  await expectToast(desk, '1 recording will be made.')
  await expect(older).toBeFocused()
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk)).toContainText(BEGUN)
})

test('what has failed is listed with why, made again, or left silent', async ({
  page,
  publication,
  speech,
}) => {
  await signIn(page, DESK_ADMIN)
  await setSpeechModel(await signInElsewhere(publication), speech)
  for (const slug of ['harbour', 'ferry', 'crane'])
    await addArticle(publication.service, anArticle({ slug, title: `The ${slug}` }))
  await withDatabase(publication, async (sql) => {
    await sql`
      update private.speech_tasks set due_at = 'infinity', failures = 6, problem = 'The speech model gave a sound that cannot be used: it is silent.'`
  })
  await page.goto('/admin/articles')
  await page.getByRole('link', { name: 'Recordings (3 failed)' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(list(page).getByText('it is silent.')).toHaveCount(3)
  expect(await findAccessibilityProblems(page), 'with failures').toEqual([])

  await page.getByRole('button', { name: 'Leave silent: The crane' }).click()
  await expectToast(page, 'The article stays silent until its text changes.')
  await expect(rows(page)).toHaveCount(2)
  await expect(list(page)).toBeFocused()
  await page.getByRole('button', { name: 'Make again: The ferry' }).press('Enter')
  await expectToast(page, 'The recording will be made again.')
  await expect(rows(page).filter({ hasText: 'The ferry' })).toContainText(BEGUN)
  await page.getByRole('button', { name: 'Make all failed again' }).click()
  await expectToast(page, '1 recording will be made again.')
  await expect(rows(page).filter({ hasText: BEGUN })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Make all failed again' })).toHaveCount(0)
})
