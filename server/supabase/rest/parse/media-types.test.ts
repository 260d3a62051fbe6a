import { expect, test } from 'vitest'
import { readsSingleObject, requireJson } from '#server/supabase/rest/parse/media-types.ts'

const OBJECT = 'application/vnd.pgrst.object+json'

test.each<[string | null, boolean]>([
  [null, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['Application/JSON; charset=utf-8', false],
  ['application/vnd.pgrst.array+json', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  [OBJECT, true],
  ['application/vnd.pgrst.object', true],
  [`${OBJECT}, application/json`, true],
  [`application/json, ${OBJECT}`, false],
  [`application/json;q=0.5, ${OBJECT}`, true],
  [`${OBJECT};q=0.1, application/json;q=0.2`, false],
  [`${OBJECT};nulls=stripped, application/json`, false],
])('%j wants one row: %s', (accept, isSingle) => {
  expect(readsSingleObject(accept)).toBe(isSingle)
})

test.each([
  'text/csv',
  'application/geo+json',
  'application/octet-stream',
  'application/openapi+json',
  'application/*',
  'application/vnd.pgrst.plan+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  `${OBJECT};nulls=stripped`,
  ';',
  'x'.repeat(10_000),
])('%j is not available', (accept) => {
  expect(() => readsSingleObject(accept)).toThrow('None of these media types are available')
})

test.each([null, '', 'application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
  'a body with Content-Type %j is accepted',
  (type) => {
    expect(() => requireJson(type)).not.toThrow()
  },
)

test.each([
  'text/plain;charset=UTF-8',
  'text/csv',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  ';',
])('a body with Content-Type %j is refused', (type) => {
  expect(() => requireJson(type)).toThrow('Content-Type not acceptable')
})
