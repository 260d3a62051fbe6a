import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'
import { runMain, runToEnd, succeed } from './run-main.ts'

const EMAIL = 'admin@example.com'
const PASSWORD = 'a long password'

/** Runs the command as a program does that writes the password to it. */
async function exportWith(password: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--disable-proto=delete', join(ROOT, 'scripts/export.ts'), ...args],
    {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(`${password}\n`)
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + problems
}

test('the command exports a running site, with its subscribers only for the password of an administrator', async () => {
  const folder = createTemporaryFolder('export', memoryFolder())
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: join(folder, 'data') }
  const main = runMain({ ...env, PORT: '0', ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD })
  onTestFinished(async () => void (await main.stop()))
  await main.address()
  const into = join(folder, 'export')
  expect(await succeed('export', [into], env)).toMatch(
    /^Exported \d{2,} articles of all languages, in \d{2,} files: .*export$/m,
  )
  expect(JSON.parse(await readFile(join(into, 'ai-watch-export.json'), 'utf8'))).toMatchObject({ format: 1 })
  expect(await succeed('export', [join(folder, 'site.zip')], env)).toMatch(/site\.zip$/m)

  const asked = ['--subscribers', EMAIL, into]
  expect(await exportWith('a wrong password', asked, env)).toContain(
    `There is no administrator ${EMAIL} with this password`,
  )
  await expect(readFile(join(into, 'subscribers.csv'))).rejects.toThrow('ENOENT')
  expect(await exportWith(PASSWORD, asked, env)).toContain('Exported')
  expect(await readFile(join(into, 'subscribers.csv'), 'utf8')).toMatch(/^email,language,/)

  await writeFile(join(folder, 'notes.zip'), 'mine')
  expect(await runToEnd('export', [join(folder, 'notes.zip')], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is there already and is no zip: name another file.'),
  })
  expect(await runToEnd('export', [], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage:'),
  })
})
