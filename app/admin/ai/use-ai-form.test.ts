import { expect, test } from 'vitest'
import { type AiDraft, canReuseKey, parseDraft, toDraft } from '#app/admin/ai/use-ai-form.ts'
import type { AiModelState } from '#core/domain/ai-model.ts'

const STATE: AiModelState = {
  version: 3,
  variables: [],
  connection: {
    provider: 'openai-compatible',
    model: 'harbour-7b',
    base_url: 'http://127.0.0.1:11434/v1',
    has_key: true,
    key_end: '1234',
  },
  key_readable: true,
  concurrency: 4,
  currency: 'CHF',
  prices: [{ model: 'harbour-7b', input: 2.5, output: 10 }],
  monthly_budget: null,
  spent: 0,
  uses: [],
}
const { has_key: _, key_end: __, ...STORED } = STATE.connection ?? {}

const read = (part: Partial<AiDraft>, state = STATE) =>
  parseDraft({ ...toDraft(state), ...part }, state, state.version)

test('what was not changed is saved as it is stored, and the key is not mentioned', () => {
  expect(read({})).toEqual({
    change: {
      version: 3,
      connection: STORED,
      concurrency: 4,
      currency: 'CHF',
      prices: STATE.prices,
      monthly_budget: null,
    },
    problems: new Map(),
  })
})

test.each<[string, Partial<AiDraft>, unknown]>([
  ['typed', { keyAction: 'replace', key: ' sk-new ' }, { key: 'sk-new' }],
  ['removed', { keyAction: 'remove' }, { key: null }],
  ['of another address', { base_url: 'http://127.0.0.1:1/v1' }, { key: null }],
  ['of another provider', { provider: 'openai' }, { key: null }],
])('a key that is %s is sent as such', (_what, part, expected) => {
  expect(read(part).change.connection).toMatchObject(expected as object)
})

test('a slash at the end of the address is no other address', () => {
  expect(canReuseKey({ ...toDraft(STATE), base_url: 'http://127.0.0.1:11434/v1/' }, STATE)).toBe(true)
})

test('without a provider there is no model, and with one in the environment none is sent', () => {
  expect(read({ provider: '' }).change.connection).toBeNull()
  expect(read({}, { ...STATE, variables: ['AI_PROVIDER'] }).change).not.toHaveProperty('connection')
})

test('a comma is a point, and empty rows are left out', () => {
  const prices = [
    { model: 'm', input: '0,15', output: '0' },
    { model: '', input: ' ', output: '' },
  ]
  expect(read({ prices, monthly_budget: '12,5' }).change).toMatchObject({
    prices: [{ model: 'm', input: 0.15, output: 0 }],
    monthly_budget: 12.5,
  })
})

test('what is wrong is named by its field', () => {
  const prices = [{ model: 'm', input: '', output: 'much' }]
  const { problems } = read({ model: '', base_url: '', currency: 'francs', concurrency: '1.5', prices })
  expect([...problems.keys()].toSorted()).toEqual([
    'concurrency',
    'connection.base_url',
    'connection.model',
    'currency',
    'prices.0.input',
    'prices.0.output',
  ])
})
