import type { ImportRecord } from '#core/domain/site-import.ts'
import type { CollectedNotes } from '#server/features/import/collect-notes.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const MOST_TERMS = 40
const MOST_COLLISIONS = 10
const PROGRESS_MS = 1_000

/** Prints the result of a dry run. */
export function printPlan({ plan, name, format }: ImportRecord, notes: CollectedNotes): void {
  if (!plan) return
  const { known } = plan
  say(`${name} (${format ?? 'unknown format'})`)
  say(
    `  ${plan.articles} articles: ${plan.published} published, ${plan.scheduled} scheduled, ${plan.drafts} drafts; ${plan.translations} translations`,
  )
  say(
    `  languages: ${plan.languages.map(({ language, articles }) => `${language ?? 'not said'} ${articles}`).join(', ') || 'none'}`,
  )
  say(
    `  authors: ${plan.authorCount}; pictures: ${plan.pictures.inside} in it, ${plan.pictures.elsewhere} to fetch${plan.pictures.siteless > 0 ? `, ${plan.pictures.siteless} that need --site` : ''}; old addresses: ${plan.oldAddresses}`,
  )
  if (known.unchanged + known.changed + known.touched + known.deleted > 0)
    say(
      `  of an earlier import: ${known.unchanged} unchanged, ${known.changed} changed there, ${known.touched} changed here (stay), ${known.deleted} deleted here (stay away)`,
    )
  if (plan.termCount > 0) say(`  categories and tags (${plan.termCount}):`)
  for (const { name: term, articles, section, remembered } of plan.terms.slice(0, MOST_TERMS))
    say(
      `    ${term}: ${articles}${section === null ? '' : ` → ${section}`}${remembered ? ' (as before)' : ''}`,
    )
  if (plan.collisionCount > 0) say(`  slugs that are taken (${plan.collisionCount}):`)
  for (const { slug, becomes } of plan.collisions.slice(0, MOST_COLLISIONS)) say(`    ${slug} → ${becomes}`)
  if (plan.findings.length > 0)
    say(
      `  the check before publishing: ${plan.findings.map(({ rule, articles }) => `${rule} ${articles}`).join(', ')}`,
    )
  printNotes(notes)
  say(`  It takes about ${plan.seconds} seconds.`)
}

/** Prints the result of an import. */
export function printReport({ id, report }: ImportRecord, notes: CollectedNotes): void {
  if (!report) return
  say(
    `Imported: ${report.created} new, ${report.updated} changed, ${report.unchanged} unchanged, ${report.touched} left as they are here, ${report.failed} failed`,
  )
  say(
    `  pictures: ${report.pictures}, ${report.picturesFailed} could not be had; old addresses: ${report.oldAddresses}; ${report.seconds} seconds`,
  )
  printNotes(notes)
  say(`  To take it back: npm run import -- --undo ${id}`)
}

/** Prints everything that is not as it was, each thing once with its number and its first place. */
function printNotes({ counts, things }: CollectedNotes): void {
  for (const [kind, count] of counts) {
    say(`  ${kind}: ${count}`)
    const ofKind = things.of(kind)
    for (const { place, what, becomes, count: times } of ofKind)
      say(
        `    ${what} → ${becomes}: ${times}${place && place !== what ? ` (${place}${times > 1 ? ', …' : ''})` : ''}`,
      )
    const others = count - ofKind.reduce((sum, thing) => sum + thing.count, 0)
    if (others > 0) say(`    and ${others} more`)
  }
}

/** Shows the progress of an import at a terminal while it is under way. */
export async function showingProgress(sql: Sql, id: string, work: () => Promise<void>): Promise<void> {
  if (!process.stderr.isTTY) return work()
  const timer = setInterval(async () => {
    const [row] = await sql<
      Pick<ImportRecord, 'progress'>[]
    >`select progress from private.imports where id = ${id}`.catch(() => [])
    const { done, total } = row?.progress ?? { done: 0, total: 0 }
    if (total > 0) process.stderr.write(`\r${done} of ${total} articles`)
  }, PROGRESS_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    process.stderr.write('\n')
  }
}

/** Text of a stranger has no control characters by now: notes are cut and cleaned when they are collected. */
const say = (line: string) => console.log(line.replace(/[\p{Cc}]/gu, ' '))
