import { describe, expect, test } from 'vitest'
import type { RowSource } from '#server/supabase/rest/parse/columns.ts'
import { parseConditions } from '#server/supabase/rest/parse/conditions.ts'
import type { Condition } from '#server/supabase/rest/query.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import { catalog } from '../../../../tests/support/catalog.ts'

const articles = catalog.relations.get('articles') as RowSource
const parse = (name: string, value: string) => parseConditions([{ name, value }], articles)[0]

/** A condition in short form: `not title eq "x"`. */
function describeCondition(condition: Condition | undefined): string {
  if (!condition) return ''
  const not = condition.negated ? 'not ' : ''
  switch (condition.kind) {
    case 'group':
      return `${not}${condition.join}(${condition.conditions.map(describeCondition).join('; ')})`
    case 'in':
      return `${not}${condition.column.name} in ${JSON.stringify(condition.values)}`
    case 'is':
      return `${not}${condition.column.name} is ${condition.value}`
    case 'comparison': {
      const quantifier = condition.quantifier ? `(${condition.quantifier})` : ''
      return `${not}${condition.column.name} ${condition.operator}${quantifier} ${JSON.stringify(condition.value)}`
    }
  }
}

describe('is parsed', () => {
  test.each([
    ['title', 'eq.x', 'title eq "x"'],
    ['title', 'eq.', 'title eq ""'],
    ['title', 'eq.a.b(c),"d"', 'title eq "a.b(c),\\"d\\""'],
    ['"title"', 'neq.x', 'title neq "x"'],
    ['title', 'not.eq.x', 'not title eq "x"'],
    ['title', 'eq.not.eq.x', 'title eq "not.eq.x"'],
    ['publish_date', 'gte.2026-11-20T15:18:35.65+00:00', 'publish_date gte "2026-11-20T15:18:35.65+00:00"'],
    ['title', 'like.*a%b_c\\d*', 'title like "*a%b_c\\\\d*"'],
    ['title', 'ilike(any).{a,b}', 'title ilike(any) "{a,b}"'],
    ['title', 'not.like(all).{a,b}', 'not title like(all) "{a,b}"'],
    ['title', 'isdistinct.null', 'title isdistinct "null"'],
    ['subtitle', 'is.null', 'subtitle is null'],
    ['subtitle', 'not.is.NULL', 'not subtitle is null'],
    ['subtitle', 'is.Not_Null', 'subtitle is not_null'],
    ['published', 'is.unknown', 'published is unknown'],
    ['title', 'in.(a,b)', 'title in ["a","b"]'],
    ['title', 'in.()', 'title in []'],
    ['title', 'in.("")', 'title in []'],
    ['title', 'in.(,)', 'title in ["",""]'],
    ['title', 'in.( a ,b )', 'title in ["a ","b "]'],
    ['title', 'in.("a,b","c)","d\\"e","f\\\\g")', 'title in ["a,b","c)","d\\"e","f\\\\g"]'],
    ['title', 'in.("a"b,c)', 'title in ["\\"a\\"b","c"]'],
    ['title', 'in.("a,c)', 'title in ["\\"a","c"]'],
    ['title', 'not.in.(a)', 'not title in ["a"]'],
    ['or', '(title.eq.a,slug.eq.b)', 'or(title eq "a"; slug eq "b")'],
    ['and', '(title.eq.a)', 'and(title eq "a")'],
    ['not.or', '(title.eq.a)', 'not or(title eq "a")'],
    ['not.and', '(title.eq.a)', 'not and(title eq "a")'],
    ['or', ' ( title.eq.a , slug.eq.b ) ', 'or(title eq "a "; slug eq "b ")'],
    [
      'or',
      '(title.eq.a,and(slug.eq.b,not.or(id.is.null)))',
      'or(title eq "a"; and(slug eq "b"; not or(id is null)))',
    ],
    ['or', '(title.not.eq.a,title.not.in.(b,c))', 'or(not title eq "a"; not title in ["b","c"])'],
    ['or', '(title.eq."a,b)",slug.eq.c)', 'or(title eq "a,b)"; slug eq "c")'],
    ['or', '(title.eq."a"b,slug.eq.c)', 'or(title eq "\\"a\\"b"; slug eq "c")'],
    ['or', '(title.eq.,slug.eq.)', 'or(title eq ""; slug eq "")'],
    ['or', '(title.eq.a.b.c,slug.eq.d)', 'or(title eq "a.b.c"; slug eq "d")'],
    ['or', '(title.like(any).{a,b},slug.eq.c)', 'or(title like(any) "{a,b}"; slug eq "c")'],
    ['or', '("title".eq.a)', 'or(title eq "a")'],
    ['or', '(title.eq.{a,slug.eq.c)', 'or(title eq "{a"; slug eq "c")'],
  ])('%s=%s', (name, value, words) => {
    expect(describeCondition(parse(name, value))).toBe(words)
  })
})

