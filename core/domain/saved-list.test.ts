import { expect, test } from 'vitest'
import {
  addImported,
  EMPTY_LIST,
  findSaved,
  forgetRead,
  MAX_READ,
  MAX_SAVED,
  noteRead,
  readArticles,
  removeSaved,
  type SavedList,
  type ShownArticle,
  saveArticle,
  savedArticles,
  withAnswer,
} from '#core/domain/saved-list.ts'

const MONDAY = '2026-11-23T08:00:00.000Z'
const TUESDAY = '2026-11-24T08:00:00.000Z'
const WEDNESDAY = '2026-11-25T08:00:00.000Z'

const shown = (slug: string): ShownArticle => ({
  path: `/article/${slug}`,
  id: `id-${slug}`,
  language: 'en',
  title: `About ${slug}`,
  excerpt: 'What there is to know.',
  category: 'news',
  updated: MONDAY,
})
const saved = (list: SavedList, slug: string, now = MONDAY) => saveArticle(list, shown(slug), now) ?? list
const pathsOf = (articles: { path: string }[]) => articles.map(({ path }) => path)
const answer = (list: SavedList, states: Partial<ShownArticle & { updated_at: string }>[] = []) => ({
  askedIds: new Set(list.articles.map(({ id }) => id)),
  states: states.map((state) => ({ ...shown('pipes'), slug: 'pipes', updated_at: MONDAY, ...state })),
  corrections: [],
})

test('what was saved and read last comes first', () => {
  const list = noteRead(saved(saved(EMPTY_LIST, 'pipes'), 'bread', TUESDAY), shown('pipes'), WEDNESDAY)
  expect(pathsOf(savedArticles(list))).toEqual(['/article/bread', '/article/pipes'])
  expect(pathsOf(readArticles(list))).toEqual(['/article/pipes'])
  expect(findSaved(list, '/article/pipes')?.saved).toBe(MONDAY)
})

test('what is not saved any more stays as read, and is forgotten with that', () => {
  const list = removeSaved(noteRead(saved(EMPTY_LIST, 'pipes'), shown('pipes'), TUESDAY), '/article/pipes')
  expect([savedArticles(list), pathsOf(readArticles(list))]).toEqual([[], ['/article/pipes']])
  expect(forgetRead(list).articles).toEqual([])
})

test('a list has a bound: no more is saved, and the oldest of what was only read makes room', () => {
  let list = EMPTY_LIST
  for (let number = 0; number < MAX_SAVED; number++) list = saved(list, `saved-${number}`)
  expect(saveArticle(list, shown('one-more'), TUESDAY)).toBeNull()
  expect(saveArticle(list, shown('saved-0'), TUESDAY)).not.toBeNull()
  for (let number = 0; number <= MAX_READ; number++)
    list = noteRead(list, shown(`read-${number}`), new Date(number).toISOString())
  expect(list.articles).toHaveLength(MAX_SAVED + MAX_READ)
  expect(pathsOf(list.articles)).not.toContain('/article/read-0')
})

test('what the server does not know any more has been withdrawn, until it is there again', () => {
  const list = saved(EMPTY_LIST, 'pipes')
  const withdrawn = withAnswer(list, answer(list), TUESDAY)
  expect(withdrawn).toMatchObject({ asked: TUESDAY, articles: [{ withdrawn: TUESDAY }] })
  expect(withAnswer(withdrawn, answer(withdrawn), WEDNESDAY).articles[0]?.withdrawn).toBe(TUESDAY)
  const again = withAnswer(
    withdrawn,
    answer(list, [{ title: 'In praise of pipes', updated_at: WEDNESDAY }]),
    WEDNESDAY,
  )
  expect(again.articles[0]).toMatchObject({ title: 'In praise of pipes', updated: WEDNESDAY })
  expect(again.articles[0]).not.toHaveProperty('withdrawn')
})

test('an article that was not asked about stays as it is', () => {
  const list = saved(saved(EMPTY_LIST, 'pipes'), 'bread')
  const asked = { ...answer(list), askedIds: new Set(['id-pipes']) }
  expect(withAnswer(list, asked, TUESDAY).articles.map(({ withdrawn }) => withdrawn)).toEqual([
    TUESDAY,
    undefined,
  ])
})

test('corrections are those since it was saved', () => {
  const list = saved(EMPTY_LIST, 'pipes', TUESDAY)
  const correction = (corrected_at: string, text: string) => ({ article_id: 'id-pipes', corrected_at, text })
  const corrections = [
    // The time in the form in which PostgreSQL writes it.
    correction('2026-11-25T08:00:00+00:00', 'It is 30 pipes.'),
    correction(MONDAY, 'Known before.'),
    { ...correction(WEDNESDAY, 'Of another one.'), article_id: 'id-bread' },
  ]
  const { articles } = withAnswer(list, { ...answer(list, [{}]), corrections }, WEDNESDAY)
  expect(articles[0]?.corrections).toEqual([
    { corrected_at: '2026-11-25T08:00:00+00:00', text: 'It is 30 pipes.' },
  ])
})

test('what is imported is added, and what is known stays', () => {
  const list = saved(EMPTY_LIST, 'pipes')
  const imported = [
    { ...shown('pipes'), title: 'pipes', updated: '', saved: TUESDAY, read: TUESDAY },
    { ...shown('bread'), saved: TUESDAY },
  ]
  const added = addImported(list, imported)
  expect(added?.articles).toMatchObject([
    { title: 'About pipes', saved: MONDAY, read: TUESDAY, updated: MONDAY },
    { title: 'About bread', saved: TUESDAY },
  ])
  const many = Array.from({ length: MAX_SAVED }, (_, number) => ({
    ...shown(`many-${number}`),
    saved: MONDAY,
  }))
  expect(addImported(list, many)).toBeNull()
})
