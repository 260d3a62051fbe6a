import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildsIn } from '#server/build/builds.ts'
import { takeFile } from '#server/process/file-lock.ts'
import { NODE_FLAGS } from '#server/process/node-flags.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

let folder: string
let others: ChildProcess[]

beforeEach(() => {
  folder = createTemporaryFolder('builds')
  others = []
})
afterEach(async () => {
  await Promise.all(others.map(end))
  await rm(folder, { recursive: true })
})

/** Names of builds, the number telling when each was used last: the higher, the later. */
const nameOf = (number: number) => number.toString(16).padStart(16, '0')

async function add(number: number): Promise<void> {
  await buildsIn(folder).add(nameOf(number), async (partial) => {
    await mkdir(join(partial, 'server'), { recursive: true })
    await writeFile(join(partial, 'server/index.js'), '')
    return true
  })
  const used = new Date(Date.UTC(2026, 0, number))
  await utimes(join(folder, nameOf(number), 'in-use'), used, used)
}

async function holdElsewhere(number: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'testing/hold-build.ts')
  const other = spawn(process.execPath, [...NODE_FLAGS, script, folder, nameOf(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  others.push(other)
  const [said] = await once(other.stdout, 'data')
  expect(String(said)).toBe('held\n')
  return other
}

async function end(other: ChildProcess): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return
  other.kill('SIGKILL')
  await once(other, 'exit')
}

const found = async () => (await readdir(folder)).sort()
const names = (...numbers: number[]) => numbers.map(nameOf)

test('of the builds that are not in use the last used ones stay', async () => {
  for (const number of [3, 1, 5, 2, 4]) await add(number)
  await buildsIn(folder).removeOld()
  expect(await found()).toEqual(names(3, 4, 5))
})

test('a build in use stays, however old, until its process has ended', async () => {
  for (const number of [1, 2]) await add(number)
  const other = await holdElsewhere(1)
  for (const number of [21, 22, 23, 24]) await add(number)
  // It was used now, which is later than the others here say of themselves.
  const long = new Date(Date.UTC(2026, 0, 1))
  await utimes(join(folder, nameOf(1), 'in-use'), long, long)
  await buildsIn(folder).removeOld()
  expect(await found()).toEqual(names(1, 22, 23, 24))
  await end(other)
  await buildsIn(folder).removeOld()
  expect(await found()).toEqual(names(22, 23, 24))
})

test('the build used last is held when there is one', async () => {
  const builds = buildsIn(folder)
  expect(await builds.holdLast()).toBeNull()
  expect(await builds.hold(nameOf(1))).toBeNull()
  for (const number of [3, 1, 2]) await add(number)
  expect(await builds.holdLast()).toMatchObject({
    publicDir: join(folder, nameOf(3), 'client'),
    lastUsed: new Date(Date.UTC(2026, 0, 3)),
  })
  await builds.hold(nameOf(1))
  expect((await builds.holdLast())?.publicDir).toBe(join(folder, nameOf(1), 'client'))
})

test('a build that fails or is refused leaves nothing, and the folder of a killed one is removed', async () => {
  const builds = buildsIn(folder)
  const half = async (partial: string) => {
    await mkdir(join(partial, 'client'), { recursive: true })
    return false
  }
  await builds.add(nameOf(1), half)
  await expect(
    builds.add(nameOf(1), async (partial) => {
      await half(partial)
      throw new Error('no such module')
    }),
  ).rejects.toThrow('no such module')
  expect(await found()).toEqual([])
  await half(join(folder, 'partial-1'))
  await add(2)
  expect(await found()).toEqual(names(2))
})

test('a second build waits for the first, and begins when that process has ended', async () => {
  const builds = buildsIn(folder)
  const first = await builds.takeTurn(() => {})
  let told = 0
  const second = builds.takeTurn(() => {
    told += 1
  })
  await expect.poll(() => told).toBe(1)
  expect(takeFile(join(folder, 'lock'))).toBeNull()
  first.release()
  ;(await second).release()
  expect(told).toBe(1)
})
