import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MODEL_TIMING } from '#server/platform/ai/language-model.ts'
import { failureOf, GERMAN, openAsking, QUICK, translating } from '#server/platform/ai/testing/open-asking.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { endFault, hasFault, listFaults } from '#server/platform/faults/faults.ts'

import { startModelServer } from '../../../tests/support/model-server.ts'

const asking = await openAsking()
const { database, open, usage } = asking
beforeEach(() => asking.begin())
afterEach(() => asking.end())
afterAll(() => database.drop())

describe('a failure', () => {
  test.each([
    { status: 429 },
    { status: 500 },
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 529 },
    'reset',
    'half a response',
  ] as const)('that may pass is retried: %j', async (kind) => {
    asking.server.misbehave(kind, kind)
    expect((await open().askModel(translating())).answer).toEqual(GERMAN)
    expect(asking.server.calls).toHaveLength(3)
  })

  test('that does not pass ends after a few attempts', async () => {
    asking.server.misbehave(...Array.from({ length: 10 }, () => ({ status: 500 })))
    expect(await failureOf(open().askModel(translating()))).toMatchObject({ code: 'away', isTemporary: true })
    expect(asking.server.calls).toHaveLength(MODEL_TIMING.maxAttempts)
  })

  test('that asks for a time is waited for, in seconds or until a date', async () => {
    const until = new Date(Date.now() + 1_500).toUTCString()
    const start = Date.now()
    asking.server.misbehave(
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 429, headers: { 'retry-after': until } },
    )
    await open().askModel(translating())
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_000)
    expect(asking.server.calls).toHaveLength(3)
  })

  test('that asks for too long a time is given up at once, and says how long', async () => {
    asking.server.misbehave({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await failureOf(open().askModel(translating()))).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    })
    expect(asking.server.calls).toHaveLength(1)
  })

  test('is an attempt that takes too long', async () => {
    asking.server.misbehave('hang', 'hang')
    const ai = open({}, { ...QUICK, attemptTimeoutMs: 300, maxAttempts: 2 })
    expect(await failureOf(ai.askModel(translating()))).toMatchObject({
      code: 'away',
      message: expect.stringContaining('no answer within 1 seconds'),
    })
    expect(asking.server.calls).toHaveLength(2)
  })

  test('is a server that is not there', async () => {
    await asking.server.stop()
    const error = await failureOf(open({}, { ...QUICK, maxAttempts: 1 }).askModel(translating()))
    expect(error).toMatchObject({ code: 'away', message: expect.stringContaining('ECONNREFUSED') })
  })

  test.each<[string, Partial<AiConfig>, string, RegExp]>([
    ['a wrong key', { key: 'sk-another' }, 'key_refused', /refused the API key. Check AI_API_KEY/],
    ['an unknown model', { model: 'gpt-99' }, 'unknown_model', /does not know the model “gpt-99”/],
  ])('by %s is not retried', async (_what, config, code, sentence) => {
    const error = await failureOf(open(config).askModel(translating()))
    expect(error).toMatchObject({ code, message: expect.stringMatching(sentence), isTemporary: false })
    expect(asking.server.calls).toHaveLength(1)
  })

  test.each<[number, unknown, string]>([
    [400, { error: { message: 'context length exceeded' } }, 'request_refused'],
    [400, { error: { message: 'The model `x` does not exist' } }, 'unknown_model'],
    [402, 'Pay', 'no_credit'],
    [403, {}, 'key_refused'],
    [404, '<h1>Not found</h1> model', 'wrong_address'],
    [404, { type: 'error', error: { type: 'not_found_error', message: 'model: x' } }, 'unknown_model'],
    [413, {}, 'request_refused'],
    [429, { error: { code: 'insufficient_quota' } }, 'no_credit'],
  ])('with status %d and the body %j is %s', async (status, body, code) => {
    asking.server.misbehave({ status, body })
    const error = await failureOf(open().askModel(translating()))
    expect(error.code).toBe(code)
    expect(error.message).not.toMatch(/Not found|context length|Pay/)
    expect(asking.server.calls).toHaveLength(1)
  })

  test('is an address below which there is no model', async () => {
    const error = await failureOf(
      open({ baseUrl: asking.server.baseUrl.replace('/v1', '') }).askModel(translating()),
    )
    expect(error).toMatchObject({ code: 'wrong_address', message: expect.stringContaining('/v1') })
  })

  test.each([301, 302, 307, 308])('is a redirect (%d): the key goes to no other server', async (status) => {
    const other = await startModelServer()
    asking.server.misbehave({ status, headers: { location: `${other.baseUrl}/chat/completions` } })
    expect((await failureOf(open().askModel(translating()))).code).toBe('wrong_address')
    expect([asking.server.calls.length, other.calls.length]).toEqual([1, 0])
    await other.stop()
  })
})

