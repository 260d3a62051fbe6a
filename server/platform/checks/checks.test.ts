import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  checkAddress,
  checkProxies,
  checkSite,
  describeLateRenewal,
} from '#server/platform/checks/address-checks.ts'
import { ok, runChecks } from '#server/platform/checks/check.ts'
import { checkDatabase, checkSchema, checkWorker } from '#server/platform/checks/database-checks.ts'
import { checkMail } from '#server/platform/checks/delivery-checks.ts'
import { checkClock, checkDisk, checkPermissions } from '#server/platform/checks/machine-checks.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const NEVER = new AbortController().signal

async function serve(listener: RequestListener): Promise<{ siteUrl: string; host: string; port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { siteUrl: `http://127.0.0.1:${port}`, host: '127.0.0.1', port }
}

const answering = (status: number, body: object) =>
  serve((_, response) => response.writeHead(status).end(JSON.stringify(body)))

async function openFolder(): Promise<string> {
  const folder = createTemporaryFolder('checks')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('checks run at once, and one that throws or is silent is a problem of its own', async () => {
  const findings = await runChecks(
    {
      good: async () => ok('Good.'),
      broken: async () => {
        throw Object.assign(new Error('a long story'), { code: 'EACCES' })
      },
      silent: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    },
    50,
  )
  expect(findings).toEqual({
    good: { state: 'ok', found: 'Good.' },
    broken: {
      state: 'problem',
      found: 'It failed: the permission is missing (EACCES).',
      advice: expect.any(String),
    },
    silent: {
      state: 'problem',
      found: 'There was no answer within 0.05 seconds.',
      advice: expect.any(String),
    },
  })
})

test('the site is asked whether it is ready', async () => {
  expect(await checkSite(await answering(200, { status: 'ready' }), NEVER)).toMatchObject({ state: 'ok' })
  expect(
    await checkSite(await answering(200, { status: 'ready', warning: 'jobs wait' }), NEVER),
  ).toMatchObject({
    state: 'warning',
    found: 'The site is ready, but jobs wait',
  })
  expect(await checkSite(await answering(503, { reason: 'disk full' }), NEVER)).toMatchObject({
    state: 'problem',
    found: 'The site is not ready: disk full.',
  })
  expect(await checkSite({ siteUrl: '', host: '127.0.0.1', port: 1 }, NEVER)).toMatchObject({
    state: 'problem',
    advice: 'Start the site: npm start',
  })
})

test('the address has to exist, to be encrypted and to lead here', async () => {
  const of = (siteUrl: string) => checkAddress({ siteUrl, host: '127.0.0.1', port: 3000 }, NEVER)
  expect(await of('https://nowhere.invalid')).toMatchObject({
    state: 'problem',
    found: 'nowhere.invalid has no address.',
  })
  expect(await of('http://127.0.0.2.invalid')).toMatchObject({ state: 'problem' })
  expect(await of((await answering(200, { status: 'ok' })).siteUrl)).toMatchObject({
    state: 'warning',
    advice: 'Set SITE_URL to the public address.',
  })
  expect(await of((await answering(404, {})).siteUrl)).toMatchObject({
    state: 'problem',
    found: expect.stringContaining('answers 404'),
  })
  expect(await of('http://127.0.0.1:1')).toMatchObject({
    state: 'problem',
    found: 'http://127.0.0.1:1 cannot be reached: nothing accepts connections at its address (ECONNREFUSED).',
  })
})

test.each([
  [1, 1, 'ok', /TRUST_PROXY is 1\.$/],
  [0, 1, 'problem', /Set TRUST_PROXY=1: until then limits count for the proxy/],
  [2, 1, 'problem', /Set TRUST_PROXY=1, or let each proxy/],
  [1, 0, 'problem', /Set TRUST_PROXY=0, or/],
] as const)('TRUST_PROXY=%i and %i proxies is %s', async (trustProxy, proxies, state, text) => {
  const { siteUrl } = await serve((request, response) => {
    response
      .writeHead(request.url === '/functions/v1/count-proxies' ? 200 : 404)
      .end(JSON.stringify({ proxies }))
  })
  const finding = await checkProxies({ siteUrl, trustProxy }, NEVER)
  expect(finding.state).toBe(state)
  expect(finding.advice ?? finding.found).toMatch(text)
  const { siteUrl: other } = await answering(404, {})
  expect(await checkProxies({ siteUrl: other, trustProxy }, NEVER)).toMatchObject({ state: 'warning' })
})

test('no key is sent to what answers at the address of the site', async () => {
  const sent: unknown[] = []
  const { siteUrl } = await serve((request, response) => {
    sent.push(Object.keys(request.headers).toSorted())
    response.end(JSON.stringify({ proxies: 0 }))
  })
  await checkProxies({ siteUrl, trustProxy: 0 }, NEVER)
  expect(sent).toEqual([['connection', 'host']])
})

test('the certificate of an authority of one’s own is told from one for another name', async () => {
  const folder = await openFolder()
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile]
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...files])
  const pem = { key: await readFile(keyFile), cert: await readFile(certFile) }
  const server = createTlsServer(pem).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const siteUrl = `https://localhost:${port}`
  expect(await checkAddress({ siteUrl, host: '127.0.0.1', port }, NEVER)).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(
      /^Browsers would refuse localhost: no public authority has signed its certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
    ),
    advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
})

