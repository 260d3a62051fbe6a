import { execFile } from 'node:child_process'
import { open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { seal } from '#server/features/backup/archive.ts'
import { createBackup } from '#server/features/backup/create-backup.ts'
import { MANIFEST_NAME, type Manifest } from '#server/features/backup/manifest.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { checkBackup } from '#server/features/backup/restore-backup.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const SEAL_BYTES = 40

type HeaderArgument = Parameters<Pack['entry']>[0]

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const folder = createTemporaryFolder('backup')
const file = join(folder, 'site.backup')
const signal = new AbortController().signal
let config: ReturnType<typeof openPlace>['config']
let whole: Buffer
let entries: { header: HeaderArgument; content: Buffer }[]

beforeAll(async () => {
  const database = await createTestDatabase()
  const place = openPlace(database, folder)
  config = place.config
  await place.backUp()
  await database.drop()
  whole = await readFile(file)
  const tar = extract()
  Readable.from([await promisify(zstdDecompress)(whole.subarray(0, -SEAL_BYTES))]).pipe(tar)
  entries = []
  for await (const entry of tar) {
    const content = await collect(entry)
    entries.push({ header: { ...entry.header, pax: null } as HeaderArgument, content })
  }
  return () => rm(folder, { recursive: true, force: true })
})

beforeEach(() => writeFile(file, whole))

const refusal = () =>
  readBackup(file, undefined).then(
    () => 'no refusal',
    (error: Error) => `${error.name}: ${error.message}`,
  )

/** Writes a backup with a right seal, whatever is in it. */
async function write(changed: { header: HeaderArgument; content?: Buffer }[]): Promise<void> {
  const tar = pack()
  for (const { header, content } of changed) {
    if (content) tar.entry({ ...header, size: content.length }, content)
    else tar.entry(header)
  }
  tar.finalize()
  await compress(await collect(tar))
}

async function compress(bytes: Buffer): Promise<void> {
  const compressed = await promisify(zstdCompress)(bytes)
  await writeFile(file, await collect(seal(Readable.from([compressed]))))
}

const changeManifest = (change: (manifest: Manifest) => void) => {
  const manifest: Manifest = JSON.parse(String(entries.at(-1)?.content))
  change(manifest)
  return write([
    ...entries.slice(0, -1),
    { header: { name: MANIFEST_NAME }, content: Buffer.from(JSON.stringify(manifest)) },
  ])
}

test('the backup itself is accepted, also when it was packed again', async () => {
  expect(await refusal()).toBe('no refusal')
  await write(entries)
  expect(await refusal()).toBe('no refusal')
})

test('one that was cut short anywhere is refused', async () => {
  for (const length of [0, 1, 3, 10, 100, whole.length >> 1, whole.length - SEAL_BYTES, whole.length - 1]) {
    await writeFile(file, whole)
    await truncate(file, length)
    expect(await refusal(), String(length)).toMatch(
      /BackupError: (The backup is damaged|.* is no backup of AI Watch)/,
    )
  }
  await writeFile(file, Buffer.concat([whole, Buffer.from('more')]))
  expect(await refusal()).toBe('BackupError: The backup is damaged or was cut short.')
})

test('one that differs in a bit is refused, wherever it is', async () => {
  const places = [4, 5, 6, whole.length - 1, whole.length - SEAL_BYTES, whole.length - SEAL_BYTES + 3]
  for (let place = 7; place < whole.length; place += Math.ceil(whole.length / 60)) places.push(place)
  for (const place of places) {
    const handle = await open(file, 'r+')
    await handle.write(Buffer.from([(whole[place] ?? 0) ^ 0x10]), 0, 1, place)
    await handle.close()
    expect(await refusal(), String(place)).toMatch(/^BackupError: /)
    await writeFile(file, whole)
  }
})

const STRANGE: { name: string; entry: { header: HeaderArgument; content?: Buffer } }[] = [
  {
    name: 'a name that leads out',
    entry: { header: { name: 'files/../../../etc/passwd' }, content: Buffer.from('x') },
  },
  { name: 'an absolute name', entry: { header: { name: '/etc/cron.d/x' }, content: Buffer.from('x') } },
  {
    name: 'a table of the system',
    entry: { header: { name: 'tables/pg_catalog.pg_authid/000000.copy' }, content: Buffer.from('x\n') },
  },
  {
    name: 'a symbolic link',
    entry: { header: { name: 'files/a', type: 'symlink', linkname: '/etc/passwd' } },
  },
  { name: 'a hard link', entry: { header: { name: 'files/a', type: 'link', linkname: 'secrets.json' } } },
  { name: 'a folder', entry: { header: { name: 'files', type: 'directory' } } },
  { name: 'a device', entry: { header: { name: 'files/a', type: 'character-device' } } },
]

test.each(STRANGE)('one with $name is refused', async ({ entry }) => {
  await write([entry, ...entries])
  expect(await refusal()).toMatch(
    /^BackupError: The backup (has an entry that (is no plain file|does not belong there)|is damaged: pg_catalog)/,
  )
})

test('parts that are missing, twice, changed or after the end are refused', async () => {
  const [first, second] = entries
  if (!first || !second) throw new Error('There is nothing in the backup.')
  const last = entries.at(-1) ?? first
  const content = Buffer.from(String(first.content).replace(/[a-z]/, 'q'))
  const variants = [
    entries.slice(1),
    [first, ...entries],
    [second, first, ...entries.slice(2)],
    [...entries, last],
    [...entries, first],
    entries.slice(0, -1),
    [{ header: first.header, content }, ...entries.slice(1)],
  ]
  for (const [index, variant] of variants.entries()) {
    await write(variant)
    expect(await refusal(), String(index)).toMatch(
      /^BackupError: The backup (is damaged|has an entry that does not belong)/,
    )
  }
})

test('one of a newer version is refused in one line, before anything is there', async () => {
  await changeManifest((manifest) =>
    Object.assign(manifest, { schema: { release: '99.0.0', hash: '0'.repeat(64) } }),
  )
  await expect(checkBackup(file, config)).rejects.toThrow(
    'The backup was made by a newer version of AI Watch (99.0.0): use that version, or a later one.',
  )
  await changeManifest((manifest) => Object.assign(manifest, { format: 3, more: true }))
  await expect(checkBackup(file, config)).rejects.toThrow(/^The backup was made by a newer version/)
  expect(await readdir(folder)).toEqual(['site.backup'])
})

test('a manifest that would fill the memory, or that a terminal would obey, does not fit', async () => {
  const rest = entries.slice(0, -1)
  const content = Buffer.from(`${entries.at(-1)?.content}${' '.repeat(5_000_000)}`)
  await write([...rest, { header: { name: MANIFEST_NAME }, content }])
  expect(await refusal()).toBe('BackupError: The backup is damaged: its manifest does not fit.')
  await changeManifest((manifest) => Object.assign(manifest, { siteUrl: 'https://a.example\u001b[2J' }))
  expect(await refusal()).toBe('BackupError: The backup is damaged: its manifest does not fit.')
  await write([{ header: { name: 'files/\u009b2J\u202e' }, content: Buffer.from('x') }])
  expect(await refusal()).toContain('does not belong there: "files/\\x9b2J\\u{202e}"')
})

test('a sequence that is not ours is left as it is', async () => {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(database.drop)
  const { sql } = database
  await sql.script('create schema shop; create sequence shop.orders start 500')
  await changeManifest((manifest) => manifest.sequences.push({ name: 'shop.orders', value: '1' }))
  await expect(openPlace(database, folder).restore(file)).rejects.toThrow(
    'The backup does not fit its version: it also has shop.orders.',
  )
  expect(await sql`select nextval('shop.orders')::int as next`).toEqual([{ next: 500 }])
})

test('one with much between its entries that is none is refused without reading all of it', async () => {
  const tar = pack()
  tar.entry({ name: 'x', pax: { comment: 'a'.repeat(100_000) } } as HeaderArgument, 'x')
  tar.finalize()
  const bytes = await collect(tar)
  // The header of the entry and its text, without the entry: 512 bytes of a header, and as much text as it says.
  const header = bytes.subarray(0, bytes.indexOf('ustar', 600) - 257)
  for (const filling of [header, Buffer.alloc(512)]) {
    const many = Array.from({ length: Math.ceil(50_000_000 / filling.length) }, () => filling)
    await compress(Buffer.concat(many))
    expect(await refusal()).toBe('BackupError: The backup has much in it that is no entry.')
  }
})

test('one that unpacks to more than any site is refused without unpacking it', async () => {
  const content = Buffer.alloc(60 * 1024 * 1024, 'a')
  const bombs = Array.from({ length: 6 }, (_, index) => ({
    header: { name: `tables/auth.bomb/${String(index).padStart(6, '0')}.copy` },
    content,
  }))
  await write(bombs)
  expect(await refusal()).toMatch(/^BackupError: The backup unpacks to more than 20000 times its size/)
})

test('an entry that says it is larger than memory is refused', async () => {
  const tar = pack()
  tar.entry({ name: 'files/00000000-0000-4000-8000-000000000000' }, 'x')
  tar.finalize()
  const bytes = await collect(tar)
  bytes.write('77777777777', 124)
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  await compress(bytes)
  expect(await refusal()).toMatch(/in the backup is too large\.$/)
})

test('a file that is no backup is neither read nor replaced', async () => {
  const other = join(folder, 'site.json')
  await writeFile(other, '{}')
  // Opening a pipe to read it would wait for somebody who writes.
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  await expect(readBackup(pipe, undefined)).rejects.toThrow(/is not a file\.$/)
  await expect(readBackup(other, undefined)).rejects.toThrow(/is no backup of AI Watch\.$/)
  await expect(readBackup(folder, undefined)).rejects.toThrow(/is not a file\.$/)
  await expect(readBackup(join(folder, 'none'), undefined)).rejects.toThrow(
    /none cannot be read: it is not there \(ENOENT\)\.$/,
  )
  const database = await createTestDatabase()
  const { source } = openPlace(database, folder)
  await expect(createBackup(source, other, { passphrase: undefined, signal })).rejects.toThrow(
    /name another file\.$/,
  )
  // Nor is one that has the name under which a backup is written until it is complete.
  const partial = join(folder, 'other.partial')
  await writeFile(partial, 'mine')
  const beside = join(folder, 'other')
  await expect(createBackup(source, beside, { passphrase: undefined, signal })).rejects.toThrow(
    /other\.partial is there already and is no backup/,
  )
  expect(await readFile(partial, 'utf8')).toBe('mine')
  // An empty one has nothing to lose: programs that invent names make it.
  await writeFile(partial, '')
  await writeFile(beside, '')
  await createBackup(source, beside, { passphrase: undefined, signal })
  await readBackup(beside, undefined)
  await database.drop()
  expect(await readFile(other, 'utf8')).toBe('{}')
  for (const file of [other, beside, pipe]) await rm(file)
})
