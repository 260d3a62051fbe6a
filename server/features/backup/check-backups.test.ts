import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CheckedBackups, createBackupCheck } from '#server/features/backup/check-backups.ts'
import { openBackupTarget } from '#server/features/backup/targets/target.ts'
import type { BackupConfig } from '#server/platform/config.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startS3 } from '../../../tests/support/s3.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const NEVER = new AbortController().signal

async function openSite(s3: BackupConfig['s3'] = null) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const parent = createTemporaryFolder('check-backups')
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'backups')
  const check = (change: Partial<CheckedBackups> = {}, sql = database.sql) => {
    const config = {
      siteUrl: 'https://example.org',
      dataDir: '/proc',
      storageDir: '/proc',
      s3: null,
      backups: { folder, s3 },
      backupPassphrase: 'a long passphrase',
      ...change,
    }
    return createBackupCheck(openBackupTarget(config.backups), config)(sql, NEVER)
  }
  return { sql: database.sql, parent, folder, check }
}

test('what was decided and how the last backups went is said, with what to do', async () => {
  const { sql, parent, folder, check } = await openSite()
  expect(await check()).toMatchObject({
    state: 'warning',
    found: 'Automatic backups are not set up. No backups yet.',
    advice: expect.stringContaining('Daily backup'),
  })
  await sql`insert into private.backup_schedule (daily_at) values (null)`
  expect(await check()).toMatchObject({ state: 'ok', found: expect.stringContaining('Another program') })

  await sql`update private.backup_schedule set daily_at = '03:30'`
  expect(await check()).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/daily at 03:30\. No backups yet/),
  })
  const made = (hours: number) => sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted)
    values ('done', ${folder}, 'x', ${`${hours}`}, 1, now() - make_interval(hours => ${hours}), false)`
  await made(27)
  expect(await check()).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/The last good one is 27 hours old\.$/),
  })

  await sql`update private.backup_schedule set since = now() - interval '100 days'`
  expect(await check()).toMatchObject({
    state: 'problem',
    found: 'The daily backup of 03:30 is missing. The last good one is 27 hours old.',
  })
  await made(1)
  expect(await check()).toMatchObject({
    state: 'ok',
    found: `Backups are made daily at 03:30 and kept in ${folder}. The last good one is 1 hour old.`,
  })
  await sql`insert into private.restorations (made_at) values (now())`
  expect(await check()).toMatchObject({
    state: 'warning',
    found: 'No daily backups are made while the restored site is held.',
    advice: expect.stringContaining('Back up now'),
  })
  await sql`delete from private.restorations`
  await sql`insert into private.backup_troubles (kind, reason) values ('failed', 'The disk is full.')`
  expect(await check()).toMatchObject({
    state: 'problem',
    found: 'A backup has failed: The disk is full. The last good one is 1 hour old.',
    advice: expect.stringContaining('Back up now'),
  })
  expect(await readdir(parent)).toEqual([])
})

test('a database that was never used is no site yet', async () => {
  const { sql, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const { check } = await openSite()
  expect(await check({}, sql)).toMatchObject({
    state: 'problem',
    advice: 'Start the site once: npm start',
  })
})

test('a folder that cannot be written, or be made where it is to be, is a problem', async () => {
  const { parent, folder, check } = await openSite()
  await writeFile(folder, 'a file')
  expect(await check()).toMatchObject({
    state: 'problem',
    // Root may read and write the file, and looks into it in vain.
    found: expect.stringMatching(
      /^Backups cannot be written to .*\/backups(?:\/incoming)?: (?:the permission is missing|a part of the path is not a folder) \(\w+\)\.$/,
    ),
    advice: expect.stringContaining('BACKUP_DIR'),
  })
  await rm(folder)
  await mkdir(join(folder, 'incoming'), { recursive: true })
  expect((await check()).state).toBe('warning')
  await chmod(parent, 0o500)
  onTestFinished(() => chmod(parent, 0o700))
  // A folder counts only if backups are written to it.
  expect((await check()).state).toBe('warning')
})

test('a bucket gets a small file, which is removed again', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const good = await openSite({ ...s3.config, prefix: 'daily/' })
  expect((await good.check()).found).toMatch(/^Automatic backups are not set up/)
  expect(await readdir(good.parent)).toEqual([])
  const wrong = await openSite({ ...s3.config, secretAccessKey: 'another', prefix: '' })
  expect(await wrong.check()).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^Backups cannot be stored: The bucket .* answered 403/),
    advice: expect.stringContaining('BACKUP_S3_'),
  })
})

test('backups that would be lost with the site, or that anybody can read, are named with the cure', async () => {
  const { sql, parent, folder, check } = await openSite()
  await sql`insert into private.backup_schedule (daily_at) values ('03:30')`
  await sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted)
    values ('done', ${folder}, 'x', 'a', 1, now(), false)`
  expect(await check()).not.toHaveProperty('advice')
  expect(await check({ backupPassphrase: undefined })).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/ They are not encrypted\.$/),
    advice: 'Set BACKUP_PASSPHRASE, and keep it apart from this machine.',
  })
  for (const place of [{ dataDir: parent }, { storageDir: parent }])
    expect(await check({ ...place, backupPassphrase: undefined })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(
        `They are in the folder ${parent}, and are lost with it. They are not encrypted.`,
      ),
      advice: expect.stringMatching(/^Set BACKUP_DIR .* or BACKUP_S3_BUCKET\. Set BACKUP_PASSPHRASE/),
    })
  // Copies of them may be elsewhere.
  expect(await check({ dataDir: `${parent}-beside` })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('They are on the disk of the data'),
    advice: expect.stringMatching(/^Copy them to another machine/),
  })
})

test('backups in the bucket of the files are lost with them', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const { sql, parent, check } = await openSite({ ...s3.config, prefix: 'daily/' })
  await sql`insert into private.backup_schedule (daily_at) values ('03:30')`
  await sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted)
    values ('done', 'a bucket', 'x', 'a', 1, now(), true)`
  expect(await check({ dataDir: parent })).not.toHaveProperty('advice')
  expect(await check({ s3: s3.config })).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('in the bucket of the files'),
    advice: expect.stringContaining('BACKUP_S3_BUCKET'),
  })
})
