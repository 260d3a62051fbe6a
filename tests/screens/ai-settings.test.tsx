import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AiModelChange, AiModelState, AiTestResult, TypedAiConnection } from '#core/domain/ai-model.ts'
import { A_MODEL, NO_MODEL } from './support/ai-model.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const KEY = 'sk-a-key-that-nobody-may-see-1234'
const MODEL = 'harbour-7b'
const ADDRESS = 'http://127.0.0.1:11434/v1'

const card = page.getByRole('form', { name: 'Language Model' })
const field = (label: string) => card.getByLabelText(label, { exact: true })
const button = (name: string) => card.getByRole('button', { name, exact: true })
const saved = () => expectToast('The language model was saved.')

/** The card, with a server that stores what is saved and whose model says this to a test. */
async function openSettings(
  given: AiModelState = NO_MODEL,
  answer: AiTestResult = { ok: true, model: MODEL, ms: 840 },
) {
  let state = given
  const screen = await openScreen('/admin/settings/language-model', {
    functions: {
      'read-ai-model': () => state,
      'save-ai-model': (change: AiModelChange) => {
        if (change.version !== state.version) return json({ error: 'Changed', code: 'conflict' }, 409)
        const { connection, speech: _, ...costs } = change
        state = { ...state, ...costs, version: state.version + 1, ...(connection && show(connection, state)) }
        return state
      },
      'test-ai-connection': () => answer,
    },
  })
  await expect.element(field('Currency')).toBeVisible()
  return Object.assign(screen, {
    /** Changes the settings as another administrator would. */
    change: (more: Partial<AiModelState>) => {
      state = { ...state, ...more, version: state.version + 1 }
    },
  })
}

/** A connection as the desk is told of it: its key is not. */
function show({ key, ...rest }: TypedAiConnection, { connection: before }: AiModelState) {
  const kept = key === undefined && before
  return {
    connection: {
      ...rest,
      has_key: kept ? kept.has_key : Boolean(key),
      key_end: kept ? kept.key_end : (key?.slice(-4) ?? ''),
    },
  }
}

async function typeConnection(): Promise<void> {
  await field('Provider').selectOptions('openai-compatible')
  await field('Model').fill(MODEL)
  await field('Address').fill(ADDRESS)
  await field('API key').fill(KEY)
}

test('a model is set up, tested and priced, and its key is not shown again', async () => {
  const screen = await openSettings()
  await expect.element(field('Provider')).toHaveValue('')
  await typeConnection()
  await button('Test connection').click()
  await expect.element(card.getByText(/harbour-7b translated two words in 0\.8 s/).first()).toBeVisible()
  await field('Currency').fill('chf')
  await button('Add a price').click()
  await expect.element(field('Name of the model')).toHaveFocus()
  await expect.element(field('Name of the model')).toHaveValue(MODEL)
  await field('Input per million').fill('2,5')
  await field('Output per million').fill('10')
  await field('Budget per month').fill('50')
  await button('Save Changes').click()
  await saved()
  const connection = { provider: 'openai-compatible', model: MODEL, base_url: ADDRESS, key: KEY }
  expect(screen.sentTo('test-ai-connection')).toEqual([{ connection }])
  expect(screen.sentTo('save-ai-model')).toEqual([
    {
      version: 0,
      connection,
      speech: null,
      concurrency: 4,
      currency: 'CHF',
      prices: [{ model: MODEL, input: 2.5, output: 10 }],
      monthly_budget: 50,
    },
  ])

  screen.change({
    spent: 0.00045,
    uses: [{ model: MODEL, calls: 1, input_tokens: 100, output_tokens: 20, cost: 0.00045 }],
  })
  await screen.reload()
  await expect.element(card.getByText('A key is stored that ends in 1234.')).toBeVisible()
  await expect.element(field('Address')).toHaveValue(ADDRESS)
  await expect.element(field('Input per million')).toHaveValue('2.5')
  await expect.element(card.getByText(/of CHF\s50\.00/)).toBeVisible()
  await expect
    .element(card.getByText(/harbour-7b: 1 request, 100 tokens in, 20 out, CHF\s0\.000[45]/))
    .toBeVisible()
  await button('Test connection').click()
  await expect.element(card.getByText('The connection works')).toBeVisible()
  expect(screen.sentTo('test-ai-connection')[1]).toEqual({})
  expect(document.documentElement.innerHTML).not.toContain(KEY)
})

test('a test that failed says why until what is typed changes', async () => {
  await openSettings(NO_MODEL, { ok: false, code: 'key_refused', error: 'The provider refused the API key.' })
  await typeConnection()
  await button('Test connection').click()
  await expect.element(card.getByText('The test failed')).toBeVisible()
  await expect.element(card.getByText('The provider refused the API key.').first()).toBeVisible()
  await button('Add a price').click()
  await button('Save Changes').click()
  await expect.element(field('Input per million')).toHaveFocus()
  expect(await findProblems(), 'with a problem').toEqual([])
  await field('API key').fill(`${KEY}5`)
  await expect.element(card.getByText('The test failed')).not.toBeInTheDocument()
})

