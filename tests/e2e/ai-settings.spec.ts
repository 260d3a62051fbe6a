import { type ModelServer, startModelServer, TOKENS } from '../support/model-server.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const KEY = 'sk-a-key-that-nobody-may-see-1234'
const MODEL = 'harbour-7b'

const test = base.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startModelServer({ key: KEY, model: MODEL })
    await use(server)
    await server.stop()
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const card = (page: Page) => page.getByRole('form', { name: 'Language Model' })
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const saved = (page: Page) => expectToast(page, 'The language model was saved.')

async function openSettings(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/language-model')
  await expect(card(page).getByLabel('Currency')).toBeVisible()
}

async function typeConnection(page: Page, { baseUrl }: ModelServer, key: string): Promise<void> {
  await card(page).getByLabel('Provider').selectOption('openai-compatible')
  await card(page).getByLabel('Model', { exact: true }).fill(MODEL)
  await card(page).getByLabel('Address').fill(baseUrl)
  await card(page).getByLabel('API key').fill(key)
}

test('a model is set up, tested and priced, and its key never comes back', async ({ page, model }) => {
  const received: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/functions/')) received.push(await response.text().catch(() => ''))
  })
  await openSettings(page)
  await expect(card(page).getByLabel('Provider')).toHaveValue('')
  await typeConnection(page, model, 'sk-wrong')
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('refused the API key').first()).toBeVisible()
  await card(page).getByLabel('API key').fill(KEY)
  await expect(card(page).getByText('refused the API key')).toHaveCount(0)
  await button(page, 'Test connection').click()
  await expect(
    card(page)
      .getByText(/harbour-7b translated two words in \d+\.\d s/)
      .first(),
  ).toBeVisible()
  await card(page).getByLabel('Currency').fill('chf')
  await button(page, 'Add a price').click()
  await expect(card(page).getByLabel('Name of the model')).toBeFocused()
  await expect(card(page).getByLabel('Name of the model')).toHaveValue(MODEL)
  await card(page).getByLabel('Input per million').fill('2,5')
  await card(page).getByLabel('Output per million').fill('10')
  await card(page).getByLabel('Budget per month').fill('50')
  await button(page, 'Save Changes').click()
  await saved(page)

  await page.reload()
  await expect(card(page).getByText('A key is stored that ends in 1234.')).toBeVisible()
  await expect(card(page).getByLabel('Address')).toHaveValue(model.baseUrl)
  await expect(card(page).getByLabel('Input per million')).toHaveValue('2.5')
  await expect(card(page).getByText('of CHF 50.00')).toBeVisible()
  await expect(
    card(page).getByText(/harbour-7b: 1 request, 100 tokens in, 20 out, CHF\s0\.000[45]/),
  ).toBeVisible()
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('The connection works')).toBeVisible()
  expect(model.calls.map(({ key }) => key)).toEqual(['sk-wrong', KEY, KEY])
  expect(received.length).toBeGreaterThan(3)
  expect(received.join()).not.toContain(KEY)
  expect(await page.content()).not.toContain(KEY)
})

test('a stored key is replaced, kept and removed, and goes to no other address', async ({ page, model }) => {
  const other = await startModelServer()
  await openSettings(page)
  await typeConnection(page, model, KEY)
  await button(page, 'Save Changes').click()
  await saved(page)

  await button(page, 'Replace the API key').click()
  await expect(card(page).getByLabel('API key')).toBeFocused()
  await button(page, 'Keep the stored key').click()
  await expect(card(page).getByText('ends in 1234')).toBeVisible()

  await card(page).getByLabel('Address').fill(other.baseUrl)
  await expect(card(page).getByLabel('API key')).toHaveAccessibleDescription(
    /belongs to another provider or address/,
  )
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('The connection works')).toBeVisible()
  expect(other.calls.map(({ key }) => key)).toEqual([null])
  await card(page).getByLabel('Address').fill(model.baseUrl)
  await expect(card(page).getByText('ends in 1234')).toBeVisible()

  await button(page, 'Remove the API key').click()
  await expect(card(page).getByText('The key is removed when you save.')).toBeVisible()
  await button(page, 'Save Changes').click()
  await expect(card(page).getByLabel('API key')).toHaveValue('')
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('refused the API key').first()).toBeVisible()
  await other.stop()
})

