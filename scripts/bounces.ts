import { parseArgs } from 'node:util'
import { describeWronglyEnded } from '#server/features/newsletter/reports/bounces.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run bounces                  lists subscribers whose mail came back, and whose mailbox no stored report calls gone
  npm run bounces -- --bring-back  brings them back, and frees their addresses`

const bringsBack = readArguments(process.argv.slice(2))
if (bringsBack === null) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }) => {
    for (const line of await describeWronglyEnded(sql, bringsBack)) console.log(line)
  })
}

/** Returns true if they are to be resubscribed; null for other arguments. */
function readArguments(args: string[]): boolean | null {
  try {
    const options = { 'bring-back': { type: 'boolean', default: false } } as const
    return parseArgs({ args, options }).values['bring-back']
  } catch {
    return null
  }
}
