import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Attack, startAttack } from './attack.ts'
import { findDearest } from './dearest.ts'
import { measureOthers, type Times } from './others.ts'
import { startSide } from './side.ts'

const PORT = 43_240
/** One in each language. */
const ORIGINALS = 2_000
/** Requests that a client has under way at once. */
const UNDER_WAY = 6
const GOAL = 2

/** Measures the waits of all other clients while some send the most expensive requests that they may. */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '30' },
    against: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const roots = [
  ...(options.against ? [{ name: 'other', root: resolve(options.against) }] : []),
  { name: 'this', root: resolve(import.meta.dirname, '../..') },
]
for (const [index, { name, root }] of roots.entries()) {
  const side = await startSide({
    root,
    port: PORT + index,
    originals: ORIGINALS,
    processes: options.processes,
  })
  try {
    const strangers = await findDearest(side, side.strangers)
    const people = await findDearest(side, side.people)
    console.log(`\n${name}: strangers ask ${strangers.name}; people of the desk ask ${people.name}`)
    const addresses = (first: number, count: number): Attack[] =>
      Array.from({ length: count }, (_, n) => side.asStranger(strangers, `198.51.100.${first + n}`))
    const roles = side.lowerRoles.map((token) => side.asPerson(people, token))
    const attacks = {
      '2 addresses': addresses(1, 2),
      '16 addresses': addresses(11, 16),
      'an author and a translator': roles,
      'all of these': [...addresses(31, 16), ...roles],
    }
    // The first finds everything cold.
    await measureOthers(side, 5)
    const quiet = await measureOthers(side, seconds)
    print('nobody', quiet)
    for (const [who, attack] of Object.entries(attacks)) {
      const running = startAttack(attack, UNDER_WAY)
      print(who, await measureOthers(side, seconds), quiet)
      console.log(`    of theirs, ${await running.stop()}`)
    }
    print('nobody again', await measureOthers(side, seconds), quiet)
  } finally {
    await side.stop()
  }
}

function print(who: string, times: Times, quiet?: Times): void {
  const figures = Object.entries(times).map(([what, all]) => {
    const usual = quiet?.[what] && percentile(quiet[what], 95)
    const ratio = usual ? ` = ${(percentile(all, 95) / usual).toFixed(1)} ×` : ''
    const failed = all.filter((time) => time === Infinity).length
    return `${what} ${milliseconds(percentile(all, 50))}, p95 ${milliseconds(percentile(all, 95))}${ratio}${failed > 0 ? ` (${failed} of ${all.length} failed)` : ''}`
  })
  const isMet = Object.entries(times).every(
    ([what, all]) => percentile(all, 95) <= GOAL * percentile(quiet?.[what] ?? all, 95),
  )
  console.log(`  ${who}: ${figures.join(' · ')}${isMet ? '' : ` — more than ${GOAL} × the quiet p95`}`)
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

function milliseconds(time: number): string {
  return time === Infinity ? 'never' : `${time.toFixed(time < 100 ? 1 : 0)} ms`
}
