/** A process that breaks, and whose stopping never comes to an end. */
import { createLog } from '#server/platform/log.ts'
import { handleShutdown } from '#server/platform/process/shutdown.ts'

handleShutdown({ log: createLog('info'), stop: () => new Promise(() => {}), stopMs: 1 })
setInterval(() => {}, 60_000)
await Promise.reject(new Error('broken for good'))
