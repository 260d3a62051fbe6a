import { expect, test } from 'vitest'
import { describePresence } from '#app/admin/kit/live/presence-notice.tsx'

test('names people by their addresses, and counts those who are too many', () => {
  const at = (...names: string[]) => names.map((name) => `${name}@example.org`)
  expect(describePresence([])).toBe('')
  expect(describePresence(at('ana'))).toBe('Ana is editing this too.')
  expect(describePresence(at('ana', 'bruno'))).toBe('Ana and Bruno are editing this too.')
  expect(describePresence(at('ana', 'bruno', 'zoé'))).toBe('Ana, Bruno, and Zoé are editing this too.')
  expect(describePresence(at('ana', 'bruno', 'zoé', 'élise'))).toBe(
    'Ana, Bruno, and 2 others are editing this too.',
  )
})

test('tells people with the same name apart by their whole addresses', () => {
  expect(describePresence(['ana@example.org', 'ana@example.com'])).toBe(
    'ana@example.org and ana@example.com are editing this too.',
  )
})

test('takes a display name as it is', () => {
  expect(describePresence(['Nora Lind', 'emil@example.org'])).toBe('Nora Lind and Emil are editing this too.')
})

test('takes any address as it is', () => {
  expect(describePresence(['@example.org'])).toBe('@example.org is editing this too.')
  expect(describePresence(['__proto__@x.org'])).toBe('__proto__ is editing this too.')
  expect(describePresence(['{{names}}@x.org'])).toBe('{{names}} is editing this too.')
})