describe('the fault of the model', () => {
  const isOver = () => ({
    isLasting: hasFault('model'),
    last: listFaults().find(({ kind }) => kind === 'model'),
  })
  afterEach(() => endFault('model'))

  test.each([
    [{ status: 500 }, /has a problem of its own \(status 500\)/],
    [{ status: 429 }, /too many requests/],
    [{ status: 401 }, /refused the API key/],
    [{ status: 404, body: '<h1>Not found' }, /no language model at this address/],
    ['hang', /no answer within 1 seconds/],
    ['reset', /cannot be reached/],
    ['half a response', /cannot be reached/],
    ['a page', /not that of a language model/],
    ['not JSON', /not that of a language model/],
    ['other JSON', /not that of a language model/],
    ['huge', /far too long/],
  ] as const)('is named while it lasts, and over with the next answer: %j', async (kind, words) => {
    const ai = open({}, { ...QUICK, attemptTimeoutMs: 900, maxAttempts: 1 })
    await ai.askModel(translating())
    expect(hasFault('model')).toBe(false)
    asking.server.misbehave(kind)
    const { message } = await failureOf(ai.askModel(translating()))
    expect(message).toMatch(words)
    expect(isOver()).toMatchObject({ isLasting: true, last: { error: message, endedAt: null } })
    expect((await ai.askModel(translating())).answer).toEqual(GERMAN)
    expect(isOver()).toMatchObject({ isLasting: false, last: { endedAt: expect.any(Date) } })
  })

  test('is a server that is not there', async () => {
    const ai = open({}, { ...QUICK, maxAttempts: 1 })
    await asking.server.stop()
    await failureOf(ai.askModel(translating()))
    expect(isOver()).toMatchObject({
      isLasting: true,
      last: { error: expect.stringContaining('ECONNREFUSED') },
    })
  })

  test('is not an answer of the model that cannot be used, nor a request that was cancelled', async () => {
    const ai = open({}, { ...QUICK, maxAttempts: 1 })
    asking.server.misbehave({ text: 'Sorry, I cannot.' }, 'hang')
    expect((await failureOf(ai.askModel(translating()))).code).toBe('answer_unusable')
    const stopping = new AbortController()
    const asked = failureOf(ai.askModel(translating({ signal: stopping.signal })))
    await vi.waitUntil(() => asking.server.calls.length === 2)
    stopping.abort()
    expect((await asked).code).toBe('aborted')
    expect(hasFault('model')).toBe(false)
  })
})

describe('a request that is cancelled', () => {
  test('ends at once, and is not counted', async () => {
    asking.server.misbehave('hang')
    const stopping = new AbortController()
    const asked = failureOf(open().askModel(translating({ signal: stopping.signal })))
    await vi.waitUntil(() => asking.server.calls.length === 1)
    stopping.abort()
    expect((await asked).code).toBe('aborted')
    expect(await usage()).toEqual([])
  })

  test('ends while it waits for the next attempt', async () => {
    asking.server.misbehave({ status: 503, headers: { 'retry-after': '50' } })
    const stopping = new AbortController()
    const asked = failureOf(open().askModel(translating({ signal: stopping.signal })))
    await vi.waitUntil(() => asking.server.calls.length === 1)
    stopping.abort()
    expect((await asked).code).toBe('aborted')
  })

  test('is never sent when it waits for a place, or was cancelled before', async () => {
    await database.sql`update private.ai_settings set concurrency = 1`
    let finish = (_answer: unknown) => {}
    asking.server.answerWith(() => new Promise((resolve) => (finish = resolve)))
    const ai = open()
    const first = ai.askModel(translating())
    await vi.waitUntil(() => asking.server.calls.length === 1)
    const stopping = new AbortController()
    const second = failureOf(ai.askModel(translating({ signal: stopping.signal })))
    stopping.abort()
    expect((await second).code).toBe('aborted')
    expect((await failureOf(ai.askModel(translating({ signal: stopping.signal })))).code).toBe('aborted')
    finish(GERMAN)
    await first
    expect(asking.server.calls).toHaveLength(1)
  })
})
