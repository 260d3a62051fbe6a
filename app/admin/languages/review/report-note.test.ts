import { expect, test } from 'vitest'
import { matchReports, readersText } from '#app/admin/languages/review/report-note.tsx'
import type { TranslationReport } from '#core/domain/translation-review.ts'

const report = (quote: string): TranslationReport => ({
  id: quote,
  translation_id: 'a-translation',
  quote,
  comment: '',
  created_at: '2026-11-22T12:00:00Z',
  status: 'open',
})
const CODE = { id: 'c1', kind: 'c' as const, value: 'npm start', isPair: false }
const TEXTS = [
  { text: 'Ein Titel', tags: [] },
  { text: 'Der <b1>Hafen</b1> prüft seine Programme<n1/>mit <c1/> und „Strenge“.', tags: [CODE] },
  { text: 'Die Stadt will in zwei Jahren damit fertig sein.', tags: [] },
]

/** Returns where a quote is found; null when it is in no text. */
function placeOf(quote: string, known?: ReadonlyMap<string, number>): number | null {
  const { at, unmatched } = matchReports([report(quote)], TEXTS, known)
  const [position = null] = at.keys()
  expect(unmatched.length).toBe(position === null ? 1 : 0)
  return position
}

test('a text is compared as readers see it', () => {
  expect(readersText('Ein <b1>Wort</b1> <c1/><m1/>', [CODE])).toBe('Ein Wort npm start')
  expect(placeOf('Der Hafen  prüft seine\nProgramme mit')).toBe(1)
  expect(placeOf('mit npm start und "Strenge".')).toBe(1)
})

test('who copies several blocks means the first of them', () => {
  expect(placeOf('Etwas davor. Die Stadt will in zwei Jahren damit fertig sein. Danach mehr.')).toBe(2)
})

test('a sentence that has been worded anew is found by most of its words', () => {
  expect(placeOf('Die Stadt will in zwei Jahren fertig werden.')).toBe(2)
})

test('a sentence of nowhere is at the top, unless it had a place before', () => {
  expect(placeOf('Von den Fischen war niemals die Rede.')).toBeNull()
  expect(placeOf('Fisch')).toBeNull()
  const quote = 'Von den Fischen war niemals die Rede.'
  expect(placeOf(quote, new Map([[quote, 2]]))).toBe(2)
  expect(placeOf(quote, new Map([[quote, 9]]))).toBeNull()
})

test('marks in a row take no longer than letters', () => {
  const begun = performance.now()
  matchReports([report('a')], [{ text: `a${'\u0345\u0301\u0323'.repeat(100_000)}`, tags: [] }])
  expect(performance.now() - begun).toBeLessThan(5000)
})
