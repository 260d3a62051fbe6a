import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MESSAGE_KEY_PATTERN, placeholdersOf, pluralFormOf, pluralFormsOf } from '#core/i18n/message-rules.ts'
import type { Catalog } from '#core/i18n/translator.ts'
import { findTexts } from '../../../tests/support/find-texts.ts'

const SOURCES = globSync('app/admin/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
const CODE = SOURCES.map((path) => readFileSync(path, 'utf8')).join('\n')
const QUOTED = new Set(CODE.matchAll(/'([\w.]+)(?=')/g).map(([, text]) => text))
const FILES = globSync('app/admin/kit/messages/en/*.json').toSorted()

const readCatalog = (path: string): Catalog => JSON.parse(readFileSync(path, 'utf8'))
const subjectOf = (key: string) => key.split('.', 1)[0]

describe.each(FILES)('%s', (path) => {
  const catalog = readCatalog(path)
  const keys = Object.keys(catalog)

  test('is part of the desk', () => {
    expect(readFileSync('app/admin/kit/messages.ts', 'utf8')).toContain(`'#${path}'`)
  })

  test('keeps its keys sorted', () => {
    expect(keys.filter((key) => !MESSAGE_KEY_PATTERN.test(key))).toEqual([])
    expect(keys).toEqual(keys.toSorted())
  })

  test('is named after a room, and has the whole of each of its subjects', () => {
    expect(existsSync(`app/admin/${basename(path, '.json')}`)).toBe(true)
    const own = new Set(keys.map(subjectOf))
    const others = FILES.filter((file) => file !== path).flatMap((file) => Object.keys(readCatalog(file)))
    expect(others.filter((key) => own.has(subjectOf(key)))).toEqual([])
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
  const differing = globSync('app/admin/kit/messages/*/*.json').filter((path) => {
    const translated = readCatalog(path)
    const english = readCatalog(path.replace(/messages\/\w+/, 'messages/en'))
    return Object.entries(english).some(
      ([key, text]) => placeholdersOf(text).join() !== placeholdersOf(translated[key] ?? '').join(),
    )
  })
  expect(differing).toEqual([])
})

test('the modules of the desk take every text from the catalogs', () => {
  expect(SOURCES.flatMap((path) => findTexts(path, readFileSync(path, 'utf8')))).toEqual([])
})
