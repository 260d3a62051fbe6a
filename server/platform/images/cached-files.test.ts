import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import { createLog } from '#server/platform/log.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const log = createLog('silent')

test('concurrent calls share what is made once', async () => {
  const folder = createTemporaryFolder('cached')
  const files = createCachedFiles({ folder, log })
  let made = 0
  const make = async () => Buffer.from(`made ${++made}`)
  const results = await Promise.all([files.get('a', make), files.get('a', make), files.get('a', make)])
  expect(results.map(String)).toEqual(['made 1', 'made 1', 'made 1'])
  expect(String(await files.get('a', make))).toBe('made 1')
  expect(await readdir(folder)).toEqual(['a'])
})

test('a file is found again after a restart', async () => {
  const folder = createTemporaryFolder('cached')
  await createCachedFiles({ folder, log }).get('a', async () => Buffer.from('first'))
  const later = createCachedFiles({ folder, log })
  expect(String(await later.get('a', async () => Buffer.from('second')))).toBe('first')
})

test('no name leads out of the folder', async () => {
  const folder = join(createTemporaryFolder('cached'), 'files')
  const files = createCachedFiles({ folder, log })
  const make = async () => Buffer.from('made')
  for (const name of ['../a', 'a/../../b', '/tmp/a', '.', '..', '../files-too/a'])
    await expect(files.get(name, make), name).rejects.toThrow('is not the name of a file')
  expect(String(await files.get('400/a', make))).toBe('made')
  expect(await readdir(join(folder, '..'))).toEqual(['files'])
})

test('nothing is stored when making fails, and the next call tries again', async () => {
  const folder = createTemporaryFolder('cached')
  const files = createCachedFiles({ folder, log })
  const fail = () => Promise.reject(new Error('out of paint'))
  await expect(files.get('a', fail)).rejects.toThrow('out of paint')
  expect(await readdir(folder)).toEqual([])
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
})

test('a partial file that a crash left behind is not served', async () => {
  const folder = createTemporaryFolder('cached')
  await writeFile(join(folder, `a.${process.pid}.partial`), 'ha')
  const files = createCachedFiles({ folder, log })
  expect(String(await files.get('a', async () => Buffer.from('half')))).toBe('half')
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('half')
  expect(await readdir(folder)).toEqual(['a'])
})

test('where nothing can be written, the bytes are returned all the same and the log says so', async () => {
  const place = join(createTemporaryFolder('cached'), 'file')
  await writeFile(place, 'a file where the folder should be')
  const lines: string[] = []
  const files = createCachedFiles({
    folder: join(place, 'images'),
    log: { ...log, error: (line) => lines.push(line) },
  })
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
  expect(lines).toEqual([`${join(place, 'images/a')} cannot be stored`])
})

test('a file that cannot be stored leaves no partial file', async () => {
  const folder = createTemporaryFolder('cached')
  await mkdir(join(folder, 'a'))
  const files = createCachedFiles({ folder, log })
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
  expect(await readdir(folder)).toEqual(['a'])
})
