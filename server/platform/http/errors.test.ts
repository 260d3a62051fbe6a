import { RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { createErrorHandler, createInvalidRequestHandler } from '#server/platform/http/errors.ts'
import { addSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { createLog, type Log } from '#server/platform/log.ts'

const SENTENCE = 'Something went wrong on our side. Please try again in a moment.'

/** Builds an app in which one path throws. Returns the response and the logged lines. */
async function breakAt(path: string, error: Error, method = 'GET') {
  const logged: [string, unknown][] = []
  const log: Log = {
    ...createLog('silent'),
    error: (message, cause) => {
      logged.push([message, cause])
    },
  }
  const app = new Hono()
  app.onError(createErrorHandler(log))
  app.use(addSecurityHeaders({ https: false }))
  app.all('*', () => {
    throw error
  })
  const response = await app.request(path, { method })
  return { status: response.status, headers: response.headers, text: await response.text(), logged }
}

test.each(['/', '/article/harbour', '/healthz', '/restaurant', '/assets/rest/v1'])(
  'what breaks at %s is a plain sentence outside, and has its cause in the log',
  async (path) => {
    const error = new Error('relation "secret_table" does not exist at /srv/ai-watch/server/app.ts')
    const { status, headers, text, logged } = await breakAt(path, error)
    expect([status, text]).toEqual([500, SENTENCE])
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(logged).toEqual([[`GET ${path}`, error]])
  },
)

test.each(['/rest/v1/articles', '/auth/v1/token', '/functions/v1/send-confirmation-email'])(
  'what breaks at %s has the form that the official client reads',
  async (path) => {
    const { status, text, logged } = await breakAt(path, new Error('secret'), 'POST')
    expect(status).toBe(500)
    expect(JSON.parse(text)).toEqual({ code: 'internal_error', details: null, hint: null, message: SENTENCE })
    expect(logged).toHaveLength(1)
  },
)

test('an error response has the security headers too', async () => {
  const { headers } = await breakAt('/', new Error('broken'))
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('an intended HTTPException becomes its own response, and is not logged', async () => {
  const refusal = new HTTPException(413, { message: 'Too large' })
  expect(await breakAt('/', refusal)).toMatchObject({ status: 413, text: 'Too large', logged: [] })
})

test('an HTTPException with a 5xx status is treated like any other error', async () => {
  const error = new HTTPException(503, { message: 'db.internal:5432 is away' })
  expect(await breakAt('/', error)).toMatchObject({
    status: 500,
    text: SENTENCE,
    logged: [['GET /', error]],
  })
})

test('a client that disconnects in the middle of its request is not logged as an error', async () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(await breakAt('/', gone, 'POST')).toMatchObject({ status: 500, logged: [] })
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(await breakAt('/', lost, 'POST')).toMatchObject({ logged: [['POST /', lost]] })
})

test('a malformed request gets one sentence, with the headers of every response', async () => {
  const logged: unknown[][] = []
  const log = { ...createLog('silent'), error: (...values: unknown[]) => void logged.push(values) }
  const answer = createInvalidRequestHandler(log, { 'x-content-type-options': 'nosniff' })
  const refused = answer(new RequestError('Invalid host header'))
  expect([refused.status, await refused.text()]).toEqual([400, 'The request is not valid.'])
  const broken = answer('/srv/ai-watch/server/app.ts')
  expect([broken.status, await broken.text()]).toEqual([500, SENTENCE])
  for (const { headers } of [refused, broken]) expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(logged).toEqual([['A request failed', '/srv/ai-watch/server/app.ts']])
})

test('a path cannot add lines to the log', async () => {
  const error = new Error('broken')
  const { logged } = await breakAt('/%0A2026-11-20T00:00:00.000Z%20error%20forged', error)
  expect(logged).toEqual([['GET /%0A2026-11-20T00:00:00.000Z%20error%20forged', error]])
})
