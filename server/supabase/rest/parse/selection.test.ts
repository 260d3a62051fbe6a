import { describe, expect, test } from 'vitest'
import type { RowSource } from '#server/supabase/rest/parse/columns.ts'
import { parseParameters } from '#server/supabase/rest/parse/parameters.ts'
import { parseSelection } from '#server/supabase/rest/read-request.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import { catalog } from '../../../../tests/support/catalog.ts'

const redirects = catalog.relations.get('slug_redirects') as RowSource
const ALL = ['slug', 'language', 'article_id', 'created_at']
const parse = (query: string) => parseSelection(parseParameters(query), redirects)

describe('select', () => {
  test.each<[string, string[]]>([
    ['', ALL],
    ['select=', ALL],
    ['select=*', ALL],
    ['select=slug', ['slug']],
    ['select=language,slug', ['language', 'slug']],
    ['select= language , "slug" ', ['language', 'slug']],
  ])('%j', (query, columns) => {
    expect(parse(query).columns).toEqual(columns)
  })

  test.each([
    ['nothing', '42703'],
    ['__proto__', '42703'],
    ['slug,slug', 'PGRST100'],
    ['*,slug', 'PGRST100'],
    ['slug,', 'PGRST100'],
    ['name:slug', 'PGRST100'],
    ['slug::text', 'PGRST100'],
    ['slug->a', 'PGRST100'],
    ['slug;drop', 'PGRST100'],
    ['"slug""', 'PGRST100'],
    ['articles.slug', 'PGRST108'],
    ['articles(*)', 'PGRST200'],
    ['slug,articles!inner(slug,title)', 'PGRST200'],
    ['a:articles!hint(slug)', 'PGRST200'],
    ['...articles(slug)', 'PGRST200'],
    ['count()', 'PGRST123'],
    ['n:count()', 'PGRST123'],
    ['slug.max()', 'PGRST123'],
    ['slug.sum()::text', 'PGRST123'],
    ['count(', 'PGRST200'],
  ])('%s is refused with %s', (select, code) => {
    expect(codeOf(`select=${encodeURIComponent(select)}`)).toBe(code)
  })
})

describe('order', () => {
  test.each([
    ['slug', [['slug', false, null]]],
    ['slug.asc', [['slug', false, null]]],
    ['slug.desc', [['slug', true, null]]],
    ['slug.nullsfirst', [['slug', false, 'first']]],
    ['slug.desc.nullslast', [['slug', true, 'last']]],
    [
      '"slug".desc, language',
      [
        ['slug', true, null],
        ['language', false, null],
      ],
    ],
    ['slug,language,article_id,created_at', ALL.map((column) => [column, false, null])],
  ])('%s', (order, terms) => {
    const read = parse(`order=${encodeURIComponent(order)}`).order
    expect(read.map(({ column, descending, nulls }) => [column, descending, nulls])).toEqual(terms)
  })

  test.each([
    ['', 'PGRST100'],
    ['slug,', 'PGRST100'],
    ['slug.', 'PGRST100'],
    ['slug.up', 'PGRST100'],
    ['slug.ascnullsfirst', 'PGRST100'],
    ['slug.nullsfirst.desc', 'PGRST100'],
    ['slug.asc.desc', 'PGRST100'],
    ['slug.desc.nullsfirst.nullslast', 'PGRST100'],
    ['slug,slug.desc', 'PGRST100'],
    ['articles(slug)', 'PGRST100'],
    ['slug->a', 'PGRST100'],
    ['nothing', '42703'],
  ])('%j is refused with %s', (order, code) => {
    expect(codeOf(`order=${encodeURIComponent(order)}`)).toBe(code)
  })

  test('by more than four columns is refused', () => {
    const articles = catalog.relations.get('articles') as RowSource
    const parameters = parseParameters('order=slug,title,excerpt,author,category')
    expect(() => parseSelection(parameters, articles)).toThrow('failed to parse order')
  })
})

test('every other parameter is a filter', () => {
  expect(parse('select=slug&slug=eq.a&order=slug&limit=2&or=(slug.eq.b)&offset=1')).toMatchObject({
    columns: ['slug'],
    limit: 2,
    offset: 1,
    conditions: [{ kind: 'comparison' }, { kind: 'group' }],
  })
})

test.each(['select=slug&select=slug', 'order=slug&order=slug', 'limit=1&limit=1', 'offset=1&offset=1'])(
  '%s is refused',
  (query) => {
    expect(codeOf(query)).toBe('PGRST100')
  },
)

function codeOf(query: string): string {
  try {
    parse(query)
    return 'none'
  } catch (error) {
    if (error instanceof RestError) return error.body.code
    throw error
  }
}
