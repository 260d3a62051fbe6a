import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from '#core/domain/schema.ts'
import { line, note } from '#core/domain/setting-texts.ts'
import { SETTING_SCHEMAS } from '#core/domain/settings.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { describeSettingRules } from '#server/platform/database/setting-rules.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const fits = async (value: unknown, rule: unknown) => {
  const [row] = await database.sql<[{ fits: boolean }]>`
    select private.fits(${JSON.stringify(value)}::jsonb, ${JSON.stringify(rule)}::jsonb) as fits`
  return row.fits
}

test('a check that no rule stands for is an error, also where it follows a named one', () => {
  const unnamed = /has a check that the database does not know/
  expect(() => describeSettingRules({ a: line(5).refine(() => true) })).toThrow(unnamed)
  expect(() => describeSettingRules({ a: z.strictObject({ b: z.string().regex(/^x$/) }) })).toThrow(unnamed)
  expect(() => describeSettingRules({ a: z.array(z.boolean()).refine(() => true) })).toThrow(unnamed)
  expect(describeSettingRules({ a: line(5) })).toEqual({
    a: { type: 'string', format: 'line', maxLength: 5 },
  })
})

test('nothing fits a rule with a word or a format that the database does not know', async () => {
  expect(await fits('x', { type: 'string', format: 'line', maxLength: 1 })).toBe(true)
  for (const rule of [
    { type: 'string', format: 'line' },
    { type: 'string', maxLength: 1 },
    { type: 'string', format: 'anything', maxLength: 1 },
    { type: 'string', format: 'line', maxLength: 1, pattern: 'x' },
    { type: 'string', const: 'x', format: 'line' },
    { const: 'x' },
    { anyOf: [{ type: 'string', const: 'x' }], type: 'string' },
    {},
    true,
    null,
  ])
    expect(await fits('x', rule), JSON.stringify(rule)).toBe(false)
  expect(await fits(5, { type: 'integer', minimum: 1 })).toBe(false)
  expect(await fits({ a: true }, { type: 'object', patternProperties: { a: { type: 'boolean' } } })).toBe(
    false,
  )
})

test('a line or note of which nothing is seen, or with a control character, fits neither the schema nor the rule', async () => {
  const shared = { a: line(9), b: note(9) }
  const rules = describeSettingRules(shared)
  const compared = async (key: keyof typeof shared, text: string) => [
    shared[key].safeParse(text).data === text,
    await fits(text, rules[key]),
  ]
  for (const text of ['\u00A0', '\u200B', '\u200D\u200D', '\u00AD', '\u2060', '\uFEFF', 'a\u0001b'])
    expect(await compared('a', text), JSON.stringify(text)).toEqual([false, false])
  for (const text of ['a\u200Bb', '·', '…', 'ن', '😀'])
    expect(await compared('a', text)).toEqual([true, true])
  for (const text of ['a\u0001b', 'a\rb', 'a\u0085b', '\u00A0'])
    expect(await compared('b', text), JSON.stringify(text)).toEqual([false, false])
  expect(await compared('b', 'a\n\tb')).toEqual([true, true])
})

test('nothing fits a rule that is too deep', async () => {
  const deep = (levels: number) => {
    let [value, rule]: [unknown, unknown] = [true, { type: 'boolean' }]
    for (let level = 1; level < levels; level++) [value, rule] = [[value], { type: 'array', items: rule }]
    return fits(value, rule)
  }
  expect([await deep(10), await deep(11)]).toEqual([true, false])
})

test('every start stores the rules of its program, by which values that SQL writes are checked', async () => {
  const { sql } = database
  const write = (value: unknown) =>
    sql`insert into public.settings (key, value) values ('site_name', ${JSON.stringify(value)}::jsonb)`
  await expect(write(5)).rejects.toMatchObject({ code: '23514' })
  await sql`update private.setting_rules set rule = '{}' where key = 'site_name'`
  await sql`update private.setting_rules set key = 'colour' where key = 'accent'`
  await expect(write('Le Monde')).rejects.toMatchObject({ code: '23514' })
  await prepareDatabase(sql)
  const rules = await sql<{ key: string; rule: object }[]>`select key, rule from private.setting_rules`
  expect(Object.fromEntries(rules.map(({ key, rule }) => [key, rule]))).toEqual(
    describeSettingRules(SETTING_SCHEMAS),
  )
  await write('Le Monde')
})
