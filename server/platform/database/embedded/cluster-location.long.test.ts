import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { isRoot } from '#server/platform/database/embedded/account.ts'
import { SHARED_FOLDER } from '#server/platform/database/embedded/cluster.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { failure, open, query, start } from '#server/platform/database/embedded/testing/clusters.ts'
import { startProcess } from '#server/platform/database/embedded/testing/start-process.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

test('where the data folder is closed to the server, root keeps the cluster in a shared place and says so', async () => {
  const folder = await openTemporaryFolder()
  const closed = join(folder, 'closed')
  const dataDir = join(closed, 'data')
  await mkdir(closed, 0o700)
  if (!isRoot()) {
    // The open folder is open to its owner only; the closed one cannot be used at all.
    await chmod(closed, 0o500)
    expect(await failure(start(dataDir))).toContain('cannot be made')
    return
  }
  const place = sharedPlace(dataDir)
  const first = await start(dataDir)
  expect(first.directory).toBe(join(place, 'postgres'))
  expect(first.notes.at(-1)).toMatch(
    new RegExp(`^The database is in ${first.directory}, because ${closed} is closed to the user `),
  )
  await query(first, "create table kept as select 'yes' as kept")
  await first.stop()

  await chmod(closed, 0o755)
  const second = await start(dataDir)
  expect(second.directory).toBe(first.directory)
  expect(await query(second, 'select kept from kept')).toEqual([{ kept: 'yes' }])
  expect((await stat(closed)).mode & 0o777).toBe(0o755)
})

test('after a data folder was deleted a new one begins empty, wherever the rows are stored', async () => {
  const closed = join(await openTemporaryFolder(), 'closed')
  const dataDir = join(closed, 'data')
  await mkdir(closed, 0o700)
  const place = isRoot() ? sharedPlace(dataDir) : dataDir
  const cluster = join(place, 'postgres')
  const owner = startProcess('own-data-dir.ts', dataDir)
  expect([await owner.nextLine(), await owner.nextLine()]).toEqual(['locked', 'started'])
  const sql = open({ host: cluster, database: 'postgres', user: 'postgres', port: 5432 })
  await sql.script("create table kept as select 'yes' as kept")
  const left = await findPostmaster(cluster)
  onTestFinished(() => {
    // Ends within a minute by itself where its files are gone.
    if (left && !isRoot()) process.kill(left.pid, 'SIGQUIT')
  })
  await owner.kill()
  await rm(dataDir, { recursive: true })

  const server = await start(dataDir)
  expect(server.directory).toBe(cluster)
  expect(await query(server, "select to_regclass('kept') as kept")).toEqual([{ kept: null }])
  const aside = (await readdir(place)).filter((name) => /^postgres\.\d/.test(name))
  expect(aside).toHaveLength(isRoot() ? 1 : 0)
})

test('a shared place that vanished is an error, not an empty database', async () => {
  const dataDir = await openTemporaryFolder()
  await writeFile(join(dataDir, 'postgres.location'), '/var/lib/nowhere/postgres\n')
  expect(await failure(start(dataDir))).toMatch(
    /^The database should be in \/var\/lib\/nowhere\/postgres, .* but it is not there/,
  )
})

test('a copy of a data folder cannot use the shared place of the original at the same time', async () => {
  const folder = await openTemporaryFolder()
  const original = join(folder, 'closed', 'data')
  const copy = join(folder, 'copy')
  await mkdir(dirname(original), 0o700)
  await mkdir(copy, 0o755)
  if (isRoot()) sharedPlace(original)
  const lock = await lockDataDir(original)
  onTestFinished(() => lock.release())
  const server = await start(original)
  await writeFile(join(copy, 'postgres.location'), `${server.directory}\n`)
  expect(await failure(start(copy))).toContain('is already running')
})

/** The place outside that belongs to a data folder, removed after the test. */
function sharedPlace(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const place = join(SHARED_FOLDER, hash)
  onTestFinished(async () => {
    await rm(place, { recursive: true, force: true })
    // Goes only when it is empty: it may have been there before, for others.
    await rmdir(SHARED_FOLDER).catch(() => {})
  })
  return place
}
