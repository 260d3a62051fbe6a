import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { environment } from '#server/platform/environment.ts'
import { SECRET_NAMES } from '#server/platform/secret-files.ts'
import { refusal } from '../../tests/support/refused-config.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

async function fileWith(content: string): Promise<string> {
  const folder = createTemporaryFolder('secret')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'secret'), content)
  return join(folder, 'secret')
}

test('a secret is read from the file that NAME_FILE names, without the line break at its end', async () => {
  const file = await fileWith('postgres://ai_watch:secret@postgres:5432/ai_watch\n')
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    'postgres://ai_watch:secret@postgres:5432/ai_watch',
  )
})

test('what the file says is checked like the variable', async () => {
  expect(refusal({ METRICS_TOKEN_FILE: await fileWith('short') })).toMatch(/^METRICS_TOKEN: must have 16/)
})

test.each([
  [
    'does not exist',
    async () => '/nowhere/secret',
    /^JWT_SECRET_FILE: \/nowhere\/secret cannot be read: it is not there \(ENOENT\)$/,
  ],
  ['is empty', () => fileWith('\n'), /^JWT_SECRET_FILE: .* is empty$/],
  ['is no secret', () => fileWith('x'.repeat(10_001)), /^JWT_SECRET_FILE: .* is no secret, but larger$/],
])('a file that %s is refused by its name', async (_, make, problem) => {
  expect(refusal({ JWT_SECRET_FILE: await make() })).toMatch(problem)
})

test('a secret and its file together are refused', async () => {
  const JWT_SECRET = 'x'.repeat(40)
  expect(refusal({ JWT_SECRET, JWT_SECRET_FILE: await fileWith(JWT_SECRET) })).toBe(
    'JWT_SECRET: must not be set together with JWT_SECRET_FILE',
  )
})

test('the secrets are variables', () => {
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining([...SECRET_NAMES]))
})
