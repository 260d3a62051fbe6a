import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLanguageModel } from '#server/platform/ai/language-model.ts'
import { failureOf, KEY, MODEL, QUICK } from '#server/platform/ai/testing/open-asking.ts'
import { secondsOf } from '#server/platform/audio/mp3-frames.ts'
import { createLog } from '#server/platform/log.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { type SpeechServer, startSpeechServer } from '../../../tests/mocks/speech-server.ts'
import { toneMp3 } from '../../../tests/mocks/tone-mp3.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const TEXT = 'The harbour is open again after the storm, and the first ferry left at noon.'
const VOICE = { model: MODEL, voice: 'mara' }

let database: TestDatabase
let server: SpeechServer
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  server = await startSpeechServer({ key: KEY, model: MODEL })
  await useModel()
})
afterEach(async () => {
  await server.stop()
  await database.sql`delete from private.ai_usage`
  await database.sql`update private.ai_settings set speech = null, prices = '[]', monthly_budget = null, concurrency = 4`
})

async function useModel(more: Record<string, unknown> = {}): Promise<void> {
  const base_url = server.baseUrl
  const box = createSecretBox(TEST_SECRETS.jwtSecret, 'key of the language model')
  const sealed_key = box.seal(`speech openai-compatible ${base_url}`, KEY)
  const speech = {
    provider: 'openai-compatible',
    model: MODEL,
    voice: 'mara',
    voices: [{ language: 'de', voice: 'jonas' }],
    base_url,
    sealed_key,
    key_end: '1234',
    ...more,
  }
  await database.sql`update private.ai_settings set speech = ${JSON.stringify(speech)}::jsonb`
}

function open(timing = QUICK) {
  const log = createLog('silent')
  return openLanguageModel({
    sql: database.sql,
    environment: null,
    jwtSecret: TEST_SECRETS.jwtSecret,
    log,
    timing,
  })
}

const speak = (more = {}, timing = QUICK) =>
  open(timing).speak({ text: TEXT, language: 'en', voice: VOICE, ...more })
const usage = () =>
  database.sql`select model, task, input_tokens::int, output_tokens::int, calls::int from private.ai_usage`

test('a text is read aloud by the voice of its language, and counted in characters and seconds', async () => {
  const frames = await speak()
  const seconds = secondsOf(frames)
  expect(seconds).toBeGreaterThan(TEXT.length / 20)
  await speak({ language: 'de', voice: { model: MODEL, voice: 'jonas' } })
  expect(server.calls.map(({ key, body }) => [key, body])).toEqual(
    ['mara', 'jonas'].map((voice) => [KEY, { model: MODEL, voice, input: TEXT, response_format: 'mp3' }]),
  )
  const [row] = await usage()
  expect(row).toEqual({
    model: MODEL,
    task: 'speak',
    input_tokens: TEXT.length * 2,
    output_tokens: Math.ceil(seconds) * 2,
    calls: 2,
  })
})

test.each<[string, Parameters<SpeechServer['misbehave']>[0], RegExp]>([
  ['a page', { bytes: Buffer.from('<!doctype html>'), type: 'text/html' }, /no MP3/],
  ['WAV', { bytes: Buffer.from('RIFF$\0\0\0WAVEfmt aaaaaaaaaaa'), type: 'audio/wav' }, /no MP3/],
  ['nothing', { bytes: Buffer.alloc(0) }, /no sound/],
  ['an hour', { bytes: toneMp3(3600) }, /far too long/],
  ['a blink', { bytes: toneMp3(0.1) }, /far too short/],
  ['silence', { bytes: Buffer.concat(Array(200).fill(toneMp3(1).subarray(0, 192))) }, /silent/],
  ['no end', 'endless', /far too long/],
  ['a hundred megabytes in a few', 'bomb', /far too long/],
])('%s is refused, and was paid for', async (_what, misbehaviour, problem) => {
  server.misbehave(misbehaviour)
  const error = await failureOf(speak())
  expect(error).toMatchObject({ code: 'answer_unusable', message: expect.stringMatching(problem) })
  expect(server.calls).toHaveLength(1)
  expect(await usage()).toMatchObject([{ input_tokens: TEXT.length, output_tokens: 0, calls: 1 }])
})

test('a model that breaks off is asked again, and each time was paid for', async () => {
  server.misbehave('half a response', { status: 503 })
  await speak()
  expect(server.calls).toHaveLength(3)
  expect(await usage()).toMatchObject([{ input_tokens: TEXT.length * 2, calls: 2 }])
})

test('a model that sends a byte now and then is given up, and was paid for', async () => {
  server.misbehave('drip')
  const error = await failureOf(speak({}, { ...QUICK, attemptTimeoutMs: 200, maxAttempts: 1 }))
  expect(error).toMatchObject({ code: 'away', isTemporary: true })
  expect(await usage()).toMatchObject([{ input_tokens: TEXT.length, output_tokens: 0, calls: 1 }])
})

test('the key goes to the address that it was entered for alone, and into no error', async () => {
  const elsewhere = await startSpeechServer()
  const errors: string[] = []
  for (const misbehaviour of [
    { status: 307, headers: { location: `${elsewhere.baseUrl}/audio/speech` } },
    { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } },
    { status: 500, body: { error: { message: `Bearer ${KEY}` } } },
  ]) {
    server.misbehave(misbehaviour, misbehaviour, misbehaviour)
    const error = await failureOf(speak())
    errors.push(JSON.stringify({ ...error, message: error.message, stack: error.stack }))
  }
  expect(errors.join()).not.toContain(KEY)
  expect(elsewhere.calls).toEqual([])
  await elsewhere.stop()
})

test('a model that never answers is given up, for nothing', async () => {
  server.misbehave('hang')
  const error = await failureOf(speak({}, { ...QUICK, attemptTimeoutMs: 50, maxAttempts: 1 }))
  expect(error).toMatchObject({ code: 'away', isTemporary: true })
  expect(await usage()).toEqual([])
})

test.each<[string, Parameters<SpeechServer['misbehave']>[0], string]>([
  ['a refused key', { status: 401 }, 'key_refused'],
  ['an empty account', { status: 402 }, 'no_credit'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'wrong_address'],
  ['no such path', { status: 404 }, 'wrong_address'],
])('%s is named', async (_what, misbehaviour, code) => {
  server.misbehave(misbehaviour)
  expect(await failureOf(speak())).toMatchObject({ code })
  expect(await usage()).toEqual([])
})

test('the budget is that of all models', async () => {
  await speak()
  const prices = JSON.stringify([{ model: MODEL, input: 1_000_000, output: 0 }])
  await database.sql`update private.ai_settings set prices = ${prices}::jsonb, monthly_budget = ${TEXT.length}`
  expect(await failureOf(speak())).toMatchObject({ code: 'paused_by_budget' })
  expect(server.calls).toHaveLength(1)
})

test('without a model, or with another one than was asked for, nothing is said', async () => {
  expect(await failureOf(speak({ voice: { model: MODEL, voice: 'jonas' } }))).toMatchObject({
    code: 'aborted',
  })
  await useModel({ sealed_key: 'unreadable' })
  expect(await failureOf(speak())).toMatchObject({ code: 'key_unreadable' })
  await database.sql`update private.ai_settings set speech = null`
  expect(await failureOf(speak())).toMatchObject({ code: 'not_configured' })
  expect(server.calls).toEqual([])
})
