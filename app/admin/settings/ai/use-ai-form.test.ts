import { expect, test } from 'vitest'
import { type AiDraft, canReuseKey, parseDraft, toDraft } from '#app/admin/settings/ai/use-ai-form.ts'
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
  speech: null,
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
      speech: null,
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
  expect(canReuseKey({ ...toDraft(STATE), base_url: 'http://127.0.0.1:11434/v1/' }, STATE.connection)).toBe(
    true,
  )
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

test('a speech model is saved with its voices, of which empty ones are left out', () => {
  const speech = {
    ...toDraft(STATE).speech,
    provider: 'openai-compatible' as const,
    model: 'kokoro',
    base_url: 'http://127.0.0.1:8880/v1',
    voice: ' alloy ',
    voices: [
      { language: ' FR', voice: 'siwis' },
      { language: '', voice: '' },
    ],
  }
  expect(read({ speech }).change.speech).toEqual({
    provider: 'openai-compatible',
    model: 'kokoro',
    base_url: 'http://127.0.0.1:8880/v1',
    key: null,
    voice: 'alloy',
    voices: [{ language: 'fr', voice: 'siwis' }],
  })
  expect([
    ...read({ speech: { ...speech, voice: '', provider: 'openai', base_url: '' } }).problems.keys(),
  ]).toEqual(expect.arrayContaining(['speech.voice', 'speech.key']))
})
