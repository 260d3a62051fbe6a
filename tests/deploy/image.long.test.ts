import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { findServerAccount, isRoot } from '#server/platform/database/embedded/account.ts'
import { ROOT } from '#server/platform/root.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { buildImage, type Image, makeReadOnly, makeWritable } from './build-image.ts'
import { commandOf } from './read-dockerfile.ts'

const run = promisify(execFile)
/** The size of debian:trixie-slim. */
const BASE_MEGABYTES = 79
const PROGRAM = 'srv/ai-watch'

let folder: string
let image: Image
/** The ordinary user that runs the site. */
let user: { uid: number; gid: number } | object

beforeAll(async () => {
  folder = createTemporaryFolder('image')
  image = await buildImage(folder)
  await makeReadOnly(image.root)
  user = (isRoot() && (await findServerAccount())) || {}
}, 600_000)
afterAll(async () => {
  await makeWritable(folder)
  await rm(folder, { recursive: true, force: true })
})

async function megabytesOf(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path])
  return Number.parseInt(stdout, 10)
}

interface Container {
  child: ChildProcess
  port: number
  output(): string
  ended: Promise<number | null>
  /** Runs a command as `docker compose exec` does. */
  exec(command: string[]): Promise<{ code: number; output: string }>
}

/** Runs the command of the image as the ordinary user, with a folder of its own for `/data`. */
async function start(data: string, given: Record<string, string> = {}): Promise<Container> {
  await mkdir(data, { mode: 0o700 })
  if ('uid' in user) await chown(data, user.uid, user.gid)
  const port = await freePort()
  const env = {
    ...image.environment,
    PATH: `${join(image.root, PROGRAM, 'node_modules/.bin')}:/usr/bin:/bin`,
    DATA_DIR: data,
    PORT: String(port),
    DEMO: '0',
    ...given,
  }
  const options = { cwd: join(image.root, image.get('WORKDIR').text), env, ...user }
  const [program = '', ...args] = commandOf(image.get('CMD'))
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  })
  return {
    child,
    port,
    ended,
    output: () => output,
    exec: async ([command = '', ...more]) =>
      run(command, more, options).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
      ),
  }
}

async function untilReady({ port, child, output }: Container): Promise<void> {
  await expect
    .poll(async () => {
      if (child.exitCode !== null) return output()
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status ?? 0
    })
    .toBe(200)
}

test('the packages take at most 350 MB, and the image with its base less than 500', async () => {
  expect(await megabytesOf(join(image.root, PROGRAM, 'node_modules'))).toBeLessThanOrEqual(350)
  expect((await megabytesOf(image.root)) + BASE_MEGABYTES).toBeLessThan(500)
})

test('an ordinary user who can write to /data alone runs it with the embedded PostgreSQL, and it stops in order', async () => {
  const site = await start(join(folder, 'data-embedded'))
  await untilReady(site)
  const page = await fetch(`http://127.0.0.1:${site.port}/about`)
  expect(page.status).toBe(200)
  const [asset = ''] = /\/assets\/[\w.-]+\.js(?!on)/.exec(await page.text()) ?? []
  expect((await fetch(`http://127.0.0.1:${site.port}${asset}`)).status).toBe(200)

  const healthCheck = commandOf(image.get('HEALTHCHECK'))
  expect((await site.exec(healthCheck)).code).toBe(0)
  const doctor = await site.exec(['node', '--run', 'doctor'])
  expect(doctor.code, doctor.output).toBe(0)
  const backup = join(folder, 'data-embedded', 'site.backup')
  const backedUp = await site.exec(['node', '--run', 'backup', '--', backup])
  expect(backedUp.code, backedUp.output).toBe(0)
  expect((await site.exec(['node', '--run', 'backup', '--', '--verify', backup])).code).toBe(0)

  site.child.kill('SIGTERM')
  expect(await site.ended).toBe(0)
  expect((await site.exec(healthCheck)).code).toBe(1)
})

test('with the PostgreSQL of the compose file, whose user the script of deploy/ makes, the address is in a file', async () => {
  const server = createTemporaryFolder('image-postgres')
  const port = await freePort()
  const settings = ['fsync = off', "listen_addresses = '127.0.0.1'", `port = ${port}`]
  const { host, stop } = await startPostgresServer(server, { major: '18', provider: 'libc', settings })
  onTestFinished(stop)
  const file = join(folder, 'database-url')
  await writeFile(file, `postgres://ai_watch:0123456789abcdef@127.0.0.1:${port}/ai_watch\n`)
  await createDatabase({ host, port }, file)

  const site = await start(join(folder, 'data-own'), { DATABASE_URL_FILE: file })
  await untilReady(site)
  const doctor = await site.exec(['node', '--run', 'doctor'])
  expect(doctor.output).toMatch(/^(?:ok|warning) +database +PostgreSQL 18\.\d+/m)
  expect(site.output()).not.toContain('Creating the database')
})

/** Runs the script of the compose file; psql, which is in the image of PostgreSQL only, is a shell function that writes what it gets. */
async function createDatabase(server: { host: string; port: number }, file: string): Promise<void> {
  const script = join(ROOT, 'deploy/postgres/create-database.sh')
  const psql = `psql() { for argument; do echo "-- $argument"; done; cat; }; . ${script}`
  const { stdout } = await run('sh', ['-c', psql], {
    env: { PATH: '/usr/bin:/bin', DATABASE_URL_FILE: file },
  })
  const [, password = ''] = /^-- password=(.*)$/m.exec(stdout) ?? []
  expect(password).toBe('0123456789abcdef')
  const sql = connect({ ...server, user: 'postgres', database: 'postgres' }, { max: 1 })
  for (const statement of stdout
    .replace(/^--.*$/gm, '')
    .replace(":'password'", `'${password}'`)
    .split(';'))
    if (statement.trim()) await sql.script(statement)
  await sql.end()
}
