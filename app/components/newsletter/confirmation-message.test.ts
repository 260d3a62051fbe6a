import { expect, test } from 'vitest'
import { confirmationMessage } from '#app/components/newsletter/confirmation-message.ts'
import { registerCatalogs } from '#app/messages.ts'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'
import de from '#core/i18n/messages/de.json' with { type: 'json' }
import en from '#core/i18n/messages/en.json' with { type: 'json' }

registerCatalogs({ en, de, es: {}, fr: {}, it: {}, pt: {} })

const WELCOME: ConfirmationResult = { success: true, code: 'confirmed', message: 'Good to have you.' }

test('an English reader reads what the server said, and our words where it said nothing', () => {
  expect(confirmationMessage(WELCOME, 'en')).toBe('Good to have you.')
  expect(confirmationMessage({ ...WELCOME, message: '' }, 'en')).toBe('Email confirmed successfully!')
})

test('a reader of another language reads the translation of its code', () => {
  expect(confirmationMessage(WELCOME, 'de')).toBe(de['confirm.message.confirmed'])
})

test('an unknown code shows the message of the server, or a general one for success or failure if there is none', () => {
  const unknown = { ...WELCOME, code: 'postponed' as ConfirmationResult['code'] }
  expect(confirmationMessage(unknown, 'de')).toBe('Good to have you.')
  expect(confirmationMessage({ ...unknown, message: '' }, 'de')).toBe(de['confirm.message.confirmed'])
  const refused = { ...unknown, success: false, message: '' }
  expect(confirmationMessage(refused, 'de')).toBe(de['confirm.message.failed'])
})

test('an answer that never came says so', () => {
  expect(confirmationMessage('failed', 'de')).toBe(de['confirm.message.error'])
})
