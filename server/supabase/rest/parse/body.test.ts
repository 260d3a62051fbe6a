import { describe, expect, test } from 'vitest'
import type { Relation } from '#server/supabase/rest/catalog/catalog.ts'
import { parseArguments, parseRows } from '#server/supabase/rest/read-request.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import { catalog } from '../../../../tests/support/catalog.ts'

const roles = catalog.relations.get('user_roles') as Relation
const code = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof RestError) return error.body.code
    throw error
  }
}

describe('rows', () => {
  test.each<[string, string[] | null, string[], number]>([
    ['{"role":"a"}', null, ['role'], 1],
    [' [{"role":"a"}] ', null, ['role'], 1],
    ['[{"role":"a","id":1},{"id":2,"role":"b"}]', null, ['role', 'id'], 2],
    ['[]', null, [], 0],
    ['{}', null, [], 1],
    ['[{},{}]', null, [], 2],
    ['[{"role":"a"},{"id":1}]', ['role', 'id'], ['role', 'id'], 2],
    ['[]', ['role'], ['role'], 0],
    ['{"role":"a","role":"b"}', null, ['role'], 1],
  ])('%s with columns %j', (body, columns, keys, count) => {
    const rows = parseRows(body, roles, columns)
    expect([rows.columns, rows.count]).toEqual([keys, count])
    expect(rows.json).toBe(body.trim().startsWith('[') ? body : `[${body}]`)
  })

  test.each<[string, string[] | null, string]>([
    ['', null, 'PGRST102'],
    ['nonsense', null, 'PGRST102'],
    ['{"role":', null, 'PGRST102'],
    ['"role"', null, 'PGRST102'],
    ['null', null, 'PGRST102'],
    ['5', null, 'PGRST102'],
    ['[null]', null, 'PGRST102'],
    ['[[]]', null, 'PGRST102'],
    ['[{"role":"a"},5]', ['role'], 'PGRST102'],
    ['[{"role":"a"},{"id":1}]', null, 'PGRST102'],
    ['[{"role":"a"},{"role":"b","id":1}]', null, 'PGRST102'],
    ['[{"role":"a","id":1},{"role":"b"}]', null, 'PGRST102'],
    ['{"role":"a","id":1}', ['role'], 'PGRST102'],
    ['{"nothing":1}', null, 'PGRST204'],
    ['{"__proto__":1}', null, 'PGRST204'],
    ['{"constructor":1}', null, 'PGRST204'],
    ['{"role; drop table":1}', null, 'PGRST204'],
    ['{"Role":1}', null, 'PGRST204'],
  ])('%s with columns %j is refused with %s', (body, columns, expected) => {
    expect(code(() => parseRows(body, roles, columns))).toBe(expected)
  })
})

describe('arguments', () => {
  test.each<[string, string, string[]]>([
    ['', '{}', []],
    ['  ', '{}', []],
    ['{}', '{}', []],
    ['{"b":1,"a":[2]}', '{"b":1,"a":[2]}', ['b', 'a']],
  ])('%j', (body, json, names) => {
    expect(parseArguments(body)).toEqual({ json, names })
  })

  test.each(['[]', '[{"a":1}]', '"a"', 'null', '5', '{', 'a=1'])('%s is refused', (body) => {
    expect(code(() => parseArguments(body))).toBe('PGRST102')
  })
})
