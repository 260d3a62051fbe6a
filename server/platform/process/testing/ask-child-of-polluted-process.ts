/** A process whose every object claims to have variables that run code, and the report of a child that it forks. */

import { createProcessPool } from '#server/platform/process/process-pool.ts'
import type { ExampleResult, ExampleTask } from '#server/platform/process/testing/example-process.ts'

Object.assign(Object.prototype, {
  NODE_OPTIONS: '--import=data:text/javascript,globalThis.isPolluted=true',
  LD_LIBRARY_PATH: '/nowhere',
  execArgv: ['--import=data:text/javascript,globalThis.isPolluted=true'],
})

const module = new URL('example-process.ts', import.meta.url)
const pool = createProcessPool<ExampleTask, ExampleResult>({ module, processes: 1 })
const { bytes } = await pool.run(async () => ({ describe: true }))
process.stdout.write(bytes)
