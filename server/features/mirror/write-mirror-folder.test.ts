import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeMirrorFolder } from '#server/features/mirror/write-mirror-folder.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

async function* entries(files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) yield { path, content }
}

function setUp() {
  const root = createTemporaryFolder('mirror')
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return join(root, 'mirror')
}

test('a later mirror changes only what is different, and removes what is gone', async () => {
  const folder = setUp()
  await writeMirrorFolder(
    folder,
    entries({ 'index.html': 'a', 'x/index.html': 'x', 'old/deep/index.html': 'o' }),
  )
  await writeFile(join(folder, 'CNAME'), 'paper.example')
  const { ino } = await stat(join(folder, 'index.html'))
  expect(await writeMirrorFolder(folder, entries({ 'index.html': 'a', 'x/index.html': 'y' }))).toEqual({
    changed: 1,
    removed: 1,
  })
  expect((await stat(join(folder, 'index.html'))).ino).toBe(ino)
  expect(await readFile(join(folder, 'x/index.html'), 'utf8')).toBe('y')
  expect((await readdir(folder)).sort()).toEqual(['.ai-watch-mirror', 'CNAME', 'index.html', 'x'])
})

test('what a mirror that failed has written is removed by the next', async () => {
  const folder = setUp()
  async function* failing() {
    yield { path: 'lost/index.html', content: 'x' }
    throw new Error('The database is away.')
  }
  await expect(writeMirrorFolder(folder, failing())).rejects.toThrow('The database is away.')
  await writeMirrorFolder(folder, entries({ 'index.html': 'a' }))
  expect((await readdir(folder)).sort()).toEqual(['.ai-watch-mirror', 'index.html'])
})

test('a folder with anything else is refused, and links lead nowhere', async () => {
  const folder = setUp()
  const other = setUp()
  await mkdir(folder, { recursive: true })
  await mkdir(other, { recursive: true })
  await writeFile(join(other, 'index.html'), 'mine')
  await expect(writeMirrorFolder(other, entries({ 'index.html': 'a' }))).rejects.toThrow(
    /is no earlier mirror/,
  )
  await writeFile(
    join(folder, '.ai-watch-mirror'),
    `linked/index.html\n../${other}/index.html\n${other}/index.html\n`,
  )
  await symlink(other, join(folder, 'linked'))
  await expect(writeMirrorFolder(folder, entries({ 'linked/x.html': 'a' }))).rejects.toThrow(/is no folder/)
  await writeMirrorFolder(folder, entries({ 'index.html': 'a' }))
  expect(await readFile(join(other, 'index.html'), 'utf8')).toBe('mine')
})
