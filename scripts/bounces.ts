import { parseArgs } from 'node:util'
import { bringBackBounced, findWronglyEnded } from '#server/features/newsletter/reports/judge-again.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run bounces                  lists subscribers whose mail came back, and whose mailbox no stored report calls gone
  npm run bounces -- --bring-back  brings them back, and frees their addresses`

const bringsBack = readArguments(process.argv.slice(2))
if (bringsBack === null) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await runWithDatabase(({ sql }) =>
    sql.transaction(async (transaction) => {
      const found = await findWronglyEnded(transaction)
      for (const { id, email, left_at, report } of found) {
        const said = [report.status, report.detail].filter(Boolean).join(' ')
        console.log(escapeInvisible(`${email}  left ${left_at.slice(0, 10)}  ${said}`))
        if (bringsBack) await bringBackBounced(transaction, id, null)
      }
      const people = found.length === 1 ? '1 subscriber' : `${found.length} subscribers`
      console.log(
        bringsBack
          ? `${people} brought back.`
          : `${people} found. Nothing was changed; --bring-back brings them back.`,
      )
    }),
  )
}

/** Whether to bring them back; null for other arguments. */
function readArguments(args: string[]): boolean | null {
  try {
    return parseArgs({ args, options: { 'bring-back': { type: 'boolean', default: false } } }).values[
      'bring-back'
    ]
  } catch {
    return null
  }
}
