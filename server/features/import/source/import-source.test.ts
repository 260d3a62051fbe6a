import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { openSource } from '#server/features/import/source/import-source.ts'
import { readText } from '#server/platform/documents/source-file.ts'
import { writeZip, type ZipEntry } from '#server/platform/documents/testing/write-zip.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const folder = createTemporaryFolder('import')

async function open(name: string, content: Uint8Array | string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const { report, notes } = collectNotes()
  const source = await openSource(path, report)
  return {
    source,
    notes: notes.map(({ place, what, count }) => `${place.file}: ${what}${count ? `, ${count} times` : ''}`),
  }
}

const openZip = (entries: ZipEntry[]) => open('a.zip', writeZip(entries))

describe('a zip', () => {
  test('is a list of files, which can be read several times', async () => {
    const { source, notes } = await openZip([
      { path: 'b/ü.md', content: 'Ünïcode' },
      { path: 'a.md', content: 'x'.repeat(300_000) },
      { path: '__MACOSX/a.md', content: '' },
      { path: 'b/.DS_Store', content: '' },
      { path: 'b/', content: '' },
    ])
    expect(source.files.map(({ path, size }) => [path, size])).toEqual([
      ['a.md', 300_000],
      ['b/ü.md', 9],
    ])
    for (let times = 0; times < 2; times++)
      expect((await readText(source.files[1] ?? never(), 1_000))?.text).toBe('Ünïcode')
    expect(notes).toEqual([])
    await source.close()
  })

  test('offers nothing that leads out of it, no link, nothing encrypted, no second file of a name, and no bomb', async () => {
    const { source, notes } = await openZip([
      { path: '../up.md', content: 'a' },
      { path: 'a/../../up.md', content: 'a' },
      { path: '/etc/passwd', content: 'a' },
      { path: 'C:/windows', content: 'a' },
      { path: '..\\up.md', content: 'a' },
      { path: 'link.md', content: '/etc/passwd', mode: 0o120777 },
      { path: 'secret.md', content: 'a', isEncrypted: true },
      { path: 'good.md', content: 'first' },
      { path: 'good.md', content: 'second' },
      { path: 'bomb.md', content: Buffer.alloc(20_000_000) },
    ])
    expect(source.files.map(({ path }) => path)).toEqual(['good.md'])
    expect((await readText(source.files[0] ?? never(), 100))?.text).toBe('first')
    expect(notes).toEqual([
      '../up.md: path out of the archive, 2 times',
      'a/../../up.md: path out of the archive',
      '/etc/passwd: path out of the archive',
      'C:/windows: path out of the archive',
      'link.md: link',
      'secret.md: encrypted',
      'good.md: second file of this name',
      'bomb.md: unpacks to far more than it is',
    ])
    await source.close()
  })

  test('a file that unpacks to more than the archive says is not read', async () => {
    const { source } = await openZip([{ path: 'a.md', content: 'x'.repeat(1_000_000), claimedSize: 10 }])
    expect(await readText(source.files[0] ?? never(), 100)).toBeNull()
    await source.close()
  })

  test.each([
    ['cut short', (zip: Buffer) => zip.subarray(0, zip.length - 30)],
    ['without its directory', (zip: Buffer) => zip.subarray(0, 40)],
    ['with a damaged directory', (zip: Buffer) => zip.fill(0xff, zip.length - 60, zip.length - 25)],
  ])('%s: one sentence', async (_what, damage) => {
    const zip = damage(writeZip([{ path: 'a.md', content: 'text' }]))
    await expect(open('b.zip', zip)).rejects.toThrow(
      'b.zip is a damaged or incomplete zip file, so nothing of it was read.',
    )
  })

  test('that unpacks to more than a site can have: one sentence', async () => {
    // Bytes that do not become much smaller, so that no file of them is a bomb by itself.
    const content = randomBytes(21_000_000)
    const entries = Array.from({ length: 5 }, (_, n) => ({
      path: `${n}`,
      content,
      claimedSize: 4_100_000_000,
    }))
    await expect(openZip(entries)).rejects.toThrow('a.zip unpacks to more than 16 GB.')
  })
})

test('a folder is a list of files; links are not followed', async () => {
  const root = join(folder, 'site')
  mkdirSync(join(root, 'content/.git'), { recursive: true })
  writeFileSync(join(root, 'content/a.md'), 'a')
  writeFileSync(join(root, 'content/.git/b.md'), 'b')
  symlinkSync('/etc', join(root, 'content/etc'))
  symlinkSync('/etc/passwd', join(root, 'content/passwd.md'))
  const { report, notes } = collectNotes()
  const source = await openSource(root, report)
  expect(source.files.map(({ path }) => path)).toEqual(['content/a.md'])
  expect(
    notes.map(({ place, what, count }) => `${place.file}: ${what}${count ? `, ${count} times` : ''}`),
  ).toEqual(['content/etc: link', 'content/passwd.md: link'])
})

test.each([
  ['no-such-file', null, 'no-such-file cannot be read.'],
  ['empty.json', '', 'empty.json is empty.'],
])('%s: one sentence', async (name, content, message) => {
  if (content !== null) writeFileSync(join(folder, name), content)
  await expect(openSource(join(folder, name), () => {})).rejects.toThrow(message)
})

test('texts are read in UTF-8 and UTF-16, and damaged ones with what is left of them', async () => {
  const read = async (content: Uint8Array) =>
    readText((await open('t', content)).source.files[0] ?? never(), 100)
  expect(await read(Buffer.from('\uFEFFé'))).toEqual({ text: 'é', isDamaged: false })
  expect(await read(Buffer.from('\uFEFFé', 'utf16le'))).toEqual({ text: 'é', isDamaged: false })
  expect(await read(Buffer.from([0x61, 0xff, 0x62]))).toEqual({ text: 'a\uFFFDb', isDamaged: true })
  expect(await read(Buffer.alloc(101, 'a'))).toBeNull()
})

function never(): never {
  throw new Error('There is no file.')
}