describe('is refused', () => {
  test.each([
    ['title', '', 'PGRST100'],
    ['title', 'eq', 'PGRST100'],
    ['title', 'x', 'PGRST100'],
    ['title', '.x', 'PGRST100'],
    ['title', 'EQ.x', 'PGRST100'],
    ['title', 'toString.x', 'PGRST100'],
    ['title', '__proto__.x', 'PGRST100'],
    ['title', 'not.not.eq.x', 'PGRST100'],
    ['title', 'fts.x', 'PGRST100'],
    ['title', 'wfts(english).x', 'PGRST100'],
    ['title', 'match.x', 'PGRST100'],
    ['title', 'imatch.x', 'PGRST100'],
    ['title', 'cs.{x}', 'PGRST100'],
    ['title', 'neq(any).{x}', 'PGRST100'],
    ['title', 'isdistinct(any).{x}', 'PGRST100'],
    ['title', 'in(any).(x)', 'PGRST100'],
    ['title', 'is(any).null', 'PGRST100'],
    ['title', 'eq(some).{x}', 'PGRST100'],
    ['title', 'is.', 'PGRST100'],
    ['title', 'is.nullx', 'PGRST100'],
    ['title', 'is.null ', 'PGRST100'],
    ['title', 'in.a', 'PGRST100'],
    ['title', 'in.(a', 'PGRST100'],
    ['title', 'in.(a)b', 'PGRST100'],
    ['title', 'in.((a))', 'PGRST100'],
    ['or', '', 'PGRST100'],
    ['or', '()', 'PGRST100'],
    ['or', '(title.eq.a', 'PGRST100'],
    ['or', '(title.eq.a))', 'PGRST100'],
    ['or', '(title.eq.a,)', 'PGRST100'],
    ['or', '(title.eq)', 'PGRST100'],
    ['or', '(not.title.eq.a)', 'PGRST100'],
    ['or', '(xor(title.eq.a))', 'PGRST100'],
    ['or', '(and(title.eq.a)b)', 'PGRST100'],
    ['or', '(or)', 'PGRST100'],
    ['or', '(\ntitle.eq.a)', 'PGRST100'],
    ['or', '(nothing.eq.a)', '42703'],
    ['nothing', 'eq.a', '42703'],
    ['__proto__', 'eq.a', '42703'],
    ['constructor', 'eq.a', '42703'],
    ['', 'eq.a', 'PGRST100'],
    ['title"', 'eq.a', 'PGRST100'],
    ['headers->>a', 'eq.a', 'PGRST100'],
    ['title::text', 'eq.a', 'PGRST100'],
    ['other.title', 'eq.a', 'PGRST108'],
    ['other.or', '(title.eq.a)', 'PGRST108'],
  ])('%s=%s with %s', (name, value, code) => {
    const refused = () => parse(name, value)
    expect(refused).toThrow(RestError)
    try {
      refused()
    } catch (error) {
      expect((error as RestError).body.code).toBe(code)
    }
  })

  test('more than fifty conditions, also inside groups', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ name: 'title', value: 'eq.a' }))
    expect(parseConditions(many(50), articles)).toHaveLength(50)
    expect(() => parseConditions(many(51), articles)).toThrow('failed to parse the filters')
    const grouped = { name: 'or', value: `(${many(49).map(({ value }) => `title.${value}`)})` }
    expect(parseConditions([grouped, ...many(1)], articles)).toHaveLength(2)
    expect(() => parseConditions([grouped, ...many(2)], articles)).toThrow('failed to parse the filters')
  })

  test('groups nested more than three deep', () => {
    expect(describeCondition(parse('or', '(and(or(title.eq.a)))'))).toBe('or(and(or(title eq "a")))')
    expect(() => parse('or', '(and(or(and(title.eq.a))))')).toThrow('failed to parse the logic tree')
    expect(() => parse('or', '(and'.repeat(2_000))).toThrow('failed to parse the logic tree')
  })
})
