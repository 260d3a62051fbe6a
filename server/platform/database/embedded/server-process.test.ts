import { stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { summarize } from '#server/platform/database/embedded/account.ts'
import { explainLog, limitLog, logSize } from '#server/platform/database/embedded/server-process.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

test('the cause is what the last start wrote, without routine lines and time stamps', async () => {
  const log = join(await openTemporaryFolder(), 'server.log')
  const old = '2026-11-20 16:06:04.987 UTC [1] FATAL:  an old story\n'
  await writeFile(log, old)
  const offset = await logSize(log)
  await writeFile(
    log,
    `${old}2026-11-20 16:06:04.987 UTC [2] LOG:  starting PostgreSQL 18.4
2026-11-20 16:06:04.988 UTC [2] FATAL:  could not write lock file "postmaster.pid": No space left on device
2026-11-20 16:06:04.988 UTC [2] LOG:  database system is shut down
`,
  )
  expect(await explainLog(log, offset)).toBe(
    'FATAL: could not write lock file "postmaster.pid": No space left on device',
  )
})

test('a log that does not exist explains nothing and has no size', async () => {
  const log = join(await openTemporaryFolder(), 'server.log')
  expect(await logSize(log)).toBe(0)
  expect(await explainLog(log, 0)).toBe('')
})

test('a log that has grown too long is emptied, and a short one is not', async () => {
  const folder = await openTemporaryFolder()
  const [long, short] = [join(folder, 'long.log'), join(folder, 'short.log')]
  await writeFile(long, Buffer.alloc(11 * 1024 * 1024, 'x'))
  await writeFile(short, 'x')
  for (const limit of [limitLog(long), limitLog(short)]) onTestFinished(() => limit.stop())
  await vi.waitUntil(async () => (await stat(long)).size === 0, { timeout: 30_000 })
  expect((await stat(short)).size).toBe(1)
})

test('a link in the place of the log is not followed', async () => {
  const folder = await openTemporaryFolder()
  await writeFile(join(folder, 'secret'), 'FATAL:  secret\n')
  await symlink(join(folder, 'secret'), join(folder, 'server.log'))
  expect(await explainLog(join(folder, 'server.log'), 0)).toBe('')
})

test('many lines become one', () => {
  expect(summarize('one\n two \n\nthree\tthree\nfour\nfive\n')).toBe('two; three three; four; five')
})
