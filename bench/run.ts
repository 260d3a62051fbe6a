import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** `npm run bench -- NAME`: runs bench/NAME/run.ts; without a name it lists what there is. */
const [name] = process.argv.slice(2)
const folders = (await readdir(import.meta.dirname, { withFileTypes: true })).filter((entry) =>
  entry.isDirectory(),
)
const names = folders.map((folder) => folder.name)

if (name && names.includes(name)) {
  await import(join(import.meta.dirname, name, 'run.ts'))
} else {
  console.log(`Usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exitCode = 1
}
