import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { readPage, textLines } from '#server/features/newsroom/pages/read-page.ts'
import { decodePage } from '#server/platform/documents/decode-page.ts'
import { parseHtml } from '#server/platform/documents/html/parse-html.ts'

/** A saved page, with passages that its text must have and must not have. */
interface SavedPage {
  file: string
  with: string[]
  without: string[]
}

const joined = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Reads each page twice: for its text, and for the sentences of that text. */
export function readPages(folder: string): void {
  const pages = Object.values(
    JSON.parse(readFileSync(join(folder, 'evaldata.json'), 'utf8')) as Record<string, SavedPage>,
  )
  const counts = { found: 0, lost: 0, strange: 0 }
  const unread: string[] = []
  const changed: string[] = []
  for (const { file, ...passages } of pages) {
    const path = ['cache', 'eval'].map((name) => join(folder, name, file)).find((one) => existsSync(one))
    if (!path) throw new Error(`${file} is missing.`)
    const source = decodePage(readFileSync(path), 'text/html')
    const { text, language } = readPage({ source, isPlain: false, sentences: [] })
    const has = (passage: string) => joined(text).includes(joined(passage))
    const found = passages.with.filter(has).length
    counts.found += found
    counts.lost += passages.with.length - found
    counts.strange += passages.without.filter(has).length
    if (text === '') unread.push(file)
    const sentences = cutSentences(text, language).map((sentence) => sentence.text)
    const again = readPage({ source, isPlain: false, sentences })
    if (again.text !== text || again.missing.length > 0) changed.push(file)
  }
  const { found, lost, strange } = counts
  const share = (part: number, rest: number) => (part / (part + rest)).toFixed(3)
  console.log(`passages of pages: precision ${share(found, strange)}, recall ${share(found, lost)}`)
  console.log(`pages without a text: ${unread.join(', ')}`)
  console.log(`pages that changed while they were read twice: ${changed.length} of ${pages.length}`)
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The share of `expected` that is in `text`, each word as often as it is there. */
function shareOf(expected: string, text: string): number {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const wanted = wordsOf(expected)
  const found = wanted.filter((word) => {
    const count = counts.get(word) ?? 0
    counts.set(word, count - 1)
    return count > 0
  })
  return wanted.length === 0 ? 1 : found.length / wanted.length
}

/** Compares pages with the text that is expected of them, without captions. */
export function readTestPages(folder: string): void {
  const files = globSync(join(folder, '*/expected.html'))
  const few: string[] = []
  for (const file of files) {
    const expected = parseHtml(readFileSync(file, 'utf8'))
    for (const element of expected.querySelectorAll('figcaption, script, style')) element.remove()
    const source = readFileSync(join(dirname(file), 'source.html'), 'utf8')
    const { text } = readPage({ source, isPlain: false, sentences: [] })
    const words = textLines(expected.documentElement).map((line) => line.text)
    if (shareOf(words.join('\n'), text) < 0.95) few.push(basename(dirname(file)))
  }
  console.log(
    `pages with less than 95 % of the expected words: ${few.length} of ${files.length}, ${few.join(', ')}`,
  )
}
