import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PIECES } from '../support/articles.ts'
import { addMarkedPieces, type MarkedPieces } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject
let pieces: MarkedPieces

beforeAll(async () => {
  project = await openContractProject()
  pieces = await addMarkedPieces(project)
})
afterAll(() => project.stop())

type Name = keyof typeof PIECES

/** The English articles of this run; drafts are hidden by policy. */
const english = () =>
  project
    .as('anonymous')
    .from('articles')
    .select('slug')
    .eq('author', pieces.harbour.author)
    .eq('language', 'en')
    .order('publish_date', { ascending: false })
type English = ReturnType<typeof english>

async function expectPieces(query: PromiseLike<{ data: unknown; error: unknown }>, names: Name[]) {
  const { data, error } = await query
  expect(error).toBeNull()
  const slugs = (data as { slug: string }[]).map((row) => row.slug)
  expect(slugs).toEqual(names.map((name) => pieces[name].slug))
}

const ALL: Name[] = ['harbour', 'bakery', 'planning', 'pipes', 'citations']

test.each<[string, (query: English) => English, Name[]]>([
  ['eq', (query) => query.eq('category', 'news'), ['harbour']],
  ['neq', (query) => query.neq('category', 'news'), ['bakery', 'planning', 'pipes', 'citations']],
  ['gt a time', (query) => query.gt('publish_date', '2026-11-16T09:00:00Z'), ['harbour', 'bakery']],
  ['gte a time', (query) => query.gte('publish_date', '2026-11-17T09:00:00Z'), ['harbour', 'bakery']],
  ['lt a time', (query) => query.lt('publish_date', '2026-11-15T09:00:00Z'), ['citations']],
  ['lte a time', (query) => query.lte('publish_date', '2026-11-15T09:00:00Z'), ['pipes', 'citations']],
  [
    'a time with an offset, whose + the client encodes',
    (query) => query.eq('publish_date', '2026-11-18T10:00:00+01:00'),
    ['harbour'],
  ],
  ['like with %', (query) => query.like('title', '%town%'), ['harbour']],
  ['like with *', (query) => query.like('title', '*town*'), ['harbour']],
  ['like with _', (query) => query.like('title', 'A ba_ery%'), ['bakery']],
  ['like with an escaped _', (query) => query.like('title', 'A ba\\_ery%'), []],
  ['like minds capitals', (query) => query.like('title', '%TOWN%'), []],
  ['ilike does not', (query) => query.ilike('title', '%TOWN%'), ['harbour']],
  ['likeAnyOf', (query) => query.likeAnyOf('title', ['%town%', '%bread']), ['harbour', 'bakery']],
  ['likeAllOf', (query) => query.likeAllOf('title', ['%s%', '%bread']), ['bakery']],
  ['ilikeAnyOf', (query) => query.ilikeAnyOf('title', ['%TOWN*', '%x']), ['harbour']],
  ['ilikeAllOf', (query) => query.ilikeAllOf('title', ['%TOWN%', '%x']), []],
  ['eq(any)', (query) => query.filter('category', 'eq(any)', '{news,hack}'), ['harbour', 'citations']],
  ['is null', (query) => query.is('subtitle', null), ['harbour', 'planning', 'citations']],
  ['is not null', (query) => query.not('subtitle', 'is', null), ['bakery', 'pipes']],
  ['is not_null', (query) => query.filter('subtitle', 'is', 'not_null'), ['bakery', 'pipes']],
  [
    'is NULL in capitals',
    (query) => query.filter('subtitle', 'is', 'NULL'),
    ['harbour', 'planning', 'citations'],
  ],
  ['is true', (query) => query.is('published', true), ALL],
  ['is false', (query) => query.is('published', false), []],
  ['is not true', (query) => query.not('published', 'is', true), []],
  ['is unknown', (query) => query.filter('featured', 'is', 'unknown'), []],
  [
    'isDistinct',
    (query) => query.isDistinct('subtitle', 'An essay'),
    ['harbour', 'bakery', 'planning', 'citations'],
  ],
  ['not isdistinct', (query) => query.not('subtitle', 'isdistinct', 'An essay'), ['pipes']],
  ['in', (query) => query.in('category', ['news', 'hack']), ['harbour', 'citations']],
  ['in without values', (query) => query.in('category', []), []],
  ['not in', (query) => query.not('category', 'in', '(news,hack)'), ['bakery', 'planning', 'pipes']],
  ['notIn', (query) => query.notIn('category', ['news', 'hack']), ['bakery', 'planning', 'pipes']],
  ['not in without values', (query) => query.notIn('category', []), ALL],
  ['not eq', (query) => query.not('category', 'eq', 'news'), ['bakery', 'planning', 'pipes', 'citations']],
  ['not like', (query) => query.not('title', 'like', '%s%'), []],
  ['match', (query) => query.match({ category: 'tech', published: true }), ['planning']],
  [
    'two of a column',
    (query) => query.neq('category', 'news').neq('category', 'hack'),
    ['bakery', 'planning', 'pipes'],
  ],
  ['a boolean as text', (query) => query.filter('published', 'eq', 't'), ALL],
  ['true for a text', (query) => query.filter('title', 'eq', true), []],
  ['a number for a text', (query) => query.filter('title', 'eq', 5), []],
])('%s', async (_name, narrow, names) => {
  await expectPieces(narrow(english()), names)
})

