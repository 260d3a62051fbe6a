import { rm } from 'node:fs/promises'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, residentMegabytes, startSite } from '../support/site.ts'

const ROUNDS = 5
const PORT = 43_201

/** The time from `npm start` to the first page, with an existing build and database, and Node's memory after it. */
const dataDir = createTemporaryFolder('bench-start')
const first = await startSite({ dataDir, port: PORT })
await first.stop()

const after: Record<string, number[]> = { SIGTERM: [], SIGKILL: [] }
const memory: number[] = []
for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startSite({ dataDir, port: PORT })
    // The first start of each series follows a clean stop or the kill of the round before.
    after[signal]?.push(site.firstPageMs)
    memory.push(await residentMegabytes(site.child.pid ?? 0))
    await site.stop(signal)
  }
}
const last = await startSite({ dataDir, port: PORT })
await last.stop()
await rm(dataDir, { recursive: true, force: true })

console.log(`empty folder to first page (database made, demo loaded): ${first.firstPageMs.toFixed(0)} ms`)
for (const [signal, times] of Object.entries(after)) {
  console.log(`next start, stopped by ${signal}: median ${median(times).toFixed(0)} ms of ${ROUNDS}`)
}
console.log(`resident memory of Node after start: median ${median(memory).toFixed(0)} MB of ${memory.length}`)
