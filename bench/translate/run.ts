import { measureRuns } from './runs.ts'
import { measureTexts } from './texts.ts'

const PARTS = new Map([
  ['texts', measureTexts],
  ['runs', measureRuns],
])

/** `npm run bench -- translate`, or only one part of it: `npm run bench -- translate runs`. */
const [, asked] = process.argv.slice(2)
for (const [name, measure] of PARTS) if (!asked || asked === name) await measure()
