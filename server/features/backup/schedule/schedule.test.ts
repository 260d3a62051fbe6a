import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackupJob } from '#server/features/backup/jobs.ts'
import { onBackupClient } from '#server/features/backup/open-client.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { followBackups } from '#server/features/backup/schedule/follow-backups.ts'
import { makeBackup, requireRoom } from '#server/features/backup/schedule/make-backup.ts'
import type { BackupConfig } from '#server/platform/config.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { startS3, startUnreliableS3 } from '../../../../tests/support/s3.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PASSPHRASE = 'a passphrase of the test'

/** A site with two administrators, and one account that is none. */
async function openSite({ passphrase, s3 }: { passphrase?: string; s3?: BackupConfig['s3'] } = {}) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const dataDir = createTemporaryFolder('schedule')
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { sql } = database
  await createAdministrator(sql, 'nora@example.org', 'correct horse battery')
  await createAdministrator(sql, 'omar@example.org', 'correct horse battery')
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'reader@example.org')`
  const start = () =>
    startTestJobs(database, {
      dataDir,
      ...(passphrase && { backupPassphrase: passphrase }),
      ...(s3 && { backupS3: s3 }),
    })
  const jobs = await start()
  onTestFinished(() => jobs.stop())
  const folder = join(dataDir, 'backups')
  const { services } = jobs
  return {
    ...{ sql, database, folder, services, start },
    /** Makes a backup in the way of the function of the desk. */
    async backUp() {
      const [{ id }] = await sql<[{ id: string }]>`insert into private.backups default values returning id`
      await services.queue.enqueue(makeBackupJob, { backupId: id })
      await untilJobsAreDone(sql)
      const [row] = await sql<[BackupRow]>`select * from private.backups where id = ${id}`
      return row
    },
    /** A schedule that was decided on long ago, for an hour ago. */
    async scheduleFor(at: Date) {
      const time = at.toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Zurich',
        hour: '2-digit',
        minute: '2-digit',
      })
      await sql`
        insert into private.backup_schedule (daily_at, since) values (${time}, now() - interval '100 days')
        on conflict (is_only) do update set daily_at = excluded.daily_at`
    },
    async follow(now = new Date()) {
      await followBackups(services, now)
      await untilJobsAreDone(sql)
    },
    mails: () => sql<{ recipient: string; subject: string; body_text: string }[]>`
      select recipient, subject, body_text from public.outbox_mails order by created_at, recipient`,
    files: async () => (await readdir(folder)).filter((name) => name.endsWith('.backup')),
  }
}

interface BackupRow {
  id: string
  status: string
  error: string | null
  file: string
  place: string
  host: string | null
  bytes: string
  encrypted: boolean
  verified_at: Date | null
  made_at: Date
}

const subjects = (mails: { recipient: string; subject: string }[]) =>
  mails.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()

test('a backup is written, read to its end and kept, and anybody with the passphrase can restore from it', async () => {
  const site = await openSite({ passphrase: PASSPHRASE })
  const row = await site.backUp()
  expect(row).toMatchObject({ status: 'done', error: null, place: site.folder, encrypted: true })
  expect(row.verified_at).not.toBeNull()
  const path = join(site.folder, row.file)
  expect(await stat(path)).toMatchObject({ size: Number(row.bytes), mode: 0o100600 })
  const { manifest } = await readBackup(path, PASSPHRASE)
  expect(manifest.siteUrl).toBe('https://aiwatch.example')
  expect(new Date(manifest.madeAt)).toEqual(row.made_at)
  // A copy of the site does not remove what belongs to this one.
  expect(manifest.tables.map(({ name }) => name)).not.toContain('private.backups')
  expect(await readdir(join(site.folder, 'incoming'))).toEqual([])
  expect(await site.mails()).toEqual([])
})

test('a bucket gets it as a whole, and no file stays on the machine', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const site = await openSite({ s3: { ...s3.config, prefix: 'daily/' } })
  const row = await site.backUp()
  expect(row).toMatchObject({
    status: 'done',
    place: `${s3.config.endpoint}/pictures/daily/`,
    host: null,
    encrypted: false,
  })
  const found = await site.services.backups.target.read(row.file)
  expect(found?.size).toBe(Number(row.bytes))
  found?.stream.destroy()
  expect(await readdir(join(site.folder, 'incoming'))).toEqual([])
})

test('the schedule makes one backup a day, whoever follows it and how often', async () => {
  const site = await openSite()
  const now = new Date()
  await site.scheduleFor(new Date(now.getTime() - HOUR))
  const second = await site.start()
  onTestFinished(() => second.stop())
  await Promise.all([
    site.follow(now),
    followBackups(second.services, now),
    followBackups(site.services, now),
    followBackups(second.services, now),
  ])
  await untilJobsAreDone(site.sql)
  await site.follow(now)
  expect(await site.files()).toHaveLength(1)
  expect(await site.sql`select status from private.backups`).toEqual([{ status: 'done' }])
  expect(await site.mails()).toEqual([])
})

test('a time that has passed when it was chosen makes no backup, and neither does a site that is held', async () => {
  const site = await openSite()
  const now = new Date()
  await site.scheduleFor(new Date(now.getTime() - HOUR))
  await site.sql`update private.backup_schedule set since = now()`
  await site.follow(now)
  await site.sql`update private.backup_schedule set since = now() - interval '9 days'`
  await site.sql`insert into private.restorations (made_at) values (now() - interval '9 days')`
  await site.follow(now)
  expect(await site.sql`select from private.backups`).toEqual([])
  expect(await site.mails()).toEqual([])
})

test('a failure mails each administrator once until there is a good backup, and says what to do', async () => {
  const site = await openSite()
  // The folder cannot be made.
  await writeFile(site.folder, '')
  const now = new Date()
  await site.scheduleFor(new Date(now.getTime() - HOUR))
  await site.follow(now)
  await site.follow(now)
  const about = 'A backup has failed (AI Watch)'
  expect(subjects(await site.mails())).toEqual([`nora@example.org: ${about}`, `omar@example.org: ${about}`])
  expect((await site.mails())[0]?.body_text).toContain('A part of the path is not a folder')
  expect((await site.mails())[0]?.body_text).toContain('https://aiwatch.example/admin/backups')
  // By hand, and an hour later by itself: the same trouble.
  expect(await site.backUp()).toMatchObject({ status: 'failed' })
  await site.sql`update private.backups set ended_at = ended_at - interval '61 minutes'`
  await site.follow(now)
  expect(await site.sql`select tries from private.backups where day is not null`).toEqual([{ tries: 2 }])
  expect(await site.mails()).toHaveLength(2)
  // The reminder is sent after a week once more.
  await site.sql`update private.backup_troubles set mailed_at = mailed_at - interval '8 days'`
  await site.follow(now)
  await site.follow(now)
  expect(await site.mails()).toHaveLength(4)

  await rm(site.folder)
  await site.sql`update private.backups set ended_at = ended_at - interval '61 minutes'`
  await site.follow(now)
  expect(await site.files()).toHaveLength(1)
  expect(await site.sql`select ended_at is null as open from private.backup_troubles`).toEqual([
    { open: false },
  ])
  expect(await site.mails()).toHaveLength(4)
  // The next one is another trouble.
  await rm(site.folder, { recursive: true })
  await writeFile(site.folder, '')
  await site.backUp()
  expect(await site.mails()).toHaveLength(6)
})

test('a daily backup that fails is tried five times a day', async () => {
  const site = await openSite()
  await writeFile(site.folder, '')
  const now = new Date()
  await site.scheduleFor(new Date(now.getTime() - HOUR))
  for (let hour = 0; hour < 7; hour++) {
    await site.follow(now)
    await site.sql`update private.backups set ended_at = ended_at - interval '61 minutes'`
  }
  expect(await site.sql`select tries, status from private.backups`).toEqual([{ tries: 5, status: 'failed' }])
})

test('a day without a backup mails each administrator once, also when no process had worked on jobs', async () => {
  const site = await openSite()
  const now = new Date()
  await site.backUp()
  await site.sql`update private.backups set made_at = made_at - interval '3 days'`
  await site.scheduleFor(new Date(now.getTime() - 3 * HOUR))
  await site.follow(now)
  const about = 'A backup is missing (AI Watch)'
  expect(subjects(await site.mails())).toEqual([`nora@example.org: ${about}`, `omar@example.org: ${about}`])
  expect((await site.mails())[0]?.body_text).toContain('was not made')
  // It is made up for at once.
  expect(await site.files()).toHaveLength(2)
  expect(await site.sql`select ended_at is null as open from private.backup_troubles`).toEqual([
    { open: false },
  ])
  await site.follow(now)
  expect(await site.mails()).toHaveLength(2)
})

test('a backup that no process works on any more has failed', async () => {
  const site = await openSite()
  await site.sql`
    insert into private.backups (status, active_at) values ('running', now() - interval '11 minutes')`
  await site.follow()
  await site.sql`
    insert into private.backups (status, active_at) values ('waiting', now() - interval '61 minutes')`
  await site.follow()
  const rows = await site.sql<
    { error: string }[]
  >`select error from private.backups where status = 'failed' order by error`
  expect(rows.map(({ error }) => error)).toEqual([
    'No process has begun it within an hour. Is one running that works on jobs?',
    'The process that made it has ended.',
  ])
  expect(await site.mails()).toHaveLength(2)
})

test('a process that was killed in the middle is followed by another one, which leaves no half file', async () => {
  const site = await openSite()
  const [{ id }] = await site.sql<[{ id: string }]>`
    insert into private.backups (status, step, tries, active_at) values ('running', 'writing', 1, now() - interval '31 seconds') returning id`
  await mkdir(join(site.folder, 'incoming'), { recursive: true })
  const old = join(site.folder, 'incoming', 'aiwatch.example-2020-01-01-0330-00000000.backup.partial')
  await writeFile(old, 'a half one')
  await utimes(old, new Date('2020-01-01'), new Date('2020-01-01'))
  await site.services.queue.enqueue(makeBackupJob, { backupId: id })
  await untilJobsAreDone(site.sql)
  expect(await site.sql`select status, tries from private.backups`).toEqual([{ status: 'done', tries: 2 }])
  expect(await readdir(join(site.folder, 'incoming'))).toEqual([])
})

test('a backup waits while a command makes one, and a process that ends leaves it to the next one', async () => {
  const site = await openSite()
  const [{ id: backupId }] = await site.sql<
    [{ id: string }]
  >`insert into private.backups default values returning id`
  const run = { id: backupId, job: makeBackupJob, createdAt: new Date(), isLastAttempt: false }
  const attempt = (change: { signal?: AbortSignal; isLastAttempt?: boolean } = {}) =>
    makeBackup(site.services, { backupId }, { ...run, signal: new AbortController().signal, ...change })
  const status = async () => (await site.sql`select status, error from private.backups`)[0]

  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const command = onBackupClient(site.database.address, () => {
    held.resolve()
    return released.promise
  })
  await held.promise
  await expect(attempt()).rejects.toThrow(TryAgainLater)
  expect(await status()).toEqual({ status: 'waiting', error: null })
  released.resolve()
  await command

  await expect(attempt({ signal: AbortSignal.abort(new Error('The process ends.')) })).rejects.toThrow(
    TryAgainLater,
  )
  expect(await status()).toEqual({ status: 'waiting', error: null })
  expect(await readdir(join(site.folder, 'incoming'))).toEqual([])

  // Another process has begun it a moment ago.
  await site.sql`update private.backups set status = 'running', active_at = now()`
  await expect(attempt()).rejects.toThrow(TryAgainLater)
  await site.sql`update private.backups set active_at = now() - interval '31 seconds'`
  await attempt()
  expect(await status()).toEqual({ status: 'done', error: null })
  // The job runs once more because its process was killed before it could say that it had ended.
  await attempt()
  expect(await site.files()).toHaveLength(1)
  expect(await site.mails()).toEqual([])
})

test('what is not kept any longer is removed after a good backup, and nothing else', async () => {
  const site = await openSite()
  const { file } = await site.backUp()
  const now = Date.now()
  const [{ place_id: here }] = await site.sql<[{ place_id: string }]>`select place_id from private.backups`
  /** Forty days, newest first. */
  for (let age = 1; age <= 40; age++) {
    const name = `aiwatch.example-2026-01-01-0330-${String(age).padStart(8, '0')}.backup`
    await writeFile(join(site.folder, name), 'twelve bytes')
    await site.sql`
      insert into private.backups (status, ended_at, place, place_id, file, bytes, made_at, encrypted)
      values ('done', now(), ${site.folder}, ${age === 40 ? 'elsewhere' : here}, ${name}, 12, ${new Date(now - age * DAY)}, false)`
  }
  await writeFile(join(site.folder, 'of-somebody-else-2020-01-01-0330-00000000.backup'), 'twelve bytes')
  await site.backUp()
  const kept = await site.sql<{ file: string }[]>`
    select file from private.backups where removed_at is null and status = 'done' and place_id = ${here} order by made_at desc`
  // Of today the second, six days more, and the last ones of weeks and months.
  expect(kept.length).toBeGreaterThanOrEqual(9)
  expect(kept.length).toBeLessThanOrEqual(13)
  expect(kept.map((backup) => backup.file)).not.toContain(file)
  expect((await site.files()).toSorted()).toEqual(
    [
      ...kept.map((backup) => backup.file),
      'aiwatch.example-2026-01-01-0330-00000040.backup',
      'of-somebody-else-2020-01-01-0330-00000000.backup',
    ].toSorted(),
  )
})

test('a bucket that is down fails the backup in words, and the next one is kept', async () => {
  const s3 = await startUnreliableS3()
  onTestFinished(() => s3.stop())
  s3.misbehave({ status: 503, body: '' })
  const site = await openSite({ s3: { ...s3.config, prefix: '' } })
  const failed = await site.backUp()
  expect(failed).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('The bucket pictures answered 503'),
  })
  expect(await site.mails()).toHaveLength(2)
  expect(await readdir(join(site.folder, 'incoming'))).toEqual([])
  s3.behave()
  expect(await site.backUp()).toMatchObject({ status: 'done' })
  expect(await site.mails()).toHaveLength(2)
}, 30_000)

test('a disk without room refuses before anything is written', async () => {
  const site = await openSite()
  await mkdir(site.folder)
  await expect(requireRoom(site.folder, { least: 2 ** 60, expected: 2 ** 60 })).rejects.toThrow(
    /^The disk has no room for a backup: it needs [\d,.]+ MB, and .* has [\d,.]+ MB left\.$/,
  )
  await requireRoom(site.folder, { least: 1, expected: 1 })
})
