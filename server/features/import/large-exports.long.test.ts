import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

const run = promisify(execFile)
const PROGRAM = join(ROOT, 'server/features/import/testing/read-large-export.ts')

/** Reads an export in a process whose heap is limited, and that dies when it needs more. */
async function read(format: string, count: number, length: number, heap: number) {
  const flags = ['--disable-proto=delete', `--max-old-space-size=${heap}`, '--max-semi-space-size=8']
  const { stdout } = await run(process.execPath, [...flags, PROGRAM, format, String(count), String(length)], {
    cwd: ROOT,
  })
  return JSON.parse(stdout) as Record<'articles' | 'notes' | 'megabytes' | 'seconds' | 'memory', number>
}

test.concurrent.for(['ghost', 'wordpress'])(
  '45 MB of %s are read with a heap of 32 MB',
  { timeout: 600_000 },
  async (format, { expect }) => {
    const result = await read(format, 4_500, 10_000, 32)
    expect(result).toMatchObject({ articles: 4_500, notes: 0 })
    expect(result.megabytes).toBeGreaterThan(43)
    expect(result.memory).toBeLessThan(300)
  },
)

test.concurrent.for(['ghost', 'wordpress'])(
  'an export of %s with one text of 2 GB is one note, with a heap of 100 MB',
  { timeout: 600_000 },
  async (format, { expect }) => {
    const result = await read(format, 1, 2 * 1024 ** 3, 100)
    expect(result).toMatchObject({ articles: 0, notes: 1 })
    expect(result.megabytes).toBeGreaterThan(60)
    expect(result.memory).toBeLessThan(500)
  },
)

test.concurrent.for(['ghost', 'wordpress'])(
  'a hundred thousand short articles of %s are read, and the next is one note',
  { timeout: 600_000 },
  async (format, { expect }) => {
    expect(await read(format, 100_001, 100, 200)).toMatchObject({ articles: 100_000, notes: 1 })
  },
)
