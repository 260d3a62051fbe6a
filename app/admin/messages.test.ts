import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MESSAGE_KEY_PATTERN, placeholdersOf, pluralFormOf, pluralFormsOf } from '#core/i18n/message-rules.ts'
import type { Catalog } from '#core/i18n/translator.ts'
import { findTexts } from '../../tests/support/find-texts.ts'

const SOURCES = globSync('app/{admin,routes/admin}/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
const CODE = SOURCES.map((path) => readFileSync(path, 'utf8')).join('\n')
const QUOTED = new Set(CODE.matchAll(/'([\w.]+)(?=')/g).map(([, text]) => text))
const FILES = globSync('app/admin/messages/en/*.json').toSorted()

describe.each(FILES)('%s', (path) => {
  const catalog: Catalog = JSON.parse(readFileSync(path, 'utf8'))
  const keys = Object.keys(catalog)

  test('is part of the desk', () => {
    expect(readFileSync('app/admin/messages.ts', 'utf8')).toContain(`'#${path}'`)
  })

  test('names its keys after the file and keeps them sorted', () => {
    const own = `${basename(path, '.json')}.`
    expect(keys.filter((key) => !MESSAGE_KEY_PATTERN.test(key) || !key.startsWith(own))).toEqual([])
    expect(keys).toEqual(keys.toSorted())
  })

  test('has no empty message, and every plural form of English', () => {
    expect(keys.filter((key) => !catalog[key]?.trim())).toEqual([])
    const bases = new Set(keys.filter((key) => pluralFormOf(key)).map((key) => key.replace(/_[a-z]+$/, '')))
    const forms = [...bases].flatMap((base) => pluralFormsOf('en').map((form) => `${base}_${form}`))
    expect(forms.filter((key) => !keys.includes(key))).toEqual([])
  })

  test('ends with a whole word', () => {
    expect(keys.filter((key) => /[a-z] [b-z]$/.test(catalog[key] ?? ''))).toEqual([])
  })

  test('takes the name of the publication as a value, because the desk has no settings of its own', () => {
    expect(keys.filter((key) => /\{\{\s*(site|tagline)\s*\}\}/.test(catalog[key] ?? ''))).toEqual([])
  })

  test('holds no message that nothing shows', () => {
    expect(keys.filter((key) => !QUOTED.has(key.replace(/_[a-z]+$/, '')))).toEqual([])
  })
})

/** Parity of the other languages of the desk with English: the same files, keys and placeholders. */
test('every language of the desk has the messages of English', () => {
  const differing = globSync('app/admin/messages/*/*.json').filter((path) => {
    const translated: Catalog = JSON.parse(readFileSync(path, 'utf8'))
    const english: Catalog = JSON.parse(readFileSync(path.replace(/messages\/\w+/, 'messages/en'), 'utf8'))
    return Object.entries(english).some(
      ([key, text]) => placeholdersOf(text).join() !== placeholdersOf(translated[key] ?? '').join(),
    )
  })
  expect(differing).toEqual([])
})

test('the modules of the desk take every text from the catalogs', () => {
  expect(SOURCES.flatMap((path) => findTexts(path, readFileSync(path, 'utf8')))).toEqual([])
})
