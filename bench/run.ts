import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `npm run bench -- NAME`: runs bench/NAME/run.ts; without a name it lists the benchmarks. */
const [name] = process.argv.slice(2)
const files = globSync('*/run.ts', { cwd: import.meta.dirname })
const names = files.map((file) => dirname(file)).toSorted()

if (name && names.includes(name)) {
  await import(join(import.meta.dirname, name, 'run.ts'))
} else {
  console.log(`Usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exitCode = 1
}
