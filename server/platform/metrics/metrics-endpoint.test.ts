import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '#server/platform/root.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'

const TOKEN = 'a-token-for-metrics-0123'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ metricsToken: TOKEN })
  await addArticle(app.service(), anArticle({ title: 'Measured', slug: 'measured' }))
})
afterAll(() => app.stop())

const ask = (authorization?: string, address = app.url) =>
  fetch(`${address}/metrics`, { headers: authorization ? { authorization } : {} })

/** The value of a metric whose labels include the given ones. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
  return lines
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test.each([undefined, '', 'Bearer ', `Bearer ${TOKEN}x`, `bearer ${TOKEN}`, TOKEN, `Basic ${TOKEN}`])(
  'whoever sends %o is refused',
  async (authorization) => {
    const response = await ask(authorization)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.text()).toBe('Send METRICS_TOKEN as a bearer token.')
  },
)

test('without a token there is no such address', async () => {
  const closed = await startTestApp({ beside: app })
  expect((await ask(undefined, closed.url)).status).toBe(404)
  expect((await ask('Bearer undefined', closed.url)).status).toBe(404)
  await closed.stop()
})

test('requests are counted by kind of address, and by whether the page came from the cache', async () => {
  const counts = async () => ({
    articles: await read('http_request_duration_seconds_count', { route: 'article', status: '2xx' }),
    hits: await read('page_cache_requests_total', { result: 'hit' }),
    misses: await read('page_cache_requests_total', { result: 'miss' }),
  })
  const before = await counts()
  for (let n = 0; n < 3; n++) await (await fetch(`${app.url}/article/measured`)).text()
  expect(await counts()).toEqual({
    articles: before.articles + 3,
    hits: before.hits + 2,
    misses: before.misses + 1,
  })
})

test('every metric of the dashboard exists', async () => {
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  const known = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  const dashboard = JSON.parse(await readFile(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8'))
  const used = dashboard.panels
    .flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
    .flatMap((expr: string) =>
      [...expr.matchAll(/\b([a-z]+_[a-z0-9_]+)(?=[{[)])/g)].map(([, name = '']) => name),
    )
    .map((name: string) => name.replace(/_(count|bucket)$/, ''))
    .filter((name: string) => name !== 'histogram_quantile')
  expect(used.length).toBeGreaterThan(dashboard.panels.length - 1)
  expect(known).toEqual(expect.arrayContaining(used))
})

const ALERTS = join(ROOT, 'deploy/alerts')
/** Words of the query language, and metrics of Prometheus itself. */
const NO_METRIC = new Set(['and', 'or', 'up'])

test('every series that an alert asks for is there before anything has happened', async () => {
  const lines = (await (await ask(`Bearer ${TOKEN}`)).text()).split('\n')
  const files = await readdir(ALERTS)
  const rules: { groups: { rules: { expr: string }[] }[] }[] = await Promise.all(
    files.map((file) => readFile(join(ALERTS, file), 'utf8').then(parse)),
  )
  const asked = rules
    .flatMap(({ groups }) => groups.flatMap((group) => group.rules))
    .flatMap(({ expr }) => [...expr.matchAll(/\b([a-z][a-z_]*)\b(?!\s*\()(?:\{([^}]*)\})?/g)])
    .filter(([, name = '']) => !NO_METRIC.has(name))
  expect(asked.length).toBeGreaterThan(20)
  const missing = asked.filter(([, name, labels = '']) => {
    const wanted = labels.split(',')
    return !lines.some(
      (line) =>
        new RegExp(`^${name}[ {]`).test(line) && wanted.every((label: string) => line.includes(label)),
    )
  })
  expect(missing.map(([selector]) => selector)).toEqual([])
})

test('names and texts are as Prometheus wants them', async () => {
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }))
  expect(types.length).toBeGreaterThan(30)
  // These are the rules of `promtool check metrics`.
  for (const { name, type } of types)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  expect(new Set(types.map(({ name }) => name)).size).toBe(types.length)
  const helped = [...text.matchAll(/^# HELP (\w+) \S/gm)].map(([, name]) => name)
  expect(helped.toSorted()).toEqual(types.map(({ name }) => name).toSorted())
})

test('what a client invents makes no label', async () => {
  for (const path of ['/a"b', '/%0aforged 1', '/constructor', '/__proto__/x', `/${'x'.repeat(2000)}`])
    await fetch(app.url + path, { method: 'PROPFIND' }).catch(() => {})
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  // Other metrics are of everything that runs in this process, such as jobs of other tests.
  const ofRequests = text.split('\n').filter((line) => line.startsWith('http_request'))
  expect(ofRequests.join('\n')).not.toMatch(/PROPFIND|constructor|proto|forged|xxxx/)
  expect(
    await read('http_request_duration_seconds_count', { route: 'page', method: 'other' }),
  ).toBeGreaterThan(0)
})

test('the queue, the pools and the mails are read when they are asked for', async () => {
  expect(
    await read('database_pool_connections', { pool: 'ai-watch requests', state: 'open' }),
  ).toBeGreaterThan(0)
  expect(await read('database_pool_wait_seconds_count', { pool: 'ai-watch anonymous' })).toBeGreaterThan(0)
  expect(await read('database_bytes')).toBeGreaterThan(1_000_000)
})
