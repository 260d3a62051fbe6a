import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { debianProgram } from '../support/debian-programs.ts'

const ALERTS = join(ROOT, 'deploy/alerts')

test('Prometheus accepts every alert', async () => {
  const files = (await readdir(ALERTS)).map((file) => join(ALERTS, file))
  const { stdout } = await promisify(execFile)(await debianProgram('promtool'), ['check', 'rules', ...files])
  expect(stdout.match(/SUCCESS: \d+ rules found/g)).toHaveLength(files.length)
})