describe('groups', () => {
  test.each<[string, string, Name[]]>([
    ['or', 'category.eq.news,category.eq.hack', ['harbour', 'citations']],
    ['or with blanks', ' category.eq.news, category.eq.hack', ['harbour', 'citations']],
    ['a blank at the end of a value', 'category.eq.news ,category.eq.hack', ['citations']],
    ['one condition', 'category.eq.news', ['harbour']],
    ['and inside', 'and(category.eq.news,title.like.Harbour*),category.eq.hack', ['harbour', 'citations']],
    ['not.and inside', 'not.and(category.neq.news,category.neq.hack)', ['harbour', 'citations']],
    ['not.or inside', 'not.or(category.eq.news,category.eq.hack)', ['bakery', 'planning', 'pipes']],
    ['three deep', 'and(or(category.eq.news,category.eq.tech),subtitle.is.null)', ['harbour', 'planning']],
    ['not', 'category.not.eq.news,title.not.like.*', ['bakery', 'planning', 'pipes', 'citations']],
    ['in', 'category.in.(news,hack),title.like.*bread', ['harbour', 'bakery', 'citations']],
    ['in with blanks', 'category.in.( news,hack ),title.like.*bread', ['harbour', 'bakery']],
    ['not in', 'category.not.in.(news,hack,tech,opinion)', ['bakery']],
    ['is', 'subtitle.is.null,category.eq.business', ['harbour', 'bakery', 'planning', 'citations']],
    ['not is', 'subtitle.not.is.null', ['bakery', 'pipes']],
    [
      'any of an array',
      'title.ilike(any).{*TOWN*,*bread},category.eq.hack',
      ['harbour', 'bakery', 'citations'],
    ],
    ['quoted names and values', '"category".eq."news"', ['harbour']],
  ])('%s', async (_name, filters, names) => {
    await expectPieces(english().or(filters), names)
  })

  test('and=, not.or= and not.and= in the URL', async () => {
    const ask = async (group: string) => {
      const author = encodeURIComponent(pieces.harbour.author)
      const response = await project.request(
        `/articles?select=slug&author=eq.${author}&language=eq.en&order=publish_date.desc&${group}`,
      )
      return { data: await response.json(), error: response.ok ? null : response.status }
    }
    await expectPieces(ask('and=(category.neq.news,category.neq.hack)'), ['bakery', 'planning', 'pipes'])
    await expectPieces(ask('not.or=(category.eq.news,category.eq.hack)'), ['bakery', 'planning', 'pipes'])
    await expectPieces(ask('not.and=(category.neq.news,category.neq.hack)'), ['harbour', 'citations'])
  })

  test('are joined with and', async () => {
    const query = english().or('category.eq.news,category.eq.hack').or('title.like.H*,title.like.A*')
    await expectPieces(query, ['harbour'])
  })
})

describe('times in a URL', () => {
  const ask = (value: string) =>
    project.request(`/articles?select=slug&slug=eq.${pieces.harbour.slug}&publish_date=eq.${value}`)

  test('with an encoded + are understood', async () => {
    expect(await (await ask('2026-11-18T10:00:00%2B01:00')).json()).toHaveLength(1)
  })

  test('with a bare + contain a space, which PostgreSQL reads differently', async () => {
    const response = await ask('2026-11-18T10:00:00+01:00')
    expect([response.status, (await response.json()).code]).toEqual([400, '22007'])
  })
})
