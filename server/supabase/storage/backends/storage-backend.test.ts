import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { S3Config } from '#server/platform/config.ts'
import { endFault, hasFault, listFaults } from '#server/platform/faults/faults.ts'
import { createDiskBackend } from '#server/supabase/storage/backends/disk-backend.ts'
import { createS3Backend } from '#server/supabase/storage/backends/s3-backend.ts'
import type { LocalFile, StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { startS3, startUnreliableS3 } from '../../../../tests/support/s3.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const root = createTemporaryFolder('backend')
let s3: Awaited<ReturnType<typeof startS3>>

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(root, { recursive: true, force: true })
})

async function localFile(text: string): Promise<LocalFile> {
  const path = join(await mkdtemp(join(root, 'local-')), 'file')
  await writeFile(path, text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { path, size: Buffer.byteLength(text), sha256, type: 'image/png' }
}

async function onDisk(): Promise<StorageBackend> {
  const folder = await mkdtemp(join(root, 'disk-'))
  return createDiskBackend({ folder: join(folder, 'files'), incoming: folder })
}

const textOf = async (backend: StorageBackend, file: string, range?: { start: number; end: number }) => {
  const stream = await backend.read(file, range)
  return stream && (await buffer(stream)).toString()
}

describe.each([
  ['on disk', onDisk],
  ['in S3', async () => createS3Backend(s3.config)],
])('a file %s', (_, open) => {
  test('is stored, read in whole and in part, and removed', async () => {
    const backend = await open()
    const file = randomUUID()
    expect(await textOf(backend, file)).toBeNull()
    await backend.put(file, await localFile('0123456789'))
    expect(await textOf(backend, file)).toBe('0123456789')
    expect(await textOf(backend, file, { start: 2, end: 4 })).toBe('234')
    await backend.remove(file)
    expect(await textOf(backend, file)).toBeNull()
    await backend.remove(file)
  })

  test('is copied, and the copy outlives it', async () => {
    const backend = await open()
    const [file, copy] = [randomUUID(), randomUUID()]
    await backend.put(file, await localFile('the same'))
    await backend.copy(file, copy)
    await backend.remove(file)
    expect(await textOf(backend, copy)).toBe('the same')
    await expect(backend.copy(file, randomUUID())).rejects.toThrow()
  })

  test('has a name that we made, and no other', async () => {
    const backend = await open()
    for (const name of ['', '..', '../../etc/passwd', 'a/b', `${randomUUID()}/..`, `${randomUUID()}\n`]) {
      await expect(backend.read(name)).rejects.toThrow('is not the name of a stored file')
      await expect(backend.remove(name)).rejects.toThrow('is not the name of a stored file')
    }
  })
})

test('two processes on one folder see the same files, which lie in 256 folders', async () => {
  const folder = await mkdtemp(join(root, 'shared-'))
  const [first, second] = [1, 2].map(() => createDiskBackend({ folder, incoming: root }))
  const file = randomUUID()
  await first?.put(file, await localFile('shared'))
  expect(await textOf(second as StorageBackend, file)).toBe('shared')
  expect(await readdir(folder)).toEqual([file.slice(0, 2)])
})

test.each<[string, Partial<S3Config>, RegExp]>([
  [
    'a wrong key',
    { secretAccessKey: 'wrong' },
    /^The bucket pictures answered 403 SignatureDoesNotMatch to /,
  ],
  ['an unknown bucket', { bucket: 'nowhere' }, /^There is no bucket nowhere\.$/],
])('S3 with %s fails by name, without the key', async (_, change, words) => {
  const backend = createS3Backend({ ...s3.config, ...change })
  const file = randomUUID()
  await expect(backend.put(file, await localFile('x'))).rejects.toThrow(words)
  await expect(backend.read(file)).rejects.toThrow(words)
  await expect(backend.put(file, await localFile('x'))).rejects.not.toThrow('wrong')
})

test.each([
  ['refuse', /^The bucket pictures cannot be reached: /],
  ['hang', /^The bucket pictures has not answered in time/],
  [{ status: 500, body: 'InternalError' }, /^The bucket pictures answered 500 to GET /],
  [
    { status: 403, body: '<Code>AccessDenied</Code>' },
    /^The bucket pictures answered 403 AccessDenied to GET /,
  ],
  [{ status: 404, body: '<Code>NoSuchBucket</Code>' }, /^There is no bucket pictures/],
] as const)(
  'S3 that misbehaves (%j) is a fault of the storage until it answers again',
  async (how, words) => {
    const unreliable = await startUnreliableS3()
    onTestFinished(() => unreliable.stop())
    onTestFinished(() => endFault('storage'))
    const backend = createS3Backend(unreliable.config, { answerTimeoutMs: 500 })
    const file = randomUUID()
    await backend.put(file, await localFile('before'))
    unreliable.misbehave(how)
    await expect(backend.read(file)).rejects.toThrow(words)
    const [fault] = listFaults().filter(({ kind }) => kind === 'storage')
    expect(fault).toMatchObject({ endedAt: null, error: expect.stringMatching(/bucket|connection/) })
    unreliable.behave()
    expect(await textOf(backend, file)).toBe('before')
    expect(hasFault('storage')).toBe(false)
    // A file that is not there is an answer too.
    expect(await textOf(backend, randomUUID())).toBeNull()
    expect(hasFault('storage')).toBe(false)
  },
)

test('readers who leave in the middle of a file, or read too slowly, are no fault of S3', async () => {
  onTestFinished(() => endFault('storage'))
  const file = randomUUID()
  await createS3Backend(s3.config).put(file, await localFile('x'.repeat(4_000_000)))
  const open = async (timeoutMs?: number) => {
    const stream = await createS3Backend(s3.config, { timeoutMs }).read(file)
    if (!stream) throw new Error('There is no such file.')
    return stream
  }
  const leaves = new Writable({ write: () => void leaves.destroy() })
  await expect(pipeline(await open(), leaves)).rejects.toThrow('Premature close')
  expect(hasFault('storage')).toBe(false)
  const stands = new Writable({ write: () => {} })
  await expect(pipeline(await open(300), stands)).rejects.toThrow('timeout')
  expect(hasFault('storage')).toBe(false)
})

test('a file on disk is never seen with half of its bytes by others that share the folder', async () => {
  const folder = await mkdtemp(join(root, 'shared-'))
  const [first, second] = [1, 2].map(() => createDiskBackend({ folder, incoming: root })) as [
    StorageBackend,
    StorageBackend,
  ]
  const file = randomUUID()
  const text = 'x'.repeat(3_000_000)
  const from = await localFile(text)
  const seen = new Set<number | undefined>()
  const putting = first.put(file, from).then(() => true)
  let isDone = false
  void putting.then(() => {
    isDone = true
  })
  while (!isDone) seen.add((await textOf(second, file))?.length)
  await putting
  seen.delete(undefined)
  expect([...seen].filter((length) => length !== text.length)).toEqual([])
})