test('a value that does not fit is explained at its field, and nothing typed is lost', async ({
  page,
  model,
}) => {
  await openSettings(page)
  await typeConnection(page, model, KEY)
  const odd: [label: string, text: string, problem: RegExp][] = [
    ['Address', 'http://ada:secret@127.0.0.1/v1', /without a user or a query/],
    ['Address', '', /Must be set for this provider/],
    ['Model', 'two words', /without spaces/],
    ['Budget per month', 'much', /Must be a number/],
    ['Budget per month', '0', /more than 0/],
    ['Requests at the same time', '1000', /at most 50/],
    ['Currency', 'F', /three capital letters/],
  ]
  for (const [label, text, problem] of odd) {
    const field = card(page).getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(text)
    await button(page, 'Save Changes').click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(problem)
    await expect(field).toHaveValue(text)
    await field.fill(before)
  }
  await button(page, 'Save Changes').click()
  await saved(page)
  await card(page).getByLabel('Provider').selectOption('anthropic')
  await card(page).getByLabel('Address').fill('')
  await button(page, 'Save Changes').click()
  await expect(card(page).getByLabel('API key')).toHaveAccessibleDescription(/Must be set for this provider/)
})

test('a budget that is used up says so, and so does a model without a price', async ({ page, model }) => {
  await openSettings(page)
  await typeConnection(page, model, KEY)
  await card(page).getByLabel('Budget per month').fill('0.001')
  await button(page, 'Save Changes').click()
  await expect(card(page).getByText('harbour-7b has no price')).toBeVisible()
  await button(page, 'Add a price').click()
  await card(page)
    .getByLabel('Input per million')
    .fill(String(1_000_000 / TOKENS.input))
  await card(page).getByLabel('Output per million').fill('0')
  await button(page, 'Save Changes').click()
  await expect(card(page).getByText('has no price')).toHaveCount(0)
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('The budget is used up')).toBeVisible()
  await expect(card(page).getByText('Spent this month: $1.00 of $0.001')).toBeVisible()
})

test('an editor does not overwrite what another one has saved without seeing it', async ({
  expectConsoleError,
  page,
  publication,
  model,
}) => {
  await openSettings(page)
  await typeConnection(page, model, KEY)
  expectConsoleError(/status of 409/)
  const elsewhere = await signInElsewhere(publication)
  const theirs = { provider: 'openai-compatible', model: 'theirs', base_url: model.baseUrl }
  const costs = { concurrency: 4, currency: 'USD', prices: [], monthly_budget: null }
  const { error } = await elsewhere.functions.invoke('save-ai-model', {
    body: { version: 0, connection: theirs, ...costs },
  })
  expect(error).toBeNull()
  await button(page, 'Save Changes').click()
  await expect(card(page).getByText('Nothing was saved').first()).toBeVisible()
  await expect(card(page).getByLabel('Model', { exact: true })).toHaveValue(MODEL)
  await button(page, 'Keep mine').click()
  await button(page, 'Save Changes').click()
  await saved(page)
  await page.reload()
  await expect(card(page).getByLabel('Model', { exact: true })).toHaveValue(MODEL)
})

test('the card is accessible, and asks before changes are left behind', async ({ page, model }) => {
  await openSettings(page)
  await typeConnection(page, model, 'sk-wrong')
  await button(page, 'Add a price').click()
  await button(page, 'Test connection').click()
  await expect(card(page).getByText('The test failed')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'with a result').toEqual([])
  await button(page, 'Save Changes').click()
  await expect(card(page).getByLabel('Input per million')).toBeFocused()
  expect(await findAccessibilityProblems(page), 'with a problem').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/outbox')
})

test.describe('with a model in the environment', () => {
  test.use({
    environment: {
      AI_PROVIDER: 'openai',
      AI_MODEL: MODEL,
      AI_API_KEY: KEY,
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
    },
  })

  test('its fields cannot be changed, and say which variable sets them', async ({ page }) => {
    await openSettings(page)
    const fields: [label: string, value: string, variable: string][] = [
      ['Provider', 'OpenAI', 'AI_PROVIDER'],
      ['Model', MODEL, 'AI_MODEL'],
      ['Address', 'http://127.0.0.1:9/v1', 'AI_BASE_URL'],
      ['API key', 'A key is stored that ends in 1234.', 'AI_API_KEY'],
    ]
    for (const [label, value, variable] of fields) {
      const field = card(page).getByLabel(label, { exact: true })
      await expect(field).toHaveValue(value)
      await expect(field).toHaveAttribute('readonly')
      await expect(field).toHaveAccessibleDescription(`Set by ${variable}.`)
    }
    await button(page, 'Test connection').click()
    await expect(card(page).getByText('127.0.0.1:9 cannot be reached').first()).toBeVisible()
    expect(await findAccessibilityProblems(page), 'read-only').toEqual([])
    await card(page).getByLabel('Requests at the same time').fill('8')
    await button(page, 'Save Changes').click()
    await saved(page)
  })
})
