import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a process that cannot stop after a fatal error ends anyway, and says so', async () => {
  const script = join(import.meta.dirname, 'testing/never-stops.ts')
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(code).toBe(1)
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    {
      level: 'error',
      message: 'Fatal error (unhandledRejection)',
      error: expect.stringMatching(/^Error: broken for good\n +at /),
    },
    { level: 'error', message: expect.stringMatching(/^It has not stopped within/) },
  ])
})
