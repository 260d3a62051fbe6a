import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { readRestarts } from '#server/supervisor/restarts.ts'
import { runCommand } from './command-line.ts'

const LOOK_MS = 100

/** `npm run restart`: has the running site replace its processes one after the other, and waits until it has. */
await runCommand(async () => {
  const { dataDir } = readConfig(process.env)
  console.log(`Replaced ${await restart(dataDir)} processes.`)
})

async function restart(dataDir: string): Promise<number> {
  const lock = await lockDataDir(dataDir).catch(() => null)
  await lock?.release()
  if (lock) throw new Error(`No AI Watch is running on the data folder ${dataDir}: start it with npm start.`)
  const before = await readRestarts(dataDir)
  // The file of a supervisor that was killed may be left.
  const holder = await readFile(join(dataDir, '.lock.pid'), 'utf8').catch(() => '')
  if (!before || holder !== String(before.supervisor)) {
    throw new Error(
      'AI Watch runs as one process, which nothing can replace while it serves, or is just starting. Stop it and start it, with PROCESSES=2 or more to be able to do this.',
    )
  }
  process.kill(before.supervisor, 'SIGHUP')
  for (;;) {
    const now = await readRestarts(dataDir)
    if (now?.supervisor !== before.supervisor) throw new Error('AI Watch was stopped meanwhile.')
    if (now.done > before.done) {
      if (now.failure !== null) throw new Error(`Not all processes were replaced: ${now.failure}`)
      return now.replaced
    }
    await delay(LOOK_MS)
  }
}
