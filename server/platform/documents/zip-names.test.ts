import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { openSource } from '#server/features/import/source/import-source.ts'
import { readAll } from '#server/features/import/testing/read-all.ts'
import { openZip } from '#server/platform/documents/open-zip.ts'
import { writeZip, type ZipEntry } from '#server/platform/documents/testing/write-zip.ts'
import { debianProgram } from '../../../tests/support/debian-programs.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const UNIX = 3
const WINDOWS = 0

async function namesIn(...entries: Omit<ZipEntry, 'content'>[]) {
  const refused: string[] = []
  const zip = writeZip(entries.map((entry) => ({ ...entry, content: 'x' })))
  const { files, close } = await openZip(zip, 'a.zip', (_, why) => refused.push(why))
  await close()
  return { paths: files.map(({ path }) => path), refused }
}

/** The field in which Info-ZIP stores a name in UTF-8: its version, the checksum of the other name, and the name. */
function unicodePath(name: string, other: Uint8Array): Buffer {
  const content = Buffer.from(name)
  const field = Buffer.alloc(9 + content.length)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + content.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(other), 5)
  content.copy(field, 9)
  return field
}

const bytes = (name: string) => Buffer.from(name, 'latin1')

describe('lang-import-zip-names: the name of a file in a zip', () => {
  test.each<[string, Omit<ZipEntry, 'content'>, string]>([
    ['UTF-8 that is marked', { path: 'straße.md' }, 'straße.md'],
    ['UTF-8 of Info-ZIP', { path: Buffer.from('straße.md'), host: UNIX }, 'straße.md'],
    ['UTF-8 of another host', { path: Buffer.from('coração.md'), host: WINDOWS }, 'coração.md'],
    ['UTF-8 of macOS', { path: Buffer.from('käfer.md'.normalize('NFD')), host: UNIX }, 'käfer.md'],
    ['code page 437', { path: bytes('gr\x94\xe1e \x81\x82\x84.md'), host: WINDOWS }, 'größe üéä.md'],
    ['code page 850', { path: bytes('cora\x87\xc6o \xb5\xd2\xe3.md'), host: WINDOWS }, 'coração ÁÊÒ.md'],
    ['Latin 1', { path: bytes('gr\xf6\xdfe.md'), host: UNIX }, 'größe.md'],
    [
      'a field with the name in UTF-8',
      { path: bytes('gr_e.md'), extra: unicodePath('größe.md', bytes('gr_e.md')) },
      'größe.md',
    ],
    [
      'a field about another name',
      { path: bytes('renamed.md'), extra: unicodePath('größe.md', bytes('gr_e.md')) },
      'renamed.md',
    ],
    ['backslashes', { path: bytes('a\\\x81.md'), host: WINDOWS }, 'a/ü.md'],
  ])('%s', async (_, entry, path) => {
    expect(await namesIn(entry)).toEqual({ paths: [path], refused: [] })
  })

  test.each<[string, Omit<ZipEntry, 'content'>]>([
    ['up, in code page 850', { path: bytes('..\\\x81.md'), host: WINDOWS }],
    ['absolute', { path: bytes('/gr\xf6\xdfe.md') }],
    ['with a drive', { path: bytes('C:\\\x81.md'), host: WINDOWS }],
    ['up, in a field', { path: bytes('a.md'), extra: unicodePath('../größe.md', bytes('a.md')) }],
  ])('does not lead out: %s', async (_, entry) => {
    expect(await namesIn(entry)).toEqual({ paths: [], refused: ['path out of the archive'] })
  })

  test('is that of one file, composed or not', async () => {
    const paths = ['käfer.md', 'käfer.md'.normalize('NFD')]
    expect(await namesIn(...paths.map((path) => ({ path: Buffer.from(path) })))).toEqual({
      paths: ['käfer.md'],
      refused: ['second file of this name'],
    })
  })
})

test('lang-import-zip-names: a zip of the program zip, and the folder that it was made of', async () => {
  const folder = createTemporaryFolder('zip-names')
  mkdirSync(join(folder, 'content/images'), { recursive: true })
  const date = '---\ndate: 2026-11-28\n---\n'
  writeFileSync(join(folder, 'content/größe.md'), `${date}Zweiter.`)
  writeFileSync(
    join(folder, 'content/straße.md'),
    `${date}![Käfer](images/käfer.png) ${'![Bär](images/bär.png)'.normalize('NFD')}\n\nSiehe [Größe](größe.md).`,
  )
  for (const name of ['käfer.png', 'bär.png'])
    writeFileSync(join(folder, 'content/images', name.normalize('NFD')), 'x')
  execFileSync(await debianProgram('zip'), ['-qr', 'names.zip', 'content'], {
    cwd: folder,
    env: { LC_ALL: 'C' },
  })
  for (const name of ['names.zip', '']) {
    const source = await openSource(join(folder, name), () => {})
    const { articles, items, told } = await readAll(readMarkdown, source)
    expect(told.filter((note) => note.startsWith('picture'))).toEqual([])
    expect(
      items.flatMap((item) => (item.kind === 'picture' ? [item.entry] : [])),
      name,
    ).toEqual(['content/images/käfer.png', 'content/images/bär.png'])
    expect(articles.map(({ sourceId, oldAddresses: [address] }) => [sourceId, address])).toEqual([
      ['markdown:content/größe.md', '/gr%C3%B6%C3%9Fe/'],
      ['markdown:content/straße.md', '/stra%C3%9Fe/'],
    ])
    await source.close()
  }
})

test.each([
  ['another checksum than its own', 'PK\u0001\u0002', 16],
  ['bytes that cannot be unpacked', 'one.md', 6],
])('a file with %s is left out by name, and the others are read', async (_what, mark, offset) => {
  const path = join(createTemporaryFolder('zip-checksums'), 'a.zip')
  const content = (name: string) => `---\ntitle: ${name}\ndate: 2026-11-28\n---\nA text.`
  const zip = writeZip(['one', 'two'].map((name) => ({ path: `${name}.md`, content: content(name) })))
  // The entry of its first file, in the directory of the archive or at its beginning.
  zip.writeUInt32LE(0xffff_ffff, zip.indexOf(mark, 0, 'latin1') + offset)
  writeFileSync(path, zip)
  const source = await openSource(path, () => {})
  const { articles, notes } = await readAll(readMarkdown, source)
  await source.close()
  expect(articles.map(({ title }) => title)).toEqual(['two'])
  expect(notes.map(({ severity, kind, place }) => [severity, kind, place.file])).toEqual([
    ['error', 'incomplete', 'one.md'],
  ])
})
