import { describe, expect, test } from 'vitest'
import {
  type AccountDraft,
  canReuseSecret,
  draftOf,
  type MailDraft,
  parseDraft,
  toDraft,
  withField,
} from '#app/admin/mail/settings/use-mail-form.ts'
import { findAccount, MAIL_PROVIDERS, REPORT_WAYS } from '#core/domain/mail-providers.ts'
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
  return_path: null,
  reports: null,
  report_variables: [],
  answers: {
    ...{ people: 'desk@example.org', return_path: 'desk@example.org', reports: null, heard_at: null },
    ...{ read_at: null, trouble: null, test: null },
  },
  secret_readable: true,
  trouble: null,
}
const SMTP = findAccount(MAIL_PROVIDERS, 'smtp')
const MAILBOX = findAccount(REPORT_WAYS, 'mailbox')
if (!SMTP || !MAILBOX) throw new Error('They are always there')

const parse = (change: Partial<MailDraft>, state = STATE) =>
  parseDraft({ ...toDraft(state), ...change }, state, 3)
const typed = (fields: Record<string, string>, more: Partial<AccountDraft> = {}): AccountDraft => {
  const { connection } = toDraft(STATE)
  return { ...connection, fields: { ...connection.fields, ...fields }, ...more }
}

test('what is not typed again is kept, and not sent', () => {
  const { change, problems } = parse({ senderName: 'The Desk' })
  expect(problems.size).toBe(0)
  expect(change.connection).not.toHaveProperty('secret')
  expect(change.sender).toEqual({ address: 'desk@example.org', name: 'The Desk' })
  expect(change).toMatchObject({ return_path: null, reports: null })
})

test.each<[Record<string, string>]>([
  [{ host: 'other.example.org' }],
  [{ port: '25' }],
  [{ security: 'none' }],
  [{ username: 'nora' }],
])('another account needs its own password: %o', (fields) => {
  expect(canReuseSecret(SMTP, typed(fields), STATE.connection)).toBe(false)
  expect(parse({ connection: typed(fields) }).problems.get('connection.secret')).toMatch(
    /^Enter the password/,
  )
  expect(parse({ connection: typed(fields, { secret: 'x' }) }).problems.size).toBe(0)
})

test('how the same account is written does not matter', () => {
  expect(
    canReuseSecret(SMTP, typed({ host: ' SMTP.example.org', username: 'desk ' }), STATE.connection),
  ).toBe(true)
})

test.each(MAIL_PROVIDERS.filter(({ kind }) => kind !== 'smtp'))('$name needs its own secret', (account) => {
  const connection = draftOf(account)
  expect(parse({ connection }).problems.get('connection.secret')).toMatch(/^Enter the password/)
})

test('without a user name there is no password', () => {
  expect(parse({ connection: typed({ username: '' }) })).toMatchObject({
    change: { connection: { secret: null } },
  })
})

test('what the environment sets is not sent', () => {
  const fixed = { ...STATE, connection_variables: ['SMTP_URL'], sender_variables: ['MAIL_FROM'] }
  expect(parse({}, fixed)).toEqual({
    change: { version: 3, return_path: null, reports: null },
    problems: new Map(),
  })
})

test('a field of reports has its own problems', () => {
  const reports = { ...draftOf(MAILBOX), fields: { ...draftOf(MAILBOX).fields, port: 'x' } }
  const { problems } = parse({ reports, returnPath: 'nobody' })
  expect([...problems.keys()].toSorted()).toEqual([
    ...['reports.host', 'reports.port', 'reports.secret', 'reports.username', 'return_path'],
  ])
})

describe('another encryption', () => {
  test.each([
    [SMTP, ['587', '465', '25']],
    [MAILBOX, ['143', '993', '143']],
  ])('brings its usual port: $name', (account, ports) => {
    const start = withField(account, draftOf(account), 'security', 'starttls')
    const found = ['starttls', 'tls', 'none'].map(
      (security) => withField(account, start, 'security', security).fields.port,
    )
    expect(found).toEqual(ports)
  })
  test('leaves a port of its own', () => {
    const own = withField(SMTP, draftOf(SMTP), 'port', '2525')
    expect(withField(SMTP, own, 'security', 'tls').fields.port).toBe('2525')
  })
})
