import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createKeptFiles } from '#server/images/kept-files.ts'
import { createLog } from '#server/log.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

const log = createLog('silent')

test('those who ask at the same time get what was made once', async () => {
  const folder = createTemporaryFolder('kept')
  const files = createKeptFiles({ folder, log })
  let made = 0
  const make = async () => Buffer.from(`made ${++made}`)
  const answers = await Promise.all([files.get('a', make), files.get('a', make), files.get('a', make)])
  expect(answers.map(String)).toEqual(['made 1', 'made 1', 'made 1'])
  expect(String(await files.get('a', make))).toBe('made 1')
  expect(await readdir(folder)).toEqual(['a'])
})

test('a file is found again after a restart', async () => {
  const folder = createTemporaryFolder('kept')
  await createKeptFiles({ folder, log }).get('a', async () => Buffer.from('first'))
  const later = createKeptFiles({ folder, log })
  expect(String(await later.get('a', async () => Buffer.from('second')))).toBe('first')
})

test('a failed making leaves nothing behind and is tried again', async () => {
  const folder = createTemporaryFolder('kept')
  const files = createKeptFiles({ folder, log })
  const fail = () => Promise.reject(new Error('out of paint'))
  await expect(files.get('a', fail)).rejects.toThrow('out of paint')
  expect(await readdir(folder)).toEqual([])
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
})

test('what a crash left half written is not mistaken for the file', async () => {
  const folder = createTemporaryFolder('kept')
  await writeFile(join(folder, 'a.partial'), 'ha')
  const files = createKeptFiles({ folder, log })
  expect(String(await files.get('a', async () => Buffer.from('half')))).toBe('half')
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('half')
  expect(await readdir(folder)).toEqual(['a'])
})

test('where nothing can be written, what was made is answered all the same and the log says so', async () => {
  const place = join(createTemporaryFolder('kept'), 'file')
  await writeFile(place, 'a file where the folder should be')
  const lines: string[] = []
  const files = createKeptFiles({
    folder: join(place, 'images'),
    log: { ...log, error: (line) => lines.push(line) },
  })
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
  expect(lines).toEqual([`${join(place, 'images/a')} cannot be kept`])
})

test('what cannot be kept is not left lying half kept', async () => {
  const folder = createTemporaryFolder('kept')
  await mkdir(join(folder, 'a'))
  const files = createKeptFiles({ folder, log })
  expect(String(await files.get('a', async () => Buffer.from('made')))).toBe('made')
  expect(await readdir(folder)).toEqual(['a'])
})
