import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#core/domain/role.ts'
import { CATALOGS, PAGE_CATALOGS, SERVER_CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { MESSAGE_KEY_PATTERN, placeholdersOf, pluralFormOf, pluralFormsOf } from '#core/i18n/message-rules.ts'
import roleWords from '#core/i18n/role-words.json' with { type: 'json' }
import type { Catalog } from '#core/i18n/translator.ts'

const catalogs: Record<Language, Catalog> = CATALOGS
const english: Catalog = CATALOGS.en
const TRANSLATIONS = LANGUAGE_CODES.filter((language) => language !== 'en')

/** Words that are the same in English and in at least one other language. */
const SAME_AS_ENGLISH = new Set([
  'Contact',
  'Corrections',
  'GPT',
  'Hack',
  'Innovation',
  'Newsletter',
  'Notifications',
])

/** A language may take the names of roles in invitations from English. */
const isOfRole = (key: string) => key.startsWith('mail.invitation.role.')

test('every role has a name in the languages in which administrators have one', () => {
  for (const words of Object.values(roleWords))
    expect(Object.keys(words)).toEqual(Object.keys(roleWords.admin))
  expect(Object.keys(roleWords)).toEqual(ROLES)
})

describe.each(LANGUAGE_CODES)('the catalog %s', (language) => {
  const catalog = catalogs[language]
  const keys = Object.keys(catalog)

  test('holds every English message, in exactly the plural forms of the language, and nothing else', () => {
    const expected = Object.keys(english).flatMap((key) => {
      if (isOfRole(key)) return Object.hasOwn(catalog, key) ? [key] : []
      const form = pluralFormOf(key)
      if (form === null) return [key]
      return form === 'other' ? pluralFormsOf(language).map((own) => withForm(key, own)) : []
    })
    expect(keys.toSorted()).toEqual(expected.toSorted())
  })

  test('has the placeholders of the English messages', () => {
    const differing = keys.filter(
      (key) => placeholdersOf(catalog[key] ?? '').join() !== placeholdersOf(englishOf(key)).join(),
    )
    expect(differing).toEqual([])
  })

  test('names its keys area.thing.detail and keeps them sorted', () => {
    expect(keys.filter((key) => !MESSAGE_KEY_PATTERN.test(key))).toEqual([])
    for (const part of [PAGE_CATALOGS, SERVER_CATALOGS]) {
      const own = Object.keys(part[language])
      expect(own).toEqual(own.toSorted())
    }
  })

  test('says on the server what the server says in English, and nothing that pages say', () => {
    const base = (key: string) => key.replace(/_[a-z]+$/, '')
    const onServer = new Set(Object.keys(SERVER_CATALOGS[language]).map(base))
    const inEnglish = Object.keys(SERVER_CATALOGS.en).filter((key) => onServer.has(key) || !isOfRole(key))
    expect(onServer).toEqual(new Set(inEnglish.map(base)))
    expect(Object.keys(PAGE_CATALOGS[language]).filter((key) => onServer.has(base(key)))).toEqual([])
  })

  test('has no empty message and none with space around it', () => {
    expect(keys.filter((key) => catalog[key] === '' || catalog[key] !== catalog[key]?.trim())).toEqual([])
  })
})

test.each(TRANSLATIONS)('the catalog %s has no message left in English', (language) => {
  const catalog = catalogs[language]
  const untranslated = Object.keys(catalog).filter((key) => {
    const text = catalog[key] ?? ''
    return text === englishOf(key) && hasWords(text) && !SAME_AS_ENGLISH.has(text)
  })
  expect(untranslated).toEqual([])
})

test('every entry of SAME_AS_ENGLISH is the same in at least one language', () => {
  const shared = new Set(
    TRANSLATIONS.flatMap((language) =>
      Object.keys(catalogs[language])
        .filter((key) => catalogs[language][key] === englishOf(key))
        .map(englishOf),
    ),
  )
  expect([...SAME_AS_ENGLISH].filter((text) => !shared.has(text))).toEqual([])
})

/** English messages whose every character is fixed by the specification. */
const TYPED = new Set([
  'notFound.article.text',
  'notFound.category.text',
  'notFound.page.text',
  'search.empty',
  'toast.subscribe.mailFailed',
])

test('texts have the quotation marks and apostrophes of print, not those of typewriters', () => {
  for (const [language, catalog] of Object.entries(CATALOGS)) {
    const typed = Object.entries(catalog).filter(([, text]) => /['"]/.test(text))
    expect(new Set(typed.map(([key]) => key)), language).toEqual(language === 'en' ? TYPED : new Set())
  }
})

test('French keeps its high punctuation on the line of the word before it', () => {
  const separated = Object.values(CATALOGS.fr).filter((text) =>
    /[^\u00a0\u202f][:;!?»](?=\s|$)|«[^\u00a0]/.test(text),
  )
  expect(separated).toEqual([])
})

test('a voice that does not answer names the button that tries again', () => {
  for (const [language, catalog] of Object.entries(CATALOGS)) {
    const button = catalog['player.play']?.toLowerCase()
    expect(catalog['player.problem.silent']?.toLowerCase(), language).toContain(button)
  }
})

test('the English messages of a confirmation are those of the database', () => {
  const messages = confirmationMessages()
  expect(messages.map(({ key }) => key).toSorted()).toEqual([
    'confirm.message.confirmed',
    'confirm.message.expired',
    'confirm.message.invalid',
    'confirm.message.used',
  ])
  expect(messages.filter(({ key, text }) => english[key] !== text)).toEqual([])
})

/** The codes and messages in the definition of the database function that confirms. */
function confirmationMessages() {
  const folder = new URL('../../supabase/schemas/', import.meta.url)
  const sql = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const definition =
    sql.split(/^create (?:or replace )?function public\.confirm_newsletter_subscription\b/m).at(-1) ?? ''
  const [body = ''] = definition.split(/^\$\$;/m)
  return [...body.matchAll(/'code', '(\w+)',\s*'message', '([^']+)'/g)].map(([, code, text]) => ({
    key: `confirm.message.${code}`,
    text,
  }))
}

function englishOf(key: string) {
  return english[key] ?? english[withForm(key, 'other')] ?? ''
}

function withForm(key: string, form: string) {
  return key.replace(/_[a-z]+$/, `_${form}`)
}

function hasWords(text: string) {
  return /\p{Letter}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''))
}
