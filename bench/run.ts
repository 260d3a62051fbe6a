import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `npm run bench -- NAME`: runs bench/NAME/run.ts; without a name it lists the benchmarks with the question of each. */
const [name] = process.argv.slice(2)
const files = globSync('*/run.ts', { cwd: import.meta.dirname })
const names = files.map((file) => dirname(file)).toSorted()

if (name !== undefined && names.includes(name)) {
  await import(join(import.meta.dirname, name, 'run.ts'))
} else {
  if (name !== undefined) {
    console.error('There is no such benchmark.')
    process.exitCode = 1
  }
  const longest = Math.max(...names.map(({ length }) => length))
  for (const one of names) console.log(`npm run bench -- ${one.padEnd(longest)}  ${questionOf(one)}`)
}

/** The title of its README. */
function questionOf(benchmark: string): string {
  const [title = ''] = readFileSync(join(import.meta.dirname, benchmark, 'README.md'), 'utf8').split('\n')
  return title.replace(/^# /, '')
}
