import { expect, test } from 'vitest'
import { readPresences } from '#app/admin/live/read-presences.ts'

const ANA = 'ana@example.org'
const BRUNO = 'bruno@example.org'

test('tells who is where, once for each person, and never oneself', () => {
  const present = readPresences(
    {
      tab1: [{ email: ANA, places: ['article:1'] }],
      tab2: [{ email: ANA, places: ['article:1', 'settings'] }],
      tab3: [
        { email: BRUNO, places: ['article:1'] },
        { email: 'me@example.org', places: ['article:1'] },
      ],
    },
    'me@example.org',
  )
  expect([...present]).toEqual([
    ['article:1', [ANA, BRUNO]],
    ['settings', [ANA]],
  ])
})

test('leaves out what no desk says', () => {
  const strange = [null, 5, 'x', {}, { email: 5, places: ['a'] }, { email: ANA }, { email: ANA, places: 'a' }]
  expect(readPresences({ tab: strange, __proto__: [{ email: ANA, places: ['b'] }] }, '').size).toBe(0)
})

test('takes any name of a place', () => {
  const present = readPresences({ tab: [{ email: ANA, places: ['__proto__', 'constructor', ''] }] }, BRUNO)
  expect([...present.keys()]).toEqual(['__proto__', 'constructor', ''])
})
