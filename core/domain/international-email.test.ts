import { expect, test } from 'vitest'
import { emailAsStored, emailAsWritten } from './international-email.ts'

test.each([
  ['ada@xn--mller-kva.example', 'ada@müller.example'],
  ['ada@news.xn--r8jz45g.xn--zckzah', 'ada@news.例え.テスト'],
  ['ada@example.org', 'ada@example.org'],
  ['xn--mller-kva@example.org', 'xn--mller-kva@example.org'],
])('%s is shown as %s, and found by it', (stored, written) => {
  expect(emailAsWritten(stored)).toBe(written)
  expect(emailAsStored(written)).toBe(stored)
})

test.each([
  ['no domain in another form', 'ada@xn--.example'],
  ['one that cannot be read', 'ada@xn--ä.example'],
  ['one that hides a character', 'ada@xn--reader-df0c.example'],
  ['one whose form is not the only one', 'ada@xn--example-.org'],
])('%s is shown as it is stored', (_, stored) => {
  expect(emailAsWritten(stored)).toBe(stored)
})
