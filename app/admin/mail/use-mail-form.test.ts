import { describe, expect, test } from 'vitest'
import {
  canReuseSecret,
  type MailDraft,
  parseDraft,
  toDraft,
  withSecurity,
} from '#app/admin/mail/use-mail-form.ts'
import type { MailSettingsState } from '#core/domain/mail-settings.ts'

const STATE: MailSettingsState = {
  version: 3,
  connection: {
    kind: 'smtp',
    host: 'smtp.example.org',
    port: 587,
    security: 'starttls',
    username: 'desk',
    has_secret: true,
  },
  connection_variables: [],
  sender: { address: 'desk@example.org', name: '' },
  sender_variables: [],
  secret_readable: true,
  trouble: null,
}
const parse = (change: Partial<MailDraft>, state = STATE) =>
  parseDraft({ ...toDraft(state), ...change }, state, 3)

test('what is not typed again is kept, and not sent', () => {
  const { change, problems } = parse({ senderName: 'The Desk' })
  expect(problems.size).toBe(0)
  expect(change.connection).not.toHaveProperty('secret')
  expect(change.sender).toEqual({ address: 'desk@example.org', name: 'The Desk' })
})

test.each<[Partial<MailDraft>]>([
  [{ host: 'other.example.org' }],
  [{ port: '25' }],
  [{ security: 'none' }],
  [{ username: 'nora' }],
  [{ kind: 'resend' }],
])('another account needs its own password: %o', (change) => {
  expect(canReuseSecret({ ...toDraft(STATE), ...change }, STATE)).toBe(false)
  expect(parse(change).problems.get('connection.secret')).toMatch(/^Enter the password/)
  expect(parse({ ...change, secret: 'x' }).problems.size).toBe(0)
})

test('without a user name there is no password', () => {
  expect(parse({ username: '' })).toMatchObject({ change: { connection: { secret: null } } })
})

test('what the environment sets is not sent', () => {
  const fixed = { ...STATE, connection_variables: ['SMTP_URL'], sender_variables: ['MAIL_FROM'] }
  expect(parse({}, fixed)).toEqual({ change: { version: 3 }, problems: new Map() })
})

describe('another encryption', () => {
  const draft = toDraft(STATE)
  test('brings its usual port', () =>
    expect(withSecurity(draft, 'tls')).toEqual({ security: 'tls', port: '465' }))
  test('leaves a port of its own', () =>
    expect(withSecurity({ ...draft, port: '2525' }, 'tls')).toEqual({ security: 'tls' }))
})
