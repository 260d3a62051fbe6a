import { expect, onTestFinished, test } from 'vitest'
import { runMain, runScript, temporaryDataDir } from './run-main.ts'

test('a database can be emptied only while no site uses it', async () => {
  const dataDir = temporaryDataDir()
  onTestFinished(dataDir.remove)
  const env = { DATA_DIR: dataDir.path, PORT: '0', DEMO: '0' }
  const start = () => runMain({ ...env, ADMIN_PASSWORD: 'a long password of the editor' })
  const reset = () => runScript('db-reset', ['--yes'], env)

  const site = start()
  const url = await site.address()
  const refused = reset()
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('AI Watch is running on this database')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await site.stop()).toBe(0)

  const done = reset()
  expect(await done.ended).toBe(0)
  expect(done.output()).toContain('The database is empty')
  const again = start()
  await again.address()
  expect(await again.stop()).toBe(0)
})
