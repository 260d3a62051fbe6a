import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Settings, settingsOf } from '#core/domain/settings.ts'
import { parseShippedPage } from '#core/domain/shipped-page.ts'
import { CATALOGS, NEUTRAL_CATALOGS, WITHOUT_CATALOGS } from '#core/i18n/catalogs.ts'
import { describeStatements } from '#core/i18n/describe-statements.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { placeholdersOf } from '#core/i18n/message-rules.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { readShippedPage } from '#core/i18n/shipped-pages.ts'
import {
  makesStatement,
  STATEMENT_IDS,
  STATEMENTS,
  type Statement,
  unmadeStatements,
  wordsOf,
} from '#core/i18n/statements.ts'
import { LEGAL_PAGES, type LegalPage } from '#core/paths.ts'

const settingsWith = (values: Partial<Settings>): Settings => ({
  ...settingsOf([], { contact_address: 'news@example.com' }).settings,
  ...values,
})
const SHIPPED = settingsWith({})
const PAPER = settingsWith({ site_name: 'The Tidewater Post', subject: 'any' })

const fileOf = (language: Language, slug: LegalPage) =>
  readFileSync(new URL(`./messages/${language}/${slug}.md`, import.meta.url), 'utf8')
const marksIn = (file: string) =>
  [...file.matchAll(/<!-- (\w+) -->/g)]
    .map(([, id = '']) => id)
    .filter((id) => !['ai', 'any', 'end', 'or'].includes(id))