test('a stored key is replaced, kept and removed, and goes to no other address', async () => {
  const screen = await openSettings(A_MODEL)
  await button('Replace the API key').click()
  await expect.element(field('API key')).toHaveFocus()
  await button('Keep the stored key').click()
  await expect.element(card.getByText(/ends in 1234/)).toBeVisible()

  await field('Address').fill('http://127.0.0.1:9/v1')
  await expect.element(field('API key')).toHaveAccessibleDescription(/belongs to another provider or address/)
  await button('Test connection').click()
  await expect.element(card.getByText('The connection works')).toBeVisible()
  expect(screen.sentTo('test-ai-connection')).toEqual([
    {
      connection: {
        provider: 'openai-compatible',
        model: MODEL,
        base_url: 'http://127.0.0.1:9/v1',
        key: null,
      },
    },
  ])
  await field('Address').fill(ADDRESS)
  await expect.element(card.getByText(/ends in 1234/)).toBeVisible()

  await button('Remove the API key').click()
  await expect.element(card.getByText('The key is removed when you save.')).toBeVisible()
  await button('Save Changes').click()
  await saved()
  await expect.element(field('API key')).toHaveValue('')
  expect(screen.sentTo('save-ai-model')).toMatchObject([{ version: 1, connection: { key: null } }])
})

test('a value that does not fit is explained at its field, and nothing typed is lost', async () => {
  await openSettings()
  await typeConnection()
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
    const before = (field(label).element() as HTMLInputElement).value
    await field(label).fill(text)
    await button('Save Changes').click()
    await expect.element(field(label)).toHaveFocus()
    await expect.element(field(label)).toHaveAccessibleDescription(problem)
    await expect.element(field(label)).toHaveValue(text)
    await field(label).fill(before)
  }
  await button('Save Changes').click()
  await saved()
  await field('Provider').selectOptions('anthropic')
  await field('Address').fill('')
  await button('Save Changes').click()
  await expect.element(field('API key')).toHaveAccessibleDescription(/Must be set for this provider/)
})

test('a budget that is used up says so, and so does a model without a price', async () => {
  const screen = await openSettings({ ...A_MODEL, monthly_budget: 0.001 })
  await expect.element(card.getByText(/harbour-7b has no price/)).toBeVisible()
  screen.change({
    prices: [{ model: MODEL, input: 10_000, output: 0 }],
    spent: 1,
    uses: [{ model: MODEL, calls: 1, input_tokens: 100, output_tokens: 20, cost: 1 }],
  })
  await screen.reload()
  await expect.element(card.getByText(/^The budget is used up/)).toBeVisible()
  await expect.element(card.getByText('Spent this month: $1.00 of $0.001')).toBeVisible()
  await expect.element(card.getByText(/has no price/)).not.toBeInTheDocument()
})

test('an editor does not overwrite what another one has saved without seeing it', async () => {
  const screen = await openSettings(A_MODEL)
  await field('Model').fill('mine')
  screen.change({})
  await button('Save Changes').click()
  await expect.element(card.getByText(/^Nothing was saved/).first()).toBeVisible()
  await expect.element(field('Model')).toHaveValue('mine')
  await button('Keep mine').click()
  await button('Save Changes').click()
  await saved()
  expect(screen.sentTo('save-ai-model')).toMatchObject([{ version: 1 }, { version: 2 }])
})

test('the card asks before changes are left behind', async () => {
  await openSettings()
  await typeConnection()
  await button('Test connection').click()
  await expect.element(card.getByText('The connection works')).toBeVisible()
  expect(await findProblems(), 'with a result').toEqual([])
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => window.location.pathname).toBe('/admin/outbox')
})

test('the fields of a model that the environment sets cannot be changed, and say which variable sets them', async () => {
  const screen = await openSettings({
    ...A_MODEL,
    variables: ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'],
    connection: {
      provider: 'openai',
      model: MODEL,
      base_url: 'http://127.0.0.1:9/v1',
      has_key: true,
      key_end: '1234',
    },
  })
  const fields: [label: string, value: string, variable: string][] = [
    ['Provider', 'OpenAI', 'AI_PROVIDER'],
    ['Model', MODEL, 'AI_MODEL'],
    ['Address', 'http://127.0.0.1:9/v1', 'AI_BASE_URL'],
    ['API key', 'A key is stored that ends in 1234.', 'AI_API_KEY'],
  ]
  for (const [label, value, variable] of fields) {
    await expect.element(field(label)).toHaveValue(value)
    await expect.element(field(label)).toHaveAttribute('readonly')
    await expect.element(field(label)).toHaveAccessibleDescription(`Set by ${variable}.`)
  }
  expect(await findProblems(), 'read-only').toEqual([])
  await field('Requests at the same time').fill('8')
  await userEvent.keyboard('{Control>}s{/Control}')
  await saved()
  expect(screen.sentTo('save-ai-model')).toEqual([
    { version: 1, speech: null, concurrency: 8, currency: 'USD', prices: [], monthly_budget: null },
  ])
})
