import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/** The exposure of 10 that systemd rates for a service; below 2 it is "OK". */
const MAX_EXPOSURE = 1.5

test('systemd accepts the unit, and rates what it may do as little', async () => {
  const folder = createTemporaryFolder('unit')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'ai-watch.service')
  const unit = await readFile(join(ROOT, 'deploy/ai-watch.service'), 'utf8')
  await writeFile(file, unit.replaceAll('/opt/ai-watch/current', ROOT))
  const analyze = async (...args: string[]) => {
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', args)
    return stdout + stderr
  }
  expect(await analyze('verify', file)).toBe('')
  const rated = await analyze('security', '--offline=true', '--no-pager', file)
  const [, exposure] = /Overall exposure level for ai-watch\.service: ([\d.]+)/.exec(rated) ?? []
  expect(Number(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE)
})
