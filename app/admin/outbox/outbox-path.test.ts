import { expect, test } from 'vitest'
import { outboxPath, readOutboxUrl } from './outbox-path.ts'

const read = (path: string) => readOutboxUrl(new URL(path, 'http://127.0.0.1'))

test('what is written into an address is read out of it', () => {
  expect(read(outboxPath({ mail: 7, before: 51 }))).toEqual({ mail: { kind: 'id', id: 7 }, before: 51 })
  expect(read(outboxPath({ before: 51 }))).toEqual({ mail: { kind: 'none' }, before: 51 })
  expect(outboxPath({})).toBe('/admin/outbox')
})

test('an id that cannot be one is told apart from no id', () => {
  for (const mail of ['', '0', '-1', '1.5', '1e3', 'x', '9'.repeat(40)]) {
    expect(read(`/admin/outbox?mail=${mail}`).mail).toEqual({ kind: 'malformed' })
  }
})

test('a malformed page address shows the newest mails', () => {
  expect(read('/admin/outbox?before=abc').before).toBeNull()
})
