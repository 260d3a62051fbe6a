import { expect, test } from 'vitest'
import { found } from '#core/check/finding.ts'
import { foldLetters, foldName } from '#core/languages/fold-letters.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'
import { tidyText } from '#core/newsroom/tidy-text.ts'
import { sayText } from '#core/speech/say-text.ts'
import { textOfSegment } from '#core/translation/checks/segment-text.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { openZip } from '#server/platform/documents/open-zip.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { processorMs } from '../../tests/support/processor-time.ts'

/** Each mark sorts before the one before it. */
const marks = (count: number) => '\u0345\u0301\u0323'.repeat(count / 3)

test.each<[string, (text: string) => unknown]>([
  ['folded', foldLetters],
  ['folded as a name', foldName],
  ['compared with a translation', textOfSegment],
  ['tidied', tidyText],
  ['read as a date', readDate],
  ['found by a check', (quote) => found({ rule: 'name', severity: 'question', field: 'title', quote })],
  ['judged', (text) => judgeOne(`${text} of Ghent.`, ['The bakery Aster in Ghent has hired 42 people.'])],
  ['shown as a heading', (text) => renderMarkdown(`## ${text}`)],
  ['said', (text) => sayText(text, undefined)],
])('marks in a row take no longer than letters: %s', (_, read) => {
  const begun = processorMs()
  read(`1 a${marks(300_000)}`)
  expect(processorMs() - begun).toBeLessThan(5000)
})

test('names of marks in a zip take no longer than others', async () => {
  const begun = processorMs()
  const entries = Array.from({ length: 20 }, (_, n) => ({ path: `${n}${marks(32_000)}`, content: '' }))
  const { files, close } = await openZip(writeZip(entries), 'a.zip', () => {})
  await close()
  expect(files).toHaveLength(20)
  expect(processorMs() - begun).toBeLessThan(3000)
})

test('thirty marks on a letter stay', () => {
  const text = `e${'\u0301'.repeat(30)}`
  expect(tidyText(`${text}\u0301 x`)).toBe(`${text.normalize('NFC')} x`)
})
