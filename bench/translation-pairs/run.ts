import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSegment } from '#core/translation/checks/check-segment.ts'

type Pair = [source: string, target: string, verdict: 'right' | 'wrong', kind: string]

for (const set of ['set-1', 'set-2', 'set-3', 'set-4', 'set-5', 'set-6'])
  for (const language of ['de', 'es', 'fr', 'it', 'pt'] as const) {
    const file = join(import.meta.dirname, set, `${language}.json`)
    const pairs: Pair[] = JSON.parse(readFileSync(file, 'utf8'))
    const isRefused = ([source, target]: Pair) =>
      checkSegment({ source, target, language, glossary: null }).length > 0
    const misjudged = pairs.filter((pair) => isRefused(pair) === (pair[2] === 'right'))
    const refused = misjudged.filter(([, , verdict]) => verdict === 'right').length
    console.log(
      `${set} ${language}: refused ${refused} right ones, passed ${misjudged.length - refused} wrong ones of ${pairs.length}`,
    )
    if (process.argv.includes('--list')) for (const pair of misjudged) console.log(`  ${pair.join(' | ')}`)
  }
