import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { findFormat, readSource } from '#server/features/import/read-source.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { readPages, readTestPages } from './read-pages.ts'

const [, folder = ''] = process.argv.slice(2)
const isListing = process.argv.includes('--list')

/** Prints a count, and with `--list` what it counts. */
function tell(what: string, found: readonly string[], all: number): void {
  console.log(`${what}: ${found.length} of ${all}`)
  if (isListing) for (const one of found) console.log(`  ${one}`)
}

/** Strings in the source code of Go, which writes them as JSON does where they are as plain as these. */
const stringsIn = (go: string) =>
  Array.from(go.matchAll(/"(?:[^"\\]|\\.)*"/g), ([text]): string => JSON.parse(text))

/** A layout of Go is itself a date, Monday the second of January 2006: here the 25th, which is not a month. */
const asDate = (layout: string) =>
  layout
    .replace(/\b0?2\b/, '25')
    .replace(/\bMon/, 'Wed')
    .replace(/\bWedday/, 'Wednesday')

function readLayouts(file: string): void {
  const [, list = ''] =
    /dateFormats = \[\.\.\.\]string\{([\s\S]*?)\n\}/.exec(readFileSync(file, 'utf8')) ?? []
  const layouts = stringsIn(list).map(asDate)
  const dates = layouts.map((layout) => ({ layout, date: readDate(layout) }))
  tell(
    'layouts without a date',
    dates.flatMap(({ layout, date }) => (date === null ? layout : [])),
    layouts.length,
  )
  // Zones move it by a day at most.
  const isWrong = (date: string | null) => date !== null && !/^2006-01-(?:0[123]|2[456])T/.test(date)
  tell(
    'layouts with a wrong date',
    dates.flatMap(({ layout, date }) => (isWrong(date) ? `${layout}: ${date}` : [])),
    layouts.length,
  )
}

function readDates(file: string): void {
  const [, list = ''] = /dates := \[\]string\{([\s\S]*?)\n\t\}/.exec(readFileSync(file, 'utf8')) ?? []
  const dates = stringsIn(list)
  tell(
    'dates that are not read',
    dates.filter((date) => readDate(date) === null),
    dates.length,
  )
}

/** Counts the articles that are read from a feed; null if it is rejected. */
async function countArticles(file: string): Promise<number | null> {
  const source = memorySource({ [basename(file)]: readFileSync(file) })
  let count = 0
  try {
    for await (const { kind } of readSource(source, await findFormat(source), collectNotes().report))
      if (kind === 'article') count += 1
  } catch (error) {
    if (error instanceof UnreadableSource) return null
    throw error
  }
  return count
}

async function readFeeds(): Promise<void> {
  const files = globSync(join(folder, 'feedparser/tests/{well,ill}formed/**/*.xml'))
  const withItems = files.filter((file) =>
    /<(?:\w+:)?(?:item|entry)[\s>]/i.test(readFileSync(file, 'latin1')),
  )
  const refused: string[] = []
  for (const file of withItems) if ((await countArticles(file)) === null) refused.push(file)
  tell('feeds with items that are refused', refused, withItems.length)
}

readLayouts(join(folder, 'miniflux/internal/reader/date/parser.go'))
readDates(join(folder, 'miniflux/internal/reader/date/parser_test.go'))
await readFeeds()
readPages(join(folder, 'trafilatura/tests'))
readTestPages(join(folder, 'readability/test/test-pages'))
