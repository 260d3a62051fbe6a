import { expect, onTestFinished, test } from 'vitest'
import { type MainProcess, runNpmStart, temporaryDataDir } from './run-main.ts'

/** A site that `npm start` has started, and its address. */
async function startByNpm(): Promise<{ npm: MainProcess; url: string; pid: number }> {
  const dataDir = temporaryDataDir()
  const npm = runNpmStart({ DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' })
  onTestFinished(async () => {
    await npm.stop()
    await dataDir.remove()
  })
  const url = await npm.address()
  return { npm, url, pid: npm.child.pid ?? 0 }
}

test('a signal to npm ends the site in order', async () => {
  const { npm, url } = await startByNpm()
  npm.child.kill('SIGTERM')
  // The output ends only when every process that npm started has ended.
  await npm.ended
  expect(npm.output()).toMatch(/Stopping \(SIGTERM\)[\s\S]*Stopped\./)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('Ctrl+C, which reaches npm and the site, ends it in order', async () => {
  const { npm, url, pid } = await startByNpm()
  process.kill(-pid, 'SIGINT')
  await npm.ended
  expect(npm.output()).toMatch(/Stopping \(SIGINT\)[\s\S]*Stopped\./)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})
