import { once } from 'node:events'
import { chmod, mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { prepareMains } from './prepare-mains.ts'
import { runScript } from './run-main.ts'

const mains = prepareMains()
beforeEach(() => mains.begin())
afterEach(() => mains.end())

async function runDoctor(env: Record<string, string>) {
  const doctor = runScript('doctor', [], { DATA_DIR: mains.dataDir, ...env })
  const code = await doctor.ended
  return { code, output: doctor.output() }
}

test('the doctor finds nothing wrong with a site that runs, and says what to do about one that does not', async () => {
  const env = { PORT: String(await freePort()) }
  const main = mains.start(env)
  await main.address()
  const well = await runDoctor(env)
  expect(well.output).toMatch(/^AI Watch \d+\.\d+\.\d+(\+\w+)?, Node 24\./)
  for (const name of ['site', 'proxies', 'schema', 'worker', 'model', 'storage'])
    expect(well.output).toMatch(new RegExp(`^ok +${name} `, 'm'))
  // The one of the packages grows older.
  expect(well.output).toMatch(/^(ok|warning) +database +PostgreSQL 18\./m)
  for (const name of ['address', 'mail', 'backups', 'permissions'])
    expect(well.output).toMatch(new RegExp(`^warning +${name} `, 'm'))
  expect(well.code, well.output).toBe(0)

  const wrong = await runDoctor({ ...env, TRUST_PROXY: '1' })
  expect(wrong.output).toMatch(/^problem +proxies .*\n +→ Set TRUST_PROXY=0/m)
  expect(wrong.code).toBe(1)

  await main.stop()
  await chmod(join(mains.dataDir, 'secrets.json'), 0o644)
  const stopped = await runDoctor(env)
  expect(stopped.output).toMatch(/^problem +site .*\n +→ Start the site: npm start$/m)
  expect(stopped.output).toMatch(/^problem +database /m)
  expect(stopped.output).toMatch(/^problem +permissions .*\n +→ chmod 600 /m)
  expect(stopped.output).not.toContain('sb_secret')
  expect(stopped.code).toBe(1)
})

test('without a data folder the doctor says so in one line', async () => {
  const { code, output } = await runDoctor({ DATA_DIR: join(mains.dataDir, 'none') })
  expect(output).toMatch(/^DATA_DIR: .*\/none does not exist\. Start the site once, .*\n$/)
  expect(code).toBe(1)
})

test('what another program answers cannot steer the terminal', async () => {
  const imposter = createServer((_request, response) =>
    response.writeHead(503).end(JSON.stringify({ reason: 'x\u001b[2J\nok  \u202e' })),
  ).listen(0, '127.0.0.1')
  await once(imposter, 'listening')
  const folder = join(mains.dataDir, 'of-imposter')
  await mkdir(folder, { recursive: true })
  const { port } = imposter.address() as AddressInfo
  const { output } = await runDoctor({ PORT: String(port), DATA_DIR: folder })
  imposter.close()
  expect(output).toContain('The site is not ready: x\\x1b[2J ok \\u{202e}.')
})
