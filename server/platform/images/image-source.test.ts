import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicImages } from '#server/platform/images/image-source.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

async function publicFolder(): Promise<string> {
  const folder = createTemporaryFolder('public')
  await mkdir(join(folder, 'demo/folder.png'), { recursive: true })
  await writeFile(join(folder, 'demo/a.png'), 'first')
  await writeFile(join(folder, 'secret.png'), 'not an image of ours')
  return folder
}

test('an image keeps its version for as long as its bytes stay the same', async () => {
  const folder = await publicFolder()
  const source = publicImages(folder)
  const first = await source('demo/a.png')
  expect(first?.version).toMatch(/^[0-9a-f]{20}$/)
  expect(String(await first?.read())).toBe('first')

  await utimes(join(folder, 'demo/a.png'), new Date(0), new Date(0))
  expect((await source('demo/a.png'))?.version).toBe(first?.version)

  await writeFile(join(folder, 'demo/a.png'), 'other')
  const replaced = await source('demo/a.png')
  expect(replaced?.version).not.toBe(first?.version)
  expect(String(await replaced?.read())).toBe('other')
})

test.each(['demo/missing.png', 'demo/folder.png', 'demo/a.png/b.png', 'secret.png'])(
  'there is no image at %s',
  async (path) => {
    expect(await publicImages(await publicFolder())(path)).toBeNull()
  },
)
