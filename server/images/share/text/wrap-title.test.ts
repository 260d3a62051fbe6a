import { expect, test } from 'vitest'
import { wrapTitle } from '#server/images/share/text/wrap-title.ts'

/** Type of which every sign is half as wide as high. */
const measure = (text: string) => text.length / 2
const room = { width: 600, height: 400, leading: 1, measure }

test('a short title is set in the largest size, on lines of even length', () => {
  expect(wrapTitle('Why small models win', room)).toEqual({ size: 96, lines: ['Why small', 'models win'] })
})

test('a longer one is set smaller rather than on a fifth line', () => {
  const title = 'The invoice for inference arrives and it is less than half the bill'
  const { size, lines } = wrapTitle(title, room)
  expect(size).toBeLessThan(80)
  expect(lines.join(' ')).toBe(title)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width)
})

test('lines never stand higher than their room', () => {
  const { size, lines } = wrapTitle('one two three four five six', { ...room, height: 200 })
  expect(lines.length * size).toBeLessThanOrEqual(200)
})

test('a long word makes the type smaller before it is broken', () => {
  expect(wrapTitle('Die Übersetzungsmaschine', room).lines).toEqual(['Die', 'Übersetzungsmaschine'])
  const { size, lines } = wrapTitle('x'.repeat(60), room)
  expect(size).toBe(48)
  expect(lines.join('')).toBe('x'.repeat(60))
  for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width)
})

test('what is too long for four lines of the smallest type ends in an ellipsis after a whole word', () => {
  const { size, lines } = wrapTitle('seven letter words, again '.repeat(20), room)
  expect(size).toBe(48)
  expect(lines).toHaveLength(4)
  expect(lines[3]).toMatch(/(seven|letter|words|again)…$/)
  for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width)
})

test('an endless word ends in an ellipsis too', () => {
  const { lines } = wrapTitle('x'.repeat(300), room)
  expect(lines).toHaveLength(4)
  expect(lines[3]).toMatch(/x…$/)
  expect(measure(lines[3] ?? '') * 48).toBeLessThanOrEqual(room.width)
})

test('a line may end after a hyphen and not at a space that forbids it', () => {
  expect(wrapTitle('state-of-the-art things', { ...room, width: 300 }).lines[0]).toMatch(/-$/)
  const { lines } = wrapTitle('aaaa bbbb cccc\u00a0?', { ...room, width: 300 })
  expect(lines.some((line) => line.includes('cccc\u00a0?'))).toBe(true)
})
