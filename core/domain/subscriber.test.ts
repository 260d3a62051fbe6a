import { expect, test } from 'vitest'
import { checkSubscriberEmail, maskEmail } from '#core/domain/subscriber.ts'

test('an address is trimmed and otherwise stored as it was typed', () => {
  expect(checkSubscriberEmail('  Elena.Moretti+news@Example.org ')).toEqual({
    email: 'Elena.Moretti+news@Example.org',
  })
})

test.each([
  '',
  'elena',
  'elena@',
  '@example.org',
  'elena@example',
  'e lena@example.org',
  'elena@-example.org',
  'a@b..org',
])('"%s" is not an address', (typed) => {
  expect(checkSubscriberEmail(typed)).toEqual({ problem: 'validation.email.invalid' })
})

test('255 characters are enough for an address, one more is too long', () => {
  const longest = `${'a'.repeat(243)}@example.org`
  expect(checkSubscriberEmail(longest)).toEqual({ email: longest })
  expect(checkSubscriberEmail(`a${longest}`)).toEqual({ problem: 'validation.email.tooLong' })
})

test.each([
  ['ada@example.org', 'a•••@e•••.org'],
  ['a@example.org', '•••@e•••.org'],
  ['ada.lovelace+news@mail.example.co.uk', 'a•••@m•••.uk'],
  ['ada@x.org', 'a•••@•••.org'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
