import { expect, test } from 'vitest'
import { confirmationMessage } from '#app/components/newsletter/confirmation-screens.tsx'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'
import de from '#core/i18n/messages/de/pages.json' with { type: 'json' }
import en from '#core/i18n/messages/en/pages.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

const english = { language: 'en', t: createTranslator('en', { en }) } as const
const german = { language: 'de', t: createTranslator('de', { de, en }) } as const

const WELCOME: ConfirmationResult = { success: true, code: 'confirmed', message: 'Good to have you.' }

test('an English reader sees the message of the server, or the message from the catalog if the server sent none', () => {
  expect(confirmationMessage(WELCOME, english)).toBe('Good to have you.')
  expect(confirmationMessage({ ...WELCOME, message: '' }, english)).toBe('Email confirmed successfully!')
})

test('a reader of another language sees the translation for the code', () => {
  expect(confirmationMessage(WELCOME, german)).toBe(de['confirm.message.confirmed'])
})

test('an unknown code shows the message of the server, or a general one for success or failure if there is none', () => {
  const unknown = { ...WELCOME, code: 'postponed' as ConfirmationResult['code'] }
  expect(confirmationMessage(unknown, german)).toBe('Good to have you.')
  expect(confirmationMessage({ ...unknown, message: '' }, german)).toBe(de['confirm.message.confirmed'])
  const refused = { ...unknown, success: false, message: '' }
  expect(confirmationMessage(refused, german)).toBe(de['confirm.message.failed'])
})

test('a failed request has a message of its own', () => {
  expect(confirmationMessage('failed', german)).toBe(de['confirm.message.error'])
})
