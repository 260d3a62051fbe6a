import { expect, onTestFinished, test, vi } from 'vitest'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { runCommand } from './command-line.ts'

test('a file that is not there is named, in words', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    process.exitCode = undefined
  })
  await runCommand(async () => {
    await readBackup('/nowhere/site.backup', undefined)
  })
  expect(said.mock.calls).toEqual([['/nowhere/site.backup cannot be used: it is not there (ENOENT).']])
  expect(process.exitCode).toBe(1)
})
