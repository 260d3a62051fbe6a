import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { decodePage } from '#server/features/import/source/decode-page.ts'
import { readPage } from '#server/features/newsroom/pages/read-page.ts'

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
