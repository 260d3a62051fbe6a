import { expect, test } from 'vitest'
import { nextTurnOf, noticeAt } from '#core/domain/site-links.ts'

const text = { en: 'We are away' }
const from = '2026-12-24T09:00:00Z'
const until = '2026-12-27T09:00:00Z'
const at = (moment: string) => Date.parse(moment)

test.each([
  [{ text }, [true, true, true, true]],
  [{ text, from }, [false, true, true, true]],
  [{ text, until }, [true, true, true, false]],
  [{ text, from, until }, [false, true, true, false]],
])('%o is shown from its beginning until its end', (notice, shown) => {
  const moments = [at(from) - 1, at(from), at(until) - 1, at(until)]
  expect(moments.map((moment) => noticeAt(notice, moment) !== null)).toEqual(shown)
})

test('pages are current until the notice appears or ends', () => {
  const notice = { text, from, until }
  expect(nextTurnOf(notice, at(from) - 1)).toBe(at(from))
  expect(nextTurnOf(notice, at(from))).toBe(at(until))
  expect(nextTurnOf(notice, at(until))).toBe(Infinity)
  expect(nextTurnOf({ text }, 0)).toBe(Infinity)
  expect(nextTurnOf(null, 0)).toBe(Infinity)
})
