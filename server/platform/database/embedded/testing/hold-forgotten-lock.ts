/** A process that takes the lock of a data folder, drops the reference to it, and runs the garbage collector. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { lockDataDir } from '#server/platform/database/data-dir.ts'

await lockDataDir(process.argv[2] ?? '')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
for (let round = 0; round < 3; round++) {
  collect()
  await new Promise((resolve) => setImmediate(resolve))
}
process.stdout.write('collected\n')
setInterval(() => {}, 60_000)
