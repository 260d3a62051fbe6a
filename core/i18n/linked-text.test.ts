import { expect, test } from 'vitest'
import { splitLinkedText } from '#core/i18n/linked-text.ts'

test('a message is split around its link', () => {
  expect(splitLinkedText('You agree to our <link>privacy policy</link>.')).toEqual({
    before: 'You agree to our ',
    link: 'privacy policy',
    after: '.',
  })
})

test('a message without a link is all in `before`', () => {
  expect(splitLinkedText('You agree.')).toEqual({ before: 'You agree.', link: '', after: '' })
})
