import { appendFile, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

let dataDir: ReturnType<typeof temporaryDataDir>
let cluster: string
let main: MainProcess
let url: string

beforeEach(async () => {
  dataDir = temporaryDataDir()
  cluster = join(await realpath(dataDir.path), 'postgres')
  main = runMain({ DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' })
  url = await main.address()
})

afterEach(async () => {
  await main.stop()
  const left = await findPostmaster(cluster)
  if (left) process.kill(left.pid, 'SIGQUIT')
  await expect.poll(() => findPostmaster(cluster), { timeout: 30_000 }).toBeNull()
  await dataDir.remove()
})

async function killDatabase(): Promise<number> {
  const pid = (await findPostmaster(cluster))?.pid ?? Number.NaN
  process.kill(pid, 'SIGKILL')
  return pid
}

async function read(path: string): Promise<number> {
  const response = await fetch(url + path)
  await response.arrayBuffer()
  return response.status
}

async function expectReady(): Promise<void> {
  await expect.poll(() => read('/readyz'), { timeout: 30_000 }).toBe(200)
}

/** Every process with the database folder as its working directory, including the children of the server. */
async function databaseProcesses(): Promise<string[]> {
  if (process.platform !== 'linux') return (await findPostmaster(cluster)) ? ['the server'] : []
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')))
  return ids.filter((_, index) => folders[index]?.startsWith(cluster))
}

async function expectOrderlyEnd(): Promise<void> {
  expect(await main.stop()).toBe(0)
  expect(main.output()).toMatch(/Stopping \(SIGTERM\)[\s\S]*Stopped\./)
  await expect.poll(databaseProcesses, { timeout: 30_000 }).toEqual([])
}

test('a killed database is restarted, the log says so, and SIGTERM still ends everything', async () => {
  await expectReady()
  const killed = await killDatabase()
  await main.printed(/"level":"warn","message":"PostgreSQL ended; starting it again\."/)
  await main.printed(/"level":"warn","message":"PostgreSQL is back after [\d.]+ seconds\."/)
  await expectReady()
  expect((await findPostmaster(cluster))?.pid).not.toBe(killed)
  expect(await read('/')).toBe(200)
  await expectOrderlyEnd()
})

test('readers get cached pages while the database does not start', async () => {
  expect(await read('/')).toBe(200)
  const settings = join(cluster, 'postgresql.conf')
  const working = await readFile(settings)
  await appendFile(settings, 'nonsense = 1\n')
  await killDatabase()
  await main.printed(/"level":"error","message":"PostgreSQL is still away.*nonsense/)
  expect(await read('/')).toBe(200)
  expect(await read('/readyz')).toBe(503)
  expect(await read('/healthz')).toBe(200)
  await writeFile(settings, working)
  await main.printed(/PostgreSQL is back after/)
  await expectReady()
  await expectOrderlyEnd()
})

test('SIGTERM right after the database was killed ends everything', async () => {
  await expectReady()
  await killDatabase()
  await expectOrderlyEnd()
})
