import { describe, expect, test } from 'vitest'
import { mergeDrafts } from '#app/admin/settings/setting-drafts.ts'
import { findWords, hasProblem, labelOf } from '#app/admin/settings/words/words.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { shippedWords } from '#core/i18n/shipped-words.ts'
import { problemOfText, unusedKeys, valuesOf } from '#core/i18n/word-problems.ts'

const TITLE = 'newsletter.hero.title'
const words = shippedWords({
  ...settingsOf([], { contact_address: '' }).settings,
  words: { 'home.empty.hint': { en: 'x' }, 'no.such': { en: 'x' } },
})
const wordOf = (key: string) => {
  const found = words.find((word) => word.key === key)
  if (!found) throw new Error(`${key} is not in the list`)
  return found
}

test('the list has both defaults of each message, and those that only a program has changed', () => {
  expect(wordOf(TITLE).texts.ai.en).toBe('Your Sunday AI Briefing')
  expect(wordOf(TITLE).texts.any.de).toBe('Ihr Briefing am Sonntag')
  expect(wordOf('home.empty.hint').place).toBe('other')
  expect(Object.keys(wordOf('newsletter.issue.introduction_many').texts.any)).toEqual([
    'es',
    'fr',
    'it',
    'pt',
  ])
  expect(unusedKeys(words, { 'no.such': { en: 'x' }, [TITLE]: {} })).toEqual(['no.such'])
})

test('a text that is too long, or has what cannot be filled in, is refused with what is possible', () => {
  expect(problemOfText(wordOf(TITLE), 'en', '  ')).toBeNull()
  expect(problemOfText(wordOf(TITLE), 'en', '🌱'.repeat(80))).toBeNull()
  expect(problemOfText(wordOf(TITLE), 'en', 'x'.repeat(83))).toEqual({ code: 'too_long', by: 3, max: 80 })
  expect(problemOfText(wordOf(TITLE), 'en', 'By {{site}}')).toMatchObject({ code: 'unknown_placeholder' })
  expect(valuesOf(wordOf('newsletter.hero.text'))).toEqual(['{{newsletterDaypart}}'])
  expect(valuesOf(wordOf('newsletter.block.consent'))).toEqual([])
  expect(hasProblem(wordOf(TITLE), { [TITLE]: { fr: '{{x}}' } })).toBe(true)
})

test('messages are found by their key, their default in force and the own text', () => {
  const own = { [TITLE]: { en: 'A letter' } }
  const find = (typed: string, onlyChanged = false, languages: readonly Language[] = LANGUAGE_CODES) =>
    findWords(words, { typed, own, subject: 'any', languages, onlyChanged }).map(({ key }) => key)
  expect(find('ihr briefing hero')).toEqual([TITLE])
  expect(find('a LETTER')).toContain(TITLE)
  expect(find('', true)).toEqual([TITLE])
  expect(find('artificial intelligence')).toEqual([])
  const many = 'newsletter.issue.introduction_many'
  expect(find(many)).toEqual([many])
  expect(find(many, false, ['en', 'de'])).toEqual([])
})

test('a message is labelled in English, also in a plural form that English does not have', () => {
  const label = (key: string, own = {}) => labelOf(wordOf(key), { words, own, subject: 'any' })
  const [many, other] = ['newsletter.issue.introduction_many', 'newsletter.issue.introduction_other']
  expect(label(other)).toMatch(/^Our selection .* stories/)
  expect(label(many)).toBe(label(other))
  expect(label(many, { [other]: { en: 'Our stories' }, [many]: { es: 'Lo nuestro' } })).toBe('Our stories')
  expect(label(TITLE, { [TITLE]: { en: ' A letter ', de: 'Ein Brief' } })).toBe('A letter')
})

describe('when somebody else has saved words meanwhile', () => {
  const before = { a: { en: 'a' }, b: { en: 'b' } }
  const mine = { a: { en: 'mine' }, b: { en: 'b' } }

  test('both changes stay where they do not contradict each other', () => {
    const theirs = { b: { en: 'theirs', de: 'ihres' }, c: { en: 'new' } }
    expect(
      mergeDrafts('words', {
        before,
        mine: { ...mine, d: { fr: 'x' } },
        theirs: { ...theirs, a: { en: 'a' } },
      }),
    ).toEqual({
      a: { en: 'mine' },
      b: { en: 'theirs', de: 'ihres' },
      c: { en: 'new' },
      d: { fr: 'x' },
    })
    expect(mergeDrafts('words', { before, mine: { b: { en: 'b' } }, theirs: before })).toEqual({
      b: { en: 'b' },
    })
  })

  test('the same word asks, and the choice loses nothing else', () => {
    const versions = { before, mine, theirs: { a: { en: 'theirs' }, b: { en: 'theirs too' } } }
    expect(mergeDrafts('words', versions)).toBeNull()
    expect(mergeDrafts('words', versions, 'mine')).toEqual({ a: { en: 'mine' }, b: { en: 'theirs too' } })
    expect(mergeDrafts('words', versions, 'theirs')).toEqual({ a: { en: 'theirs' }, b: { en: 'theirs too' } })
    expect(mergeDrafts('words', { before, mine, theirs: { a: { en: 'mine' } } })).toEqual({
      a: { en: 'mine' },
    })
  })
})
