import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { fromDatabase, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

function refused(code: string, more: Partial<DatabaseError> = {}): DatabaseError {
  return Object.assign(new DatabaseError('what PostgreSQL says', 1, 'error'), { code, ...more })
}

test.each([
  ['42501', 401, 403],
  ['23505', 409, 409],
  ['23503', 409, 409],
  ['55000', 409, 409],
  ['55P03', 500, 500],
  ['23502', 400, 400],
  ['22P02', 400, 400],
  ['22023', 400, 400],
  ['21000', 400, 400],
  ['27000', 400, 400],
  ['42703', 400, 400],
  ['42883', 404, 404],
  ['42P01', 404, 404],
  ['42P17', 500, 500],
  ['25006', 405, 405],
  ['P0001', 400, 400],
  ['P0002', 500, 500],
  ['40001', 500, 500],
  ['40P01', 500, 500],
  ['53100', 507, 507],
  ['PT413', 413, 413],
  ['53300', 503, 503],
  ['54001', 413, 413],
  ['57014', 500, 500],
  ['57P01', 503, 503],
  ['08006', 503, 503],
  ['XX000', 500, 500],
])('SQLSTATE %s becomes %i for an anonymous caller and %i for a signed-in one', (code, visitor, signedIn) => {
  const statusOf = (isAnonymous: boolean) =>
    (fromDatabase(refused(code), { isAnonymous }) as RestError).status
  expect([statusOf(true), statusOf(false)]).toEqual([visitor, signedIn])
})

test('a row that a trigger has changed before is named without the words for who writes triggers', () => {
  const error = refused('27000', { hint: 'Consider using an AFTER trigger instead of a BEFORE trigger.' })
  expect((fromDatabase(error, { isAnonymous: false }) as RestError).body).toEqual({
    code: '27000',
    details: null,
    message: 'A change of one row of this request changes another row of it.',
    hint: 'Nothing was changed. Change the rows one by one. Of the articles in a language only one is featured.',
  })
})

test('a full disk of the database is said in words, without its paths', () => {
  const error = refused('53100', {
    message: 'could not extend file "base/16384/2613": No space left on device',
  })
  const { body, cause } = fromDatabase(error, { isAnonymous: false }) as RestError
  expect(cause).toBe(error)
  expect(body).toMatchObject({
    code: '53100',
    message: 'There is no room on a disk of the server. Nothing was stored. Its operator has to make room.',
    details: null,
  })
})

test.each([
  ['23505', 'Key (slug)=(x) already exists.'],
  ['23514', 'Failing row contains (1, x).'],
  ['23503', 'Key (id)=(1) is still referenced from table "x".'],
  ['44000', 'Failing row contains (1, x).'],
])('the details of %s, which show a row, are shown to nobody, its hint to everyone', (code, detail) => {
  const error = refused(code, { detail, hint: 'Try another.', routine: '_bt_check_unique' })
  for (const isAnonymous of [true, false])
    expect((fromDatabase(error, { isAnonymous }) as RestError).body).toEqual({
      code,
      message: 'what PostgreSQL says',
      details: null,
      hint: 'Try another.',
    })
})

test.each([
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  refused('57P01'),
])('%s becomes 503: the database cannot be reached', (error) => {
  const answered = fromDatabase(error, { isAnonymous: true }) as RestError
  expect([answered.status, answered.body.code, answered.cause]).toEqual([503, 'PGRST000', error])
  expect(answered.message).not.toContain(error.message)
})

test('an error that does not come from the database is returned unchanged', () => {
  for (const error of [new TypeError('x is not a function'), new RestError(404, 'PGRST125', 'No')]) {
    expect(fromDatabase(error, { isAnonymous: true })).toBe(error)
  }
})

test('quoted request text is shortened to a line', () => {
  expect(shorten('x'.repeat(80))).toHaveLength(80)
  expect(shorten('x'.repeat(10_000))).toHaveLength(81)
})
