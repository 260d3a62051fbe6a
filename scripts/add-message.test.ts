import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { addMessage } from './add-message.ts'

const TRANSLATIONS = [
  'es=Hola, {{name}}',
  'fr=Bonjour {{name}}',
  'de=Hallo {{name}}',
  'it=Ciao {{name}}',
  'pt=Olá, {{name}}',
]

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'))
  await cp(join(import.meta.dirname, '../core/i18n/messages'), folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

test('a message is added to every catalog, which stays sorted', async () => {
  expect(await addMessage(['home.hello', 'Hello {{name}}', ...TRANSLATIONS], folder)).toBeNull()
  for (const language of LANGUAGE_CODES) {
    const keys = Object.keys(await catalog(language))
    expect(keys).toContain('home.hello')
    expect(keys).toEqual(keys.toSorted())
  }
  expect((await catalog('fr'))['home.hello']).toBe('Bonjour {{name}}')
})

test('a message that exists is replaced and nothing else changes', async () => {
  const before = await catalog('de')
  await addMessage(['home.hello', 'Hello {{name}}', ...TRANSLATIONS], folder)
  await addMessage(['home.hello', 'Hi = {{name}}', ...TRANSLATIONS.with(2, 'de=Moin = {{name}}')], folder)
  expect(await catalog('de')).toEqual({ ...before, 'home.hello': 'Moin = {{name}}' })
  expect((await catalog('en'))['home.hello']).toBe('Hi = {{name}}')
})

test('a message of the server stands apart, and one that exists stays where it is', async () => {
  expect(await addMessage(['--server', 'mail.hello', 'Hello {{name}}', ...TRANSLATIONS], folder)).toBeNull()
  await addMessage(['mail.hello', 'Hi {{name}}', ...TRANSLATIONS], folder)
  await addMessage(['home.hello', 'Hello {{name}}', ...TRANSLATIONS], folder)
  await addMessage(['--server', 'home.hello', 'Hi {{name}}', ...TRANSLATIONS], folder)
  expect(await catalog('en', 'server')).toMatchObject({ 'mail.hello': 'Hi {{name}}' })
  expect(await catalog('en')).toMatchObject({ 'home.hello': 'Hi {{name}}' })
  expect(await catalog('de', 'server')).not.toHaveProperty('home.hello')
  expect(await catalog('de')).not.toHaveProperty('mail.hello')
})

test('a plural form that English does not have is added to the languages that have it', async () => {
  const args = [
    'home.days_many',
    'es={{count}} de días',
    'fr={{count}} de jours',
    'it={{count}} di giorni',
    'pt={{count}} de dias',
  ]
  expect(await addMessage(args, folder)).toBeNull()
  expect((await catalog('it'))['home.days_many']).toBe('{{count}} di giorni')
  expect(await catalog('en')).not.toHaveProperty('home.days_many')
})

test.each([
  [
    'a language is missing',
    ['home.hello', 'Hello {{name}}', ...TRANSLATIONS.slice(1)],
    '"home.hello" has no text in: es.',
  ],
  [
    'a text is empty',
    ['home.hello', 'Hello {{name}}', ...TRANSLATIONS.with(4, 'pt= ')],
    '"home.hello" has no text in: pt.',
  ],
  ['the English text is missing', ['home.hello', ...TRANSLATIONS], '"home.hello" has no text in: en.'],
  [
    'placeholders differ',
    ['home.hello', 'Hello {{name}}', ...TRANSLATIONS.with(2, 'de=Hallo {{nmae}}')],
    'The placeholders in de differ from those in en: {{name}}.',
  ],
  [
    'a language is unknown',
    ['home.hello', 'Hello {{name}}', ...TRANSLATIONS, 'nl=Hallo {{name}}'],
    'Unknown language "nl"; the languages are en, es, fr, de, it, pt.',
  ],
  [
    'a text is given twice',
    ['home.hello', 'Hello', 'Hi', ...TRANSLATIONS],
    'The text in "en" is given twice.',
  ],
  [
    'the key is malformed',
    ['Hello there', 'Hello {{name}}', ...TRANSLATIONS],
    '"Hello there" is no key; write it as area.thing.detail.',
  ],
  [
    'no language has the plural form',
    ['home.hello_few', 'Hello {{name}}', ...TRANSLATIONS],
    'No language has the plural form "few".',
  ],
  [
    'one of the languages does not have the plural form',
    ['home.hello_many', ...TRANSLATIONS],
    'The plural form "many" does not exist in: de.',
  ],
])('nothing is written when %s', async (_, args, problem) => {
  const before = await Promise.all(LANGUAGE_CODES.map((code) => text(code)))
  expect(await addMessage(args, folder)).toBe(problem)
  expect(await Promise.all(LANGUAGE_CODES.map((code) => text(code)))).toEqual(before)
})

async function catalog(language: string, part = 'pages'): Promise<Record<string, string>> {
  return JSON.parse(await text(language, part))
}

function text(language: string, part = 'pages') {
  return readFile(join(folder, language, `${part}.json`), 'utf8')
}
