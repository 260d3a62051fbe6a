import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup } from '#server/features/backup/create-backup.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { checkBackup, restoreBackup } from '#server/features/backup/restore-backup.ts'
import { hasTables } from '#server/features/backup/tables.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import type { S3Config } from '#server/platform/config.ts'
import { readSchemaState } from '#server/platform/database/schema.ts'
import { VERSION } from '#server/platform/version.ts'
import { removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { makeNextRelease, NEXT } from '../../../tests/support/next-release.ts'
import { startS3 } from '../../../tests/support/s3.ts'
import { readCatalog, readRows } from '../../../tests/support/schema-catalog.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const signal = new AbortController().signal

async function openSite({ bare = false, s3 = null }: { bare?: boolean; s3?: S3Config | null } = {}) {
  const database = await createTestDatabase({ bare })
  onTestFinished(() => database.drop())
  const folder = createTemporaryFolder('backup')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return openPlace(database, folder, s3)
}

type Site = Awaited<ReturnType<typeof openSite>>

const RECORDING = 'the frames of a recording'
const RECORDING_VERSION = '0d8f5f6e-57b5-4a0c-9c34-0d9cf4b7a003'
const USER = '01a1fffc-bbb6-728a-a153-f6a6807d551b'

/** Rows with everything that text of COPY has to escape, and what would start by itself. */
async function fill({ sql, config, backend }: Site): Promise<string> {
  await sql.script(`
    insert into auth.users (id, email) values ('${USER}', 'mara@example.org');
    insert into auth.sessions (id, user_id, aal) values ('${randomUUID()}', '${USER}', 'aal1');
    insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
      values ('Import', 'aiw_aaaa…bbbb', repeat('0', 64), '{read}', '${USER}', now() + interval '1 day');
    insert into public.user_roles (user_id, role) values ('${USER}', 'admin');
    insert into public.articles (id, slug, title, excerpt, content, category, published) values
      ('00000000-0000-4000-8000-000000000001', 'zebras', 'Zebras', 'Of zebras.', E'Tab\\there\\nand \\\\N and é 🦓', 'tech', true),
      ('00000000-0000-4000-8000-000000000002', 'soon', 'Soon', 'Soon.', 'Soon.', 'news', false);
    insert into public.article_schedules (article_id, publish_at, zone)
      values ('00000000-0000-4000-8000-000000000002', now() + interval '1 hour', 'UTC');
    insert into public.newsletter_issues (id, status, approved_at, seal, slug, started_at, audience)
      values ('00000000-0000-4000-8000-00000000000a', 'sending', now(), 'seal', '2026-11-22', now(), 1);
    insert into public.mail_deliveries (id, kind, recipient, subject, status)
      values ('${randomUUID()}', 'send-invitation', 'ada@example.org', 'Come', 'queued');
    insert into private.known_addresses (account, address, last_at) values ('hash', 'of an address', now());
    insert into private.look_files (name, content) values ('look/${'0'.repeat(32)}.png', '\\x00ff10');
    insert into storage.unused_files (file, remove_after) values ('gone', now())`)
  const version = randomUUID()
  const path = join(config.dataDir, 'upload')
  await writeFile(path, 'the bytes of a picture')
  await mkdir(join(config.storageDir, 'incoming'), { recursive: true })
  const sha256 = 'd1b2a59fbea7e20077af9f91b27e95e865061b270be03ff539ab3b73587882e8'
  await backend.put(version, {
    path,
    size: 22,
    sha256: config.s3 ? 'UNSIGNED-PAYLOAD' : sha256,
    type: 'image/png',
  })
  await sql`
    insert into storage.objects (bucket_id, name, version) values ('article-images', 'articles/a.png', ${version})`
  await storeRecordings({ sql, config, backend })
  return version
}

/** One of an article and one of an issue, in one file. */
async function storeRecordings({
  sql,
  config,
  backend,
}: Pick<Site, 'sql' | 'config' | 'backend'>): Promise<void> {
  const path = join(config.dataDir, 'recording')
  await writeFile(path, RECORDING)
  const sha256 = config.s3 ? 'UNSIGNED-PAYLOAD' : createHash('sha256').update(RECORDING).digest('hex')
  await backend.put(RECORDING_VERSION, { path, size: RECORDING.length, sha256, type: 'audio/mpeg' })
  await sql.script(`
    insert into storage.objects (bucket_id, name, version)
      values ('article-audio', '${RECORDING_VERSION}.mp3', '${RECORDING_VERSION}');
    insert into private.article_audio (article_id, id, model, voice, seconds, bytes, parts)
      values ('00000000-0000-4000-8000-000000000001', '${RECORDING_VERSION}', 'tts-1', 'mara', 1.5, ${RECORDING.length}, '[]');
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
      values ('00000000-0000-4000-8000-00000000000a', 'de', 'Zebras', '', '', '', '');
    insert into private.newsletter_audio (issue_id, language, id, model, voice, seconds, bytes, parts, made_at)
      values ('00000000-0000-4000-8000-00000000000a', 'de', '${RECORDING_VERSION}', 'tts-1', 'mara', 1.5, ${RECORDING.length}, '[]', now())`)
}

async function text(site: Site, version: string): Promise<string | null> {
  const stream = await site.backend.read(version)
  return stream && Buffer.concat(await stream.toArray()).toString()
}

const LEFT_OUT =
  /^(access_tokens|auth\.sessions|storage\.unused_files|private\.(known_addresses|restorations|job_runs))$/

async function keptRows({ sql }: Site) {
  return Object.fromEntries(Object.entries(await readRows(sql)).filter(([table]) => !LEFT_OUT.test(table)))
}

test('a restored site has every row, file and key, and nothing in it goes on by itself', async () => {
  const first = await openSite()
  const version = await fill(first)
  const { file } = first
  const manifest = await first.backUp()
  expect(manifest.tables.map(({ name }) => name)).not.toContain('private.known_addresses')
  expect(manifest.files).toMatchObject({ count: 2, bytes: 22 + RECORDING.length, missing: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(first.folder)).not.toContain('site.backup.partial')

  const second = await openSite({ bare: true })
  await second.restore(file)
  expect(await keptRows(second)).toEqual(await keptRows(first))
  expect(await readCatalog(second.sql)).toEqual(await readCatalog(first.sql))
  expect(await text(second, version)).toBe('the bytes of a picture')
  expect(await text(second, RECORDING_VERSION)).toBe(RECORDING)
  expect(JSON.parse(await readFile(join(second.folder, 'secrets.json'), 'utf8'))).toEqual(TEST_SECRETS)

  const { sql } = second
  expect(await sql`select from auth.sessions`).toEqual([])
  expect(await sql`select from public.access_tokens`).toEqual([])
  expect(await sql`select private.is_held() as held`).toEqual([{ held: true }])
  // Triggers and sequences work as before.
  await sql`update public.articles set title = 'Quaggas' where slug = 'zebras'`
  const [latest] = await sql`select max(id) as id from public.article_revisions`
  const [before] = await first.sql`select max(id) as id from public.article_revisions`
  expect(Number(latest?.id)).toBeGreaterThan(Number(before?.id))
})

test('a backup goes from a folder to a bucket and back', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const first = await openSite()
  const version = await fill(first)
  await first.backUp()
  const second = await openSite({ bare: true, s3: s3.config })
  await second.restore(first.file)
  expect(await text(second, version)).toBe('the bytes of a picture')
  const manifest = await second.backUp()
  expect(manifest.tables.map(({ name }) => name)).not.toContain('private.known_addresses')
  expect(manifest.files).toMatchObject({ count: 2, bytes: 22 + RECORDING.length, missing: 0 })
  const third = await openSite({ bare: true })
  await third.restore(second.file)
  expect(await text(third, version)).toBe('the bytes of a picture')
})

test('with a passphrase nobody reads it without, a wrong one is named, and nothing takes its place', async () => {
  const first = await openSite()
  await fill(first)
  const { file } = first
  await first.backUp('correct horse battery')
  const bytes = await readFile(file)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  await expect(readBackup(file, undefined)).rejects.toThrow(/is encrypted: set BACKUP_PASSPHRASE/)
  await expect(readBackup(file, 'wrong horse battery')).rejects.toThrow('The passphrase is wrong.')
  await expect(readBackup(file, 'correct horse battery')).resolves.toMatchObject({ secrets: TEST_SECRETS })
  await first.backUp()
  await expect(readBackup(file, 'correct horse battery')).rejects.toThrow(
    'is not encrypted, so BACKUP_PASSPHRASE does not prove where it comes from',
  )
})

test('a place that is not empty, or in use, stays as it was', async () => {
  const first = await openSite()
  await fill(first)
  await first.backUp()
  const before = await readRows(first.sql)
  await expect(first.restore(first.file)).rejects.toThrow(/^The database is not empty: /)
  expect(await readRows(first.sql)).toEqual(before)
  await expect(readFile(join(first.folder, 'secrets.json'))).rejects.toThrow('ENOENT')
  const second = await openSite({ bare: true })
  await second.sql.script('create table public.zebras ()')
  await expect(second.restore(first.file)).rejects.toThrow(
    /^The database has tables that are not of AI Watch \S+ \(public\.zebras\): restore into another database\.$/,
  )
  const keys = join(second.folder, 'secrets.json')
  const others = JSON.stringify({ ...TEST_SECRETS, jwtSecret: 'the secret of another site, of 40 letters' })
  await writeFile(keys, others)
  await expect(second.restore(first.file)).rejects.toThrow(
    `DATA_DIR: ${keys} has the keys of another site: move it away, or set another DATA_DIR.`,
  )
  expect(await readFile(keys, 'utf8')).toBe(others)
  // Those of the same site may be there, as after a restore that was killed.
  await writeFile(keys, JSON.stringify(TEST_SECRETS))
  await expect(second.restore(first.file)).rejects.toThrow(/restore into another database/)
  second.config.keys.jwtSecret = 'the secret of another site, of 40 letters'
  await expect(second.restore(first.file)).rejects.toThrow(/^JWT_SECRET: is not that of the backup/)
})

test('what a start has made before anybody could use it makes room for the backup', async () => {
  const first = await openSite()
  await fill(first)
  await first.backUp()
  const second = await openSite()
  await second.restore(first.file)
  expect(await keptRows(second)).toEqual(await keptRows(first))
  const third = await openSite()
  await third.sql`insert into auth.users (id, email) values (${randomUUID()}, 'ada@example.org')`
  await expect(third.restore(first.file)).rejects.toThrow(/^The database is not empty: /)
})

test('a restore whose last file cannot be stored fails as a whole', async () => {
  const first = await openSite()
  await fill(first)
  await first.backUp()
  const second = await openSite({ bare: true })
  await mkdir(second.config.storageDir)
  await writeFile(join(second.config.storageDir, 'files'), 'where a folder has to be')
  await expect(second.restore(first.file)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await hasTables(second.sql)).toBe(false)
  expect(await readdir(second.folder)).not.toContain('secrets.json')
})

test('a file that is replaced between its check and its restoration is refused', async () => {
  const first = await openSite()
  await fill(first)
  const { file } = first
  await first.backUp()
  const second = await openSite({ bare: true })
  const checked = await checkBackup(file, second.config)
  // The number of rows stays the same, so that only the content tells.
  await first.sql`update private.look_files set content = '\\x01'`
  await first.backUp()
  await expect(restoreBackup(file, checked, second.database, second.config)).rejects.toThrow(
    /was replaced while it was being restored/,
  )
  expect(await hasTables(second.sql)).toBe(false)
})

test('of two at once one is refused, and files are removed only after a backup', async () => {
  const first = await openSite()
  const version = await fill(first)
  const { backend, source } = first
  const started = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = {
    ...backend,
    async read(name: string) {
      started.resolve()
      await goOn.promise
      return backend.read(name)
    },
  }
  const backup = createBackup({ ...source, backend: slow }, first.file, { passphrase: undefined, signal })
  await started.promise
  await expect(first.backUp()).rejects.toThrow(/^Another backup or restore/)
  await first.sql`delete from storage.objects where version = ${version}`
  await removeUnusedFiles({ sql: first.sql, backend }, [version])
  expect(await text(first, version)).toBe('the bytes of a picture')
  goOn.resolve()
  expect((await backup).files).toMatchObject({ count: 2, missing: 0 })
  await removeUnusedFiles({ sql: first.sql, backend }, [version])
  expect(await text(first, version)).toBeNull()
})

test('a backup that is stopped leaves no file, and the one that is there stays', async () => {
  const first = await openSite()
  await fill(first)
  const { file } = first
  await first.backUp()
  const before = await readFile(file)
  const stopping = new AbortController()
  const backend = {
    ...first.backend,
    async read() {
      stopping.abort(new Error('It was stopped.'))
      return null
    },
  }
  const options = { passphrase: undefined, signal: stopping.signal }
  await expect(createBackup({ ...first.source, backend }, file, options)).rejects.toThrow('It was stopped.')
  const failing = { ...first.backend, read: () => Promise.reject(new Error('The bucket is away.')) }
  await expect(
    createBackup({ ...first.source, backend: failing }, file, { ...options, signal }),
  ).rejects.toThrow('The bucket is away.')
  expect(await readFile(file)).toEqual(before)
  expect(await readdir(first.folder)).not.toContain('site.backup.partial')
})

test('a backup of an earlier release is restored into its schema and led on, with every row, or not at all', async () => {
  const first = await openSite()
  await fill(first)
  await first.backUp()
  const rows = 'select id, title, hero from public.articles order by slug'
  const schema = 'alter table public.articles add column hero text;'
  const source = await makeNextRelease(schema, `${schema} update public.articles set hero = upper(title);`)
  const second = await openSite({ bare: true })
  expect(await second.restore(first.file, source)).toEqual({ left: [], lacking: [] })
  expect((await second.sql.run(rows)).rows.map(({ hero }) => hero)).toEqual(['SOON', 'ZEBRAS'])
  expect(await second.sql`select release from private.schema_release`).toEqual([{ release: NEXT }])

  const failing = await makeNextRelease(schema, `${schema} select 1 / 0;`)
  const third = await openSite({ bare: true })
  await expect(third.restore(first.file, failing)).rejects.toThrow(
    `The migration to ${NEXT} failed: division by zero. Nothing was restored: use AI Watch ${VERSION}, which made the backup.`,
  )
  expect(await readdir(third.config.storageDir)).toEqual(['incoming'])
  expect(await hasTables(third.sql)).toBe(false)
})

test('a backup of an unreleased schema is restored by what agrees, and the rest is named', async () => {
  const first = await openSite()
  await fill(first)
  await first.sql.script(`
    alter table public.articles add column hero text default E'a\\tb\\nc\\\\d', drop column subtitle cascade;
    create table private.zebras (id bigint generated always as identity, name text);
    insert into private.zebras (name) values ('Zoe');
    drop table private.newsletter_consent_texts cascade`)
  await first.sql`update private.schema_release set hash = ${'0'.repeat(64)}`
  await first.backUp()
  const second = await openSite({ bare: true })
  expect(await second.restore(first.file)).toEqual({
    left: ['private.zebras', 'public.articles.hero', 'private.zebras_id_seq'],
    lacking: ['private.newsletter_consent_texts', 'public.articles.subtitle'],
  })
  const rows = ({ sql }: Site) =>
    sql`select slug, title, content, published, created_at from public.articles order by slug`
  expect(await rows(second)).toEqual(await rows(first))
  expect(await second.sql`select count(subtitle)::int as count from public.articles`).toEqual([{ count: 0 }])
  // The rows stay that the schema itself puts into a table that the backup does not know.
  expect(await second.sql`select from private.newsletter_consent_texts`).not.toEqual([])
  expect(await readSchemaState(second.sql)).toEqual({ is: 'present' })
})

test.each([
  ['create table public.zebras (id int)', 'it also has public.zebras'],
  ['alter table public.articles drop column subtitle cascade', 'it lacks public.articles.subtitle'],
  ['drop table private.newsletter_consent_texts cascade', 'it lacks private.newsletter_consent_texts'],
])('a backup of this very schema has all of it and nothing else: not after %s', async (change, message) => {
  const first = await openSite()
  await first.sql.script(change)
  await first.backUp()
  const second = await openSite({ bare: true })
  await expect(second.restore(first.file)).rejects.toThrow(`The backup does not fit its version: ${message}.`)
  expect(await hasTables(second.sql)).toBe(false)
})

const ID = '00000000-0000-4000-8000-000000000001'

test.each([
  [
    'alter table public.articles drop column title cascade',
    `public.articles, row 1, which begins with ${ID}, does not fit: null value in column "title" of relation "articles" violates not-null constraint`,
  ],
  [
    `alter table private.speech_tasks drop constraint speech_tasks_article_id_fkey;
     insert into private.speech_tasks (article_id) values ('${ID.replace('1', '9')}')`,
    /^private\.speech_tasks does not fit: .* violates foreign key constraint .*: Key \(article_id\)=\(.*9\) is not present in table "articles"/,
  ],
])(
  'what the schema refuses is named, and nothing is restored, files included: after %s',
  async (change, message) => {
    const first = await openSite()
    await fill(first)
    await first.sql.script(change)
    await first.sql`update private.schema_release set hash = ${'0'.repeat(64)}`
    await first.backUp()
    const second = await openSite({ bare: true })
    const refused = await second.restore(first.file).catch((error: Error) => error.message)
    expect(refused).toMatch(message)
    expect(refused).toContain(
      `. Correct that with AI Watch ${VERSION}, which made the backup, and back it up again.`,
    )
    expect(await hasTables(second.sql)).toBe(false)
    expect(await readdir(second.config.storageDir)).toEqual(['incoming'])
  },
)

test('a database without a release is not backed up by a program that does not know it', async () => {
  const first = await openSite()
  await first.sql`drop table private.schema_release`
  await expect(first.backUp()).rejects.toThrow(
    /^This database has no release\. Back it up with the commit that made it/,
  )
})
