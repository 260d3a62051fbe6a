import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { TextTask } from '#server/platform/process/off-turn.ts'
import { handleTasks } from '#server/platform/process/process-pool.ts'
import { ROOT } from '#server/platform/root.ts'

/** A process that works through texts for the server that started it: what they are made of may take any time and memory. */
handleTasks<TextTask, Uint8Array>(async ({ place, args }) => {
  const [path = '', name = ''] = place.split('#')
  const module = await import(pathToFileURL(join(ROOT, path)).href)
  return serialize(await module[name](...deserialize(args)))
})