test('every statement is made somewhere, and every passage belongs to one', () => {
  const marked = new Set(LEGAL_PAGES.flatMap((slug) => marksIn(fileOf('en', slug))))
  expect([...marked].filter((id) => !Object.hasOwn(STATEMENTS, id))).toEqual([])
  const nowhere = STATEMENT_IDS.filter((id) => {
    const { words, pages, setting }: Statement = STATEMENTS[id]
    return !words && !pages && !setting && !marked.has(id)
  })
  expect(nowhere).toEqual([])
})

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  test.each(LEGAL_PAGES)('%s makes the statements that it makes in English', (slug) => {
    const file = fileOf(language, slug)
    expect(marksIn(file).toSorted()).toEqual(marksIn(fileOf('en', slug)).toSorted())
    expect(file.match(/<!-- \/\w+ -->/g) ?? []).toHaveLength(marksIn(file).length)
  })

  test.each(LEGAL_PAGES)('%s is whole with all of them, and without any', (slug) => {
    for (const unmade of [[], STATEMENT_IDS]) {
      const { title, description, content, updated } = parseShippedPage(fileOf(language, slug), {
        subject: 'any',
        unmade,
      })
      expect(updated === null).toBe(unmade.length > 0)
      for (const text of [title, description, content]) {
        expect(text).not.toMatch(/<!--|-->|[^\S\n]{2,}|[^\S\n]$|\n{3,}|\s[.,](?!\w)/m)
        expect(text.trim()).not.toBe('')
      }
      const numbers = [...content.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      expect(content).not.toMatch(/^## [^\n]*\n+(?=## |$(?![\s\S]))/m)
    }
  })

  test('what is said in the place of a message fits there', () => {
    const without = WITHOUT_CATALOGS[language]
    expect(Object.keys(without)).toEqual(Object.keys(WITHOUT_CATALOGS.en))
    expect(Object.keys(without)).toEqual(Object.keys(without).toSorted())
    for (const [key, text] of Object.entries(without)) {
      expect(wordsOf(STATEMENT_IDS), key).toContain(key)
      const known = [CATALOGS[language], NEUTRAL_CATALOGS[language]].flatMap((catalog) =>
        placeholdersOf((catalog as Record<string, string>)[key] ?? ''),
      )
      expect(placeholdersOf(text).filter((one) => !known.includes(one) && one !== '{{site}}')).toEqual([])
      expect(text, key).not.toMatch(/^\s|\s$|^$|['"]/)
    }
  })
})

test('the shipped publication says all of it, and another one only what the program keeps', () => {
  expect(unmadeStatements(SHIPPED)).toEqual([])
  expect(catalogsOf(SHIPPED)).toBe(CATALOGS)
  expect(unmadeStatements(PAPER)).toContain('gdpr')
  expect(makesStatement(PAPER, 'free')).toBe(true)
  expect(catalogsOf(PAPER).de['newsletter.proof.free']).toBe('')
  expect(catalogsOf(PAPER).de['newsletter.block.note']).toBe(
    'Wöchentlich am Sonntag. Jederzeit abbestellbar.',
  )
})

test('a decision is followed in every language, over a text of its own too', () => {
  const words = {
    'newsletter.proof.gdpr': { en: 'We keep the law' },
    'newsletter.proof.free': { en: 'Free' },
  }
  const undecided = catalogsOf({ ...PAPER, words })
  expect(undecided.en['newsletter.proof.gdpr']).toBe('We keep the law')
  expect(undecided.fr['newsletter.proof.gdpr']).toBe('')
  const decided = catalogsOf({ ...PAPER, words, statements: { gdpr: 'out', freeForever: 'keep' } })
  expect(decided.en['newsletter.proof.gdpr']).toBe('')
  expect(decided.en['newsletter.proof.free']).toBe('Free')
  expect(decided.fr['newsletter.proof.free']).toBe('Gratuit pour toujours')
})

test('a page follows the decision, and numbers its sections again', () => {
  const terms = (statements: Settings['statements']) =>
    readShippedPage('terms', 'en', { subject: 'any', unmade: unmadeStatements({ ...PAPER, statements }) })
  expect(terms({}).content).not.toMatch(/Swiss|under 16|100 euros|48 hours/)
  expect(terms({}).content).toContain('## 18. Contact')
  expect(terms({ swissLaw: 'keep' }).content).toContain('## 17. Governing law and jurisdiction')
  expect(terms({ swissLaw: 'keep' }).description).toContain('Swiss law')
})

describe('the list of statements', () => {
  const listed = (settings: Settings) => describeStatements(settings, 'https://tidewater.example')
  const find = (settings: Settings, id: string) => listed(settings).find((one) => one.id === id)

  test('quotes every place in English, with what is filled in', () => {
    const replies = find(PAPER, 'replies')
    expect(replies?.places.map(({ at, name }) => `${at} ${name}`)).toEqual([
      'word meta.contact.description',
      'page about',
      'page contact',
      'page contact',
      'page privacy',
      'page privacy',
      'page terms',
      'page disclaimer',
    ])
    expect(replies?.places.every(({ text }) => /48 hours/.test(text) && !/[{}<*]|\]\(/.test(text))).toBe(true)
    expect(replies?.places[0]?.text).toBe(
      'Write to the editors of The Tidewater Post. We answer within 48 hours.',
    )
    expect(find(PAPER, 'daily')).toBeUndefined()
    expect(find(SHIPPED, 'daily')?.places.length).toBeGreaterThan(2)
    expect(find(PAPER, 'address')?.places[0]?.text).toBe('news@example.com')
    expect(find(PAPER, 'dates')?.places[0]?.text).toContain('at https://tidewater.example, in all languages')
  })

  test('names an own text as such, and lists no section that there is not', () => {
    const words = { 'newsletter.proof.gdpr': { en: 'We keep the law' } }
    expect(find({ ...PAPER, words }, 'gdpr')?.places).toEqual([
      { at: 'word', name: 'newsletter.proof.gdpr', text: 'We keep the law', isOwn: true },
    ])
    const pages = [{ slug: 'contact', position: null, titles: { en: 'Contact' } }]
    const own = find({ ...PAPER, pages }, 'replies')?.places.filter(({ name }) => name === 'contact')
    expect(own).toEqual([{ at: 'page', name: 'contact', text: '', isOwn: true }])
    const without = { ...PAPER, categories: PAPER.categories.filter(({ slug }) => slug !== 'opinion') }
    const keys = (settings: Settings) => find(settings, 'experts')?.places.map(({ name }) => name)
    expect(keys(PAPER)).toContain('footer.categories.opinion')
    expect(keys(without)).not.toContain('footer.categories.opinion')
  })

  test('has another version only where the shipped text is another one', () => {
    const versions = (settings: Settings) =>
      Object.fromEntries(listed(settings).map(({ id, version }) => [id, version]))
    const own = {
      ...PAPER,
      words: { 'newsletter.proof.gdpr': { en: 'Ours' } },
      contact_address: 'a@b.example',
    }
    const pages = [{ slug: 'privacy', position: null, titles: { en: 'Privacy' } }]
    const sections = PAPER.categories.map((one) => ({ ...one, names: { en: 'Ours' } }))
    expect(versions({ ...own, pages, categories: sections })).toEqual(versions(PAPER))
    expect(versions({ ...PAPER, subject: 'ai' }).minutes).not.toBe(versions(PAPER).minutes)
  })
})
