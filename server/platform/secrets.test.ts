import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/platform/config-error.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

const NOTHING_SET = { publishable: undefined, secret: undefined, jwtSecret: undefined }

/** A data folder of its own, and a function that loads from it. */
function openDataDir() {
  const dataDir = createTemporaryFolder('secrets')
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    file: join(dataDir, 'secrets.json'),
    load: (keys: Partial<typeof NOTHING_SET | Record<keyof typeof NOTHING_SET, string>> = {}) =>
      loadSecrets({ dataDir, keys: { ...NOTHING_SET, ...keys } }),
  }
}

test('the first start makes keys of the right form, readable by the owner alone', async () => {
  const { dataDir, file, load } = openDataDir()
  const secrets = await load()
  expect(secrets).toEqual({
    publishableKey: expect.stringMatching(/^sb_publishable_[\w-]{32}$/),
    secretKey: expect.stringMatching(/^sb_secret_[\w-]{32}$/),
    jwtSecret: expect.stringMatching(/^[\w-]{64}$/),
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

test('later starts have the same keys, and another folder has others', async () => {
  const one = openDataDir()
  const first = await one.load()
  expect(await one.load()).toEqual(first)
  const other = await openDataDir().load()
  for (const name of ['publishableKey', 'secretKey', 'jwtSecret'] as const)
    expect(other[name]).not.toBe(first[name])
})

test('a key of the environment takes precedence, and is not stored', async () => {
  const { file, load } = openDataDir()
  const kept = await load()
  const jwtSecret = 'a secret from the environment, long enough'
  expect(await load({ jwtSecret })).toEqual({ ...kept, jwtSecret })
  const publishable = 'sb_publishable_from-the-environment'
  const secret = 'sb_secret_from-the-environment'
  expect(await load({ publishable, secret, jwtSecret })).toEqual({
    publishableKey: publishable,
    secretKey: secret,
    jwtSecret,
  })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(kept)
})

test.each([
  ['empty', ''],
  ['cut off', '{"publishableKey": "sb_publ'],
  ['not an object', '[]'],
  ['without a key', '{"publishableKey":"sb_publishable_x","secretKey":"sb_secret_x"}'],
  [
    'with a short signing secret',
    '{"publishableKey":"sb_publishable_x","secretKey":"sb_secret_x","jwtSecret":"short"}',
  ],
])('a file that is %s stops the start, says what to do, and stays as it is', async (_what, text) => {
  const { file, load } = openDataDir()
  await writeFile(file, text)
  const error = await load().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).message).toBe(
    `DATA_DIR: ${file} is damaged; restore it from a backup, or delete it to get new keys (every session then ends)`,
  )
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('a file that cannot be read stops the start and names the reason', async () => {
  const { dataDir, load } = openDataDir()
  await rm(dataDir, { recursive: true })
  await writeFile(dataDir, 'not a folder')
  await expect(load()).rejects.toThrow(
    new ConfigError(
      `DATA_DIR: ${join(dataDir, 'secrets.json')} cannot be read: a part of the path is not a folder (ENOTDIR)`,
    ),
  )
})

test('what a crash left half written is replaced', async () => {
  const { dataDir, file, load } = openDataDir()
  await writeFile(`${file}.new`, '{"publish')
  await chmod(`${file}.new`, 0o644)
  const secrets = await load()
  expect(await load()).toEqual(secrets)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
