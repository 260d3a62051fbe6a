import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { KINDS, type Question, questionsOf, readTargets } from './questions.ts'
import { type Side, startSide } from './side.ts'

const PORT = 43_206
const ROUNDS = 5
/** The text that is typed when the overlay searches for the second time. */
const FIRST_CHARACTERS = 4

interface Answer {
  side: Side
  question: Question
  /** The expected articles that are among the first ten; null where the query is too short for the overlay. */
  search: string[]
  overlay: string[] | null
}

/** Asks this checkout, and another one in turns with it, the same questions over the same articles. */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { small: { type: 'boolean', default: false }, against: { type: 'string' } },
})
const articlesPerLanguage = options.small ? 300 : 10_000
const targets = readTargets(articlesPerLanguage)
const questions = questionsOf(targets)
const roots = [
  ...(options.against ? [{ name: 'other', root: resolve(options.against) }] : []),
  { name: 'this', root: join(import.meta.dirname, '../..') },
]
const sides: Side[] = []
for (const [index, root] of roots.entries()) {
  sides.push(await startSide({ ...root, port: PORT + index, articlesPerLanguage, targets }))
}

const answers: Answer[] = []
const times = new Map<string, number[]>()
for (let round = 0; round <= ROUNDS; round++) {
  for (const question of questions) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const search = await time(side, 'search', round, () => side.search(question))
      const overlay = await time(side, 'overlay', round, () => side.overlay(question))
      const typed = [...question.query].slice(0, FIRST_CHARACTERS).join('')
      const whileTyping = () => side.overlay({ ...question, query: typed })
      await time(side, `overlay, ${FIRST_CHARACTERS} characters`, round, whileTyping)
      if (round > 0) continue
      const found = (slugs: string[]) => question.expected.filter((slug) => slugs.includes(slug))
      answers.push({ side, question, search: found(search), overlay: overlay && found(overlay) })
    }
  }
}

console.log(`${questions.length} queries over ${articlesPerLanguage} × ${LANGUAGE_CODES.length} articles`)
for (const language of LANGUAGE_CODES) printShares(language, (question) => question.language === language)
for (const kind of KINDS) printShares(kind, (question) => question.kind === kind)
printShares('all', () => true)
for (const side of sides) await printMeasures(side)
for (const side of sides) printMissed(side)
for (const side of sides) await side.stop()

function printShares(name: string, isMeant: (question: Question) => boolean): void {
  const columns = sides.map((side) => {
    const meant = answers.filter((answer) => answer.side === side && isMeant(answer.question))
    const asked = meant.filter(({ overlay }) => overlay !== null)
    return `${side.name}: /search ${shareOf(meant, 'search')}, overlay ${shareOf(asked, 'overlay')}`
  })
  console.log(`${name.padEnd(10)} ${columns.join('; ')}`)
}

function shareOf(among: Answer[], surface: 'search' | 'overlay'): string {
  const count = (slugsOf: (answer: Answer) => string[] | null) =>
    among.reduce((sum, answer) => sum + (slugsOf(answer)?.length ?? 0), 0)
  const [found, expected] = [count((answer) => answer[surface]), count(({ question }) => question.expected)]
  return `${found} of ${expected} (${((found / expected) * 100).toFixed(0)} %)`
}

async function printMeasures(side: Side): Promise<void> {
  for (const [key, milliseconds] of times) {
    if (!key.startsWith(`${side.name}: `)) continue
    const sorted = milliseconds.toSorted((a, b) => a - b)
    const at = (share: number) => `${sorted[Math.floor(sorted.length * share)]?.toFixed(1)} ms`
    console.log(`${key}: p50 ${at(0.5)}, p95 ${at(0.95)}`)
  }
  const sizes = await side.sizes()
  const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
  const sum = (of: 'bytes' | 'indexes') => sizes.reduce((before, size) => before + size[of], 0)
  const each = sizes.map(({ name, bytes, indexes }) => `${name} ${megabytes(bytes)} (${megabytes(indexes)})`)
  console.log(
    `${side.name}: ${megabytes(sum('bytes'))}, of which indexes ${megabytes(sum('indexes'))}: ${each.join(', ')}`,
  )
}

function printMissed(side: Side): void {
  for (const { question, search, overlay, side: asked } of answers) {
    const missing = (found: string[] | null) => found !== null && found.length < question.expected.length
    const where = [...(missing(search) ? ['/search'] : []), ...(missing(overlay) ? ['overlay'] : [])]
    if (asked !== side || where.length === 0) continue
    const { language, kind, query, expected } = question
    const titles = targets.filter(({ slug }) => expected.includes(slug)).map(({ title }) => title)
    console.log(
      `${side.name} misses in ${where.join(' and ')}: ${language}, ${kind}, "${query}": ${titles.join(' · ')}`,
    )
  }
}

/** The first round warms up. */
async function time<T>(side: Side, surface: string, round: number, request: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const answer = await request()
  const key = `${side.name}: ${surface}`
  if (round > 0) times.set(key, [...(times.get(key) ?? []), performance.now() - started])
  return answer
}
