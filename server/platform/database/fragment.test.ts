import { expect, test } from 'vitest'
import { compile, fragment, joined, literal, name, raw } from '#server/platform/database/fragment.ts'

test('fragments become part of the text, and everything else a parameter in its place', () => {
  const condition = fragment`${name('articles', 'slug')} = ${'a'} or ${raw('false')}`
  const statement = fragment`select ${literal(1)} from t where ${condition} and id in (${joined([2, null, [3]])}) limit ${4}`
  expect(compile(statement)).toEqual({
    text: 'select 1 from t where "articles"."slug" = $1 or false and id in ($2, $3, $4) limit $5',
    values: ['a', 2, null, [3], 4],
  })
})

test.each([
  ['nothing', joined([]), '', []],
  ['one value', joined([1]), '$1', [1]],
  ['fragments', joined([raw('a'), raw('b')], ' and '), 'a and b', []],
])('joins %s', (_, fragments, text, values) => {
  expect(compile(fragments)).toEqual({ text, values })
})

test('a name or a literal never ends before its mark', () => {
  expect(compile(name('a"; drop table b; --')).text).toBe('"a""; drop table b; --"')
  expect(compile(literal("'; drop table b; --")).text).toBe("'''; drop table b; --'")
  expect(() => name('a\0')).toThrow('NUL')
})

test('an object that looks like a fragment is a parameter', () => {
  const value = { pieces: ['drop table b'], values: [] }
  expect(compile(fragment`select ${value}`)).toEqual({ text: 'select $1', values: [value] })
})
