import { expect, test } from 'vitest'
import { foldLetters, foldName } from '#core/languages/fold-letters.ts'
import { tidyText } from '#core/newsroom/tidy-text.ts'
import { textOfSegment } from '#core/translation/checks/segment-text.ts'
import { openZip } from '#server/features/archives/open-zip.ts'
import { readDate } from '#server/features/import/dates/read-date.ts'
import { writeZip } from '#server/features/import/testing/write-zip.ts'
import { processorMs } from '../../tests/support/processor-time.ts'

/** Each is to stand before the one before it. */
const marks = (count: number) => '\u0345\u0301\u0323'.repeat(count / 3)

test.each<[string, (text: string) => unknown]>([
  ['folded', foldLetters],
  ['folded as a name', foldName],
  ['compared with a translation', textOfSegment],
  ['tidied', tidyText],
  ['read as a date', readDate],
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