test('a certificate is late by its own length', () => {
  const [hour, day] = [3_600_000, 86_400_000]
  const late = (all: number, left: number) =>
    describeLateRenewal({ from: new Date(left - all), to: new Date(left) }, 0)
  for (const [all, left] of [
    [12 * hour, 4 * hour],
    [6 * day, 2 * day],
    [90 * day, 30 * day],
    [398 * day, 15 * day],
  ] as const)
    expect(late(all, left)).toBeNull()
  expect(late(12 * hour, hour)).toBe('ends in 60 minutes, and is valid for 12 hours in all')
  expect(late(6 * day, 20 * hour)).toBe('ends in 20 hours, and is valid for 6 days in all')
  expect(late(90 * day, 13 * day)).toBe('ends in 13 days, and is valid for 90 days in all')
  expect(late(398 * day, 13 * day)).toBe('ends in 13 days, and is valid for 398 days in all')
})

test('what answers without encryption is said in words', async () => {
  const { port } = await answering(200, {})
  expect(
    await checkAddress({ siteUrl: `https://localhost:${port}`, host: '127.0.0.1', port }, NEVER),
  ).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/cannot be reached: what answers there is not encrypted/),
  })
})

test('what others may read in the data folder is named with the command that closes it', async () => {
  const folder = join(await openFolder(), 'data')
  await mkdir(folder, { mode: 0o700 })
  expect(await checkPermissions(folder)).toMatchObject({ state: 'ok' })
  const keys = join(folder, 'secrets.json')
  await writeFile(keys, '{}', { mode: 0o600 })
  expect(await checkPermissions(folder)).toMatchObject({ state: 'ok' })
  await chmod(keys, 0o644)
  expect(await checkPermissions(folder)).toMatchObject({ state: 'problem', advice: `chmod 600 ${keys}` })
  await chmod(keys, 0o600)
  await chmod(folder, 0o755)
  expect(await checkPermissions(folder)).toMatchObject({ state: 'warning', advice: `chmod o= ${folder}` })
})

test('the fullest disk and the clock are looked at', async () => {
  const folder = await openFolder()
  expect(await checkDisk([folder, '/proc'])).toMatchObject({
    state: 'problem',
    found: '0.0 GB are free for /proc.',
  })
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  expect((await checkClock(database.sql)).state).not.toBe('problem')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await checkClock(database.sql)).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/by (59|60) seconds/),
  })
})

test('the database, its schema and its jobs are looked at', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { sql } = database
  const at = (now: string, isEmbedded = false) => checkDatabase(sql, { isEmbedded, now: new Date(now) })
  expect(await at('2026-06-01')).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^PostgreSQL 18\.\d+, with all rights/),
  })
  expect(await at('2027-06-01')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(
      /^PostgreSQL 18\.\d+ is of \w+ \d+, 20\d\d, and lacks the fixes of at least \d later minor releases?\.$/,
    ),
    advice: expect.stringMatching(/^Update the packages of PostgreSQL 18 /),
  })
  expect(await at('2027-06-01', true)).toMatchObject({
    advice: expect.stringContaining('Move the site to a PostgreSQL of its own'),
  })
  expect(await at('2030-10-01')).toMatchObject({
    state: 'warning',
    found: 'PostgreSQL 18 gets its last fixes on November 14, 2030.',
    advice: expect.stringContaining('restore it into an empty database of a newer major'),
  })
  expect(await checkSchema(sql)).toMatchObject({ state: 'ok' })
  expect(await checkWorker(sql)).toMatchObject({ state: 'ok' })

  await sql`insert into pgboss.job (name, data, state, completed_on) values ('purge', '{}', 'failed', now())`
  expect(await checkWorker(sql)).toMatchObject({
    state: 'warning',
    found: '1 job failed within a day: purge.',
  })
  await sql`insert into pgboss.job (name, data, start_after) values ('purge', '{}', now() - interval '6 minutes')`
  expect(await checkWorker(sql)).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^1 jobs have waited/),
  })

  await sql.script('alter table public.authors rename to people')
  expect(await checkSchema(sql)).toMatchObject({
    state: 'problem',
    found: 'The database lacks public.authors.',
  })
  await sql.script('alter table public.people rename to authors')

  await sql.script(`update private.schema_release set release = '99.0.0', hash = 'other'`)
  expect(await checkSchema(sql)).toEqual({
    state: 'problem',
    found: expect.stringMatching(/^A newer version of AI Watch .* its release is 99\.0\.0, /),
    advice: expect.stringMatching(/^Start that release/),
  })
  await sql.script(`update private.schema_release set release = '0.9.0'`)
  expect(await checkSchema(sql)).toMatchObject({
    state: 'problem',
    advice: expect.stringMatching(/^Make a backup \(npm run backup -- FILE\), empty the database/),
  })
  await sql.script('drop table private.schema_release')
  expect(await checkSchema(sql)).toEqual({
    state: 'problem',
    found: 'This database has no release.',
    advice: expect.stringMatching(/^Back it up with the commit that made it/),
  })
})

test('mail that stays here, and a sender that is an example', async () => {
  const identity = { domain: 'example.com' } as Parameters<typeof checkMail>[0]['identity']
  const verify = async () => {}
  expect(await checkMail({ kind: 'outbox', identity, verify })).toMatchObject({ state: 'warning' })
  expect(await checkMail({ kind: 'smtp', identity, verify })).toMatchObject({
    state: 'problem',
    found: 'The domain example.com: it is an example, so set the sender to an address of your own domain.',
  })
})
