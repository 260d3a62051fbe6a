import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from './command-line.ts'

test('a file that is not there is named, in words', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    process.exitCode = undefined
  })
  await runCommand(async () => {
    await readFile('/nowhere/map.json')
  })
  expect(said.mock.calls).toEqual([['/nowhere/map.json cannot be used: it is not there (ENOENT).']])
  expect(process.exitCode).toBe(1)
})
