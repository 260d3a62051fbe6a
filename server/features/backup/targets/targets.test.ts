import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BackupTarget, backupName, openBackupTarget } from '#server/features/backup/targets/target.ts'
import type { S3Config } from '#server/platform/config.ts'
import { startS3 } from '../../../../tests/support/s3.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const AT = new Date('2026-11-27T03:30:59Z')
const NAME = backupName({
  id: 'a1b2c3d4-0000-4000-8000-000000000000',
  siteUrl: 'https://example.org',
  at: AT,
})

function temporaryFolder(): string {
  const folder = createTemporaryFolder('targets')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openBucket(prefix = 'daily/'): Promise<BackupTarget> {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  return openBackupTarget({ folder: temporaryFolder(), s3: { ...s3.config, prefix } })
}

async function keep(
  target: BackupTarget,
  content: Buffer,
  { signal } = new AbortController(),
): Promise<number[]> {
  await target.prepare()
  const path = join(target.incoming, NAME)
  await writeFile(path, content)
  const progress: number[] = []
  await target.keep(path, NAME, { signal, onProgress: (bytes) => progress.push(bytes) })
  await expect(stat(path)).rejects.toThrow('ENOENT')
  return progress
}

async function read(target: BackupTarget, name = NAME): Promise<Buffer | null> {
  const found = await target.read(name)
  if (!found) return null
  const content = Buffer.concat(await found.stream.toArray())
  expect(content.length).toBe(found.size)
  return content
}

test('a name says which site it is of and when it was asked for, and nothing leads to another folder', () => {
  expect(NAME).toBe('example.org-2026-11-27-0330-a1b2c3d4.backup')
  const of = (siteUrl: string) => backupName({ id: 'a1b2c3d4-0000', siteUrl, at: AT })
  expect(of('http://127.0.0.1:3000')).toBe('127.0.0.1-3000-2026-11-27-0330-a1b2c3d4.backup')
  expect(of('http://[::1]:3000')).toBe('---1--3000-2026-11-27-0330-a1b2c3d4.backup')
})

describe.each([
  ['a folder', async () => openBackupTarget({ folder: join(temporaryFolder(), 'backups'), s3: null })],
  ['a bucket', () => openBucket()],
  ['the top of a bucket', () => openBucket('')],
])('%s', (_, open) => {
  test('keeps a file, replaces one of an earlier try, and removes only what we made', async () => {
    const target = await open()
    expect([await target.has(NAME), await read(target)]).toEqual([false, null])
    await keep(target, Buffer.from('an earlier try'))
    await keep(target, Buffer.from('a backup'))
    expect([await target.has(NAME), String(await read(target))]).toEqual([true, 'a backup'])
    await target.remove(NAME, 'a file of another size'.length)
    expect(await target.has(NAME)).toBe(true)
    await target.remove(NAME, 'a backup'.length)
    await target.remove(NAME, 'a backup'.length)
    expect(await target.has(NAME)).toBe(false)
    for (const name of ['../secrets.json', '.place-id', `incoming/${NAME}`, 'mine.backup'])
      await expect(target.remove(name, 1)).rejects.toThrow('is not the name of a backup')
  })
})

describe('a folder', () => {
  test('is open to nobody else, and is the same place for all who reach it', async () => {
    const folder = join(temporaryFolder(), 'backups')
    const target = openBackupTarget({ folder, s3: null })
    expect(await target.findId()).toBeNull()
    const ids = await Promise.all(
      [target, openBackupTarget({ folder, s3: null })].map((each) => each.prepare()),
    )
    expect(new Set(ids)).toEqual(new Set([await target.findId()]))
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const other = openBackupTarget({ folder: join(temporaryFolder(), 'backups'), s3: null })
    expect(ids).not.toContain(await other.prepare())
  })

  test('does not follow a link that somebody has put in the place of a backup', async () => {
    const folder = temporaryFolder()
    const target = openBackupTarget({ folder, s3: null })
    await target.prepare()
    await writeFile(join(folder, 'secret'), 'twelve bytes')
    await symlink(join(folder, 'secret'), join(folder, NAME))
    expect([await target.has(NAME), await target.read(NAME)]).toEqual([false, null])
    await target.remove(NAME, 12)
    expect(await readdir(folder)).toContain('secret')
  })
})

describe('a bucket', () => {
  test('takes a large file in parts', async () => {
    const target = await openBucket()
    const content = randomBytes(20 * 1024 * 1024)
    const mebi = 1024 * 1024
    expect(await keep(target, content)).toEqual([8 * mebi, 16 * mebi, 20 * mebi])
    expect((await read(target))?.equals(content)).toBe(true)
  })

  test('that cannot be reached, refuses or is missing is named in a line, and what was sent is thrown away', async () => {
    const { config, ...s3 } = await startS3()
    onTestFinished(() => s3.stop())
    const open = (other: Partial<S3Config>) =>
      openBackupTarget({ folder: temporaryFolder(), s3: { ...config, prefix: '', ...other } })
    const content = Buffer.alloc(9 * 1024 * 1024)
    await expect(keep(open({ endpoint: 'http://127.0.0.1:9' }), content)).rejects.toThrow(
      'The bucket pictures cannot be reached: ',
    )
    await expect(keep(open({ secretAccessKey: 'wrong' }), content)).rejects.toThrow(
      'The bucket pictures answered 403 SignatureDoesNotMatch',
    )
    await expect(keep(open({ bucket: 'nowhere' }), Buffer.from('small'))).rejects.toThrow(
      'There is no bucket nowhere.',
    )
  })

  test.each([
    ['fails', 'The bucket backups answered 400 BadDigest'],
    ['is left by a process that ends', 'The process ends.'],
  ])(
    'that %s in the middle of an upload gets no object, and is told to forget the parts',
    async (how, words) => {
      const asked: string[] = []
      const stopping = new AbortController()
      const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url?.split('?')[1] ?? ''}`)
        request.resume().on('end', () => {
          if (request.method === 'POST') response.end('<r><UploadId>u1</UploadId></r>')
          else if (!request.url?.includes('partNumber=2')) response.writeHead(200, { etag: '"e"' }).end()
          else if (how === 'fails') response.writeHead(400).end('<Code>BadDigest</Code>')
          else stopping.abort(new Error(words))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const target = openBackupTarget({
        folder: temporaryFolder(),
        s3: {
          endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          ...{ bucket: 'backups', prefix: '', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' },
        },
      })
      await mkdir(target.incoming, { recursive: true })
      await expect(keep(target, Buffer.alloc(20 * 1024 * 1024), stopping)).rejects.toThrow(words)
      expect(asked).toEqual([
        'POST uploads',
        'PUT uploadId=u1&partNumber=1',
        'PUT uploadId=u1&partNumber=2',
        'DELETE uploadId=u1',
      ])
    },
  )
})
