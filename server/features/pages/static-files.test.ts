import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { staticFiles } from '#server/features/pages/static-files.ts'
import { createErrorHandler } from '#server/platform/http/errors.ts'
import { createLog } from '#server/platform/log.ts'

/** Serves a folder of its own on a real socket and records errors. */
async function serve(fill: (folder: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'static-'))
  await fill(folder)
  const errors: unknown[][] = []
  const log = { ...createLog('silent'), error: (...values: unknown[]) => void errors.push(values) }
  const app = new Hono().use(staticFiles(folder))
  app.onError(createErrorHandler(log))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, errors }
}

test('a file is served whole, by range, and for HEAD', async () => {
  const { url } = await serve((folder) => writeFile(join(folder, 'robots.txt'), 'User-agent: *'))
  const whole = await fetch(`${url}/robots.txt`)
  expect([whole.status, await whole.text()]).toEqual([200, 'User-agent: *'])
  expect(whole.headers.get('content-length')).toBe('13')
  expect(whole.headers.get('cache-control')).toBe('public, max-age=3600')
  const part = await fetch(`${url}/robots.txt`, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'User'])
  const head = await fetch(`${url}/robots.txt`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '13'])
})

test('a file is read once in each encoding, and later responses are the same', async () => {
  let folder = ''
  const { url } = await serve(async (path) => {
    folder = path
    for (const [name, text] of [
      ['app.js', 'plain'],
      ['app.js.br', 'as br'],
      ['app.js.gz', 'as gzip'],
    ] as const)
      await writeFile(join(path, name), text)
  })
  const get = (encoding: string) =>
    new Promise<string>((resolve, reject) => {
      request(`${url}/app.js`, { headers: { 'accept-encoding': encoding } }, (response) => {
        const { date: _date, ...headers } = response.headers
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve(JSON.stringify([response.statusCode, headers, text])))
      })
        .on('error', reject)
        .end()
    })
  const encodings = ['', 'gzip', 'br', 'gzip, br', 'gzip;q=1.0', 'br;q=0', 'zstd']
  const first = new Map<string, string>()
  for (const encoding of encodings) first.set(encoding, await get(encoding))
  expect(first.get('gzip')).toContain('as gzip')
  expect(first.get('gzip, br')).toContain('as br')
  expect(first.get('br;q=0')).toContain('plain')
  for (const name of ['app.js', 'app.js.br', 'app.js.gz']) await rm(join(folder, name))
  for (const encoding of encodings) expect(await get(encoding), encoding).toBe(first.get(encoding))
})

test('an asset of another build is served, also of one that is made later, and nothing else of it', async () => {
  const builds = await mkdtemp(join(tmpdir(), 'builds-'))
  onTestFinished(() => rm(builds, { recursive: true }))
  const make = async (build: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(builds, build, path)), { recursive: true })
      await writeFile(join(builds, build, path), text)
    }
  }
  await make('0000000000000001', { 'client/assets/own.js': 'own', 'client/robots.txt': 'old' })
  await make('0000000000000002', {
    'client/assets/new-a.js': 'new',
    'client/assets/new-a.js.br': 'as br',
    'client/new.txt': 'new',
    'server/index.js': 'secret',
  })
  await make('partial-12345678', { 'client/assets/half.js': 'half' })
  const app = new Hono().use(staticFiles(join(builds, '0000000000000001/client')))
  const read = async (path: string, encoding = 'identity') => {
    const response = await app.request(path, { headers: { 'accept-encoding': encoding } })
    return `${response.status} ${await response.text()}`
  }
  expect(await read('/assets/own.js')).toBe('200 own')
  expect(await read('/assets/new-a.js')).toBe('200 new')
  expect(await read('/assets/new-a.js', 'br')).toBe('200 as br')
  for (const path of [
    '/new.txt',
    '/assets/half.js',
    '/assets/../../server/index.js',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/none.js',
  ])
    expect(await read(path), path).toMatch(/^404 /)
  await make('0000000000000003', { 'client/assets/newest.js': 'newest' })
  await expect.poll(() => read('/assets/newest.js')).toBe('200 newest')
})

test('when a file cannot be read, the response is one sentence, and only the log has the path', async () => {
  // It exists, but reading it fails for every user, even root.
  const { url, errors } = await serve((folder) =>
    mkdir(join(folder, 'broken/index.html'), { recursive: true }),
  )
  const response = await fetch(`${url}/broken`)
  expect(response.status).toBe(500)
  expect(await response.text()).toBe('Something went wrong on our side. Please try again in a moment.')
  expect(response.headers.get('cache-control')).toBeNull()
  expect(errors).toEqual([['GET /broken', expect.objectContaining({ code: 'EISDIR' })]])
})
