import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AiModelState } from '#core/domain/ai-model.ts'
import type { ModelConnection } from '#server/platform/ai/ai-settings.ts'
import { checkModel } from '#server/platform/ai/check-model.ts'
import { freePort } from '../../../tests/support/free-port.ts'

const NEVER = new AbortController().signal
const KEY = 'sk-a-long-key-for-the-model'

const check = (connection: Partial<ModelConnection> | null, state: Partial<AiModelState> = {}) => {
  const used = {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: null,
    key: KEY,
    from: 'settings',
  } as const
  return checkModel(
    {
      readState: async () =>
        ({ connection, key_readable: true, monthly_budget: null, spent: 0, ...state }) as AiModelState,
      requireConnection: async () => ({ ...used, ...connection }),
    },
    NEVER,
  )
}

async function serve(status: number) {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers })
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

test('a model is asked for its list, with its key', async () => {
  const { baseUrl, asked } = await serve(200)
  expect(await check({ baseUrl })).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/ answers .* m\.$/),
  })
  expect(await check({ baseUrl, provider: 'anthropic' })).toMatchObject({ state: 'ok' })
  expect(await check({ baseUrl, key: null })).toMatchObject({ state: 'ok' })
  expect(asked.map(({ url, headers }) => [url, headers.authorization, headers['x-api-key']])).toEqual([
    ['/v1/models', `Bearer ${KEY}`, undefined],
    ['/v1/models', undefined, KEY],
    ['/v1/models', undefined, undefined],
  ])
  expect(await check({ baseUrl: (await serve(404)).baseUrl })).toMatchObject({ state: 'ok' })
})

test('what is wrong with a model is said in words, and where it is set', async () => {
  const closed = await freePort()
  expect(await check(null)).toEqual({ state: 'ok', found: 'No language model is set up.' })
  expect(await check({ baseUrl: (await serve(401)).baseUrl })).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/ refused the API key\. Check it in Settings → Language model\.$/),
  })
  expect(await check({ baseUrl: `http://127.0.0.1:${closed}/v1` })).toMatchObject({
    state: 'problem',
    found: `The language model at 127.0.0.1:${closed} cannot be reached: nothing accepts connections at its address (ECONNREFUSED).`,
    advice: expect.stringContaining('Settings → Language model'),
  })
  expect(await check({}, { key_readable: false })).toMatchObject({
    state: 'problem',
    found: expect.stringContaining('cannot be decrypted'),
  })
  const { baseUrl } = await serve(200)
  expect(await check({ baseUrl }, { monthly_budget: 5, spent: 5 })).toMatchObject({
    state: 'warning',
    found: 'The budget of this month for the language model is used up.',
  })
})
