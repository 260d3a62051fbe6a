import { expect, test } from 'vitest'
import { loadTypefaces } from '#server/images/share/fonts/typefaces.ts'
import { drawShareCard } from '#server/images/share/share-card.ts'

const typefaces = await loadTypefaces()
const card = (title: string, name = 'Hack') =>
  drawShareCard({ site: 'AI Watch', title, category: { id: 'hack', name } }, typefaces)

test('of a title and a category nothing but outlines reaches the drawing', () => {
  const hostile = '"/><script>alert(1)</script><image href="http://127.0.0.1/x"/>'
  const svg = card(hostile, hostile)
  expect(svg).not.toMatch(/script|image|href|text|alert/)
  const elements = new Set(svg.match(/<\/?[a-z]+/gi))
  expect([...elements].sort()).toEqual(
    ['</clipPath', '</g', '</svg', '<clipPath', '<g', '<path', '<rect', '<svg'].sort(),
  )
})

test('the same card is always drawn the same, another title otherwise', () => {
  expect(card('One title')).toBe(card('One title'))
  expect(card('One title')).not.toBe(card('Another title'))
})

test('no coordinate is anything but a number', () => {
  expect(card('Łódź – Αθήνα, Москва fi 12½')).not.toMatch(/NaN|Infinity|undefined|null/)
})
