import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MailSettingsChange, MailSettingsState } from '#core/domain/mail-settings.ts'
import { findProblems } from './support/find-problems.ts'
import { type FunctionAnswers, json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const PASSWORD = 'a password that nobody may see'
const SMTP = {
  kind: 'smtp',
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  username: 'desk',
  has_secret: true,
} as const
const UNSET: MailSettingsState = {
  version: 0,
  connection: null,
  connection_variables: [],
  sender: { name: '', address: 'news@example.com' },
  sender_variables: [],
  return_path: null,
  reports: null,
  report_variables: [],
  answers: {
    ...{ people: 'answers@aiwatch.example', return_path: 'news@example.com', reports: null },
    ...{ heard_at: null, read_at: null, trouble: null, test: null },
  },
  secret_readable: true,
  trouble: null,
}

const form = () => page.getByRole('form', { name: 'Mail' })
const field = (label: string) => form().getByLabelText(label)
const button = (name: string) => form().getByRole('button', { name, exact: true })

/** Shows a saved connection as the server does. */
function asShown(typed: MailSettingsChange['connection']): MailSettingsState['connection'] {
  if (!typed) return null
  const { secret, ...fields } = typed
  return { ...fields, has_secret: secret !== null }
}

/** The form of these settings, which a save changes as the server does. */
async function openMail(
  state: Partial<MailSettingsState> = {},
  functions: FunctionAnswers = {},
  path = '/admin/settings/mail',
) {
  let stored: MailSettingsState = { ...UNSET, ...state }
  const screen = await openScreen(path, {
    functions: {
      'read-mail-settings': () => stored,
      'save-mail-settings': (change: MailSettingsChange) => {
        const { version, connection, sender, return_path = null, reports = null } = change
        if (version !== stored.version) return json({ error: 'It was changed.', code: 'conflict' }, 409)
        stored = {
          ...stored,
          version: version + 1,
          connection: connection === undefined ? stored.connection : asShown(connection),
          sender: sender ?? stored.sender,
          return_path,
          reports: asShown(reports),
        }
        return { success: true }
      },
      ...functions,
    },
  })
  return Object.assign(screen, {
    change: (part: Partial<MailSettingsState>) => {
      stored = { ...stored, ...part }
    },
  })
}

async function typeServer(): Promise<void> {
  await field('How mail leaves').selectOptions('A mail server (SMTP)')
  await field('Server').fill('127.0.0.1')
  await field('Encryption').selectOptions('None')
  await field('Port').fill('2525')
  await field('User name').fill('desk')
  await field('Password').fill(PASSWORD)
  await field('Sender address').fill('desk@aiwatch.example')
}

test('mail is set up and tested on the desk, and its password is not shown again', async () => {
  const screen = await openMail(
    {},
    { 'test-mail-settings': { ok: false, code: 'login', said: '' } },
    '/admin/newsletter',
  )
  await expect.element(page.getByText('Mail stays in the outbox')).toBeVisible()
  await page.getByRole('link', { name: 'Set up how mail leaves' }).click()
  await typeServer()
  await button('Send me a test').click()
  await expect
    .element(
      form()
        .getByText(/^The server refuses this user name or password\./)
        .first(),
    )
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  screen.answers.functions['test-mail-settings'] = { ok: true, to: 'admin@example.com' }
  await button('Send me a test').click()
  await expect.element(form().getByText('The server took the test').first()).toBeVisible()
  await button('Save Changes').click()
  await expectToast('How mail leaves was saved.')
  await expect.element(form().getByText('A password or key is stored.').first()).toBeVisible()
  const typed = {
    connection: {
      kind: 'smtp',
      host: '127.0.0.1',
      port: 2525,
      security: 'none',
      username: 'desk',
      secret: PASSWORD,
    },
    sender: { address: 'desk@aiwatch.example', name: '' },
  }
  expect(screen.sentTo('test-mail-settings')).toEqual([typed, typed])
  expect(screen.sentTo('save-mail-settings')).toEqual([
    { version: 0, ...typed, return_path: null, reports: null },
  ])
  expect(document.body.innerHTML).not.toContain(PASSWORD)
})

test('every open page knows that mail leaves as soon as the settings say so', async () => {
  const screen = await openScreen('/admin/outbox')
  const notice = page.getByText('Mail stays in the outbox')
  await expect.element(notice).toBeVisible()
  screen.answers.functions['read-mail-transport'] = { leaves: true }
  await announceChange('settings')
  await expect.element(notice).not.toBeInTheDocument()
})

test('a server that worked in the test and refuses later is shown wherever mail is', async () => {
  const trouble = { at: '2026-11-20T09:00:00Z', reason: 'The mail server refuses our login.' }
  await openMail(
    { connection: SMTP, trouble },
    { 'read-mail-transport': { leaves: true } },
    '/admin/newsletter',
  )
  await expect.element(page.getByText('The last mail was not taken')).toBeVisible()
  await expect.element(page.getByText(/The mail server refuses our login/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'How mail leaves' }).click()
  await expect.element(form().getByText('The last mail was not taken')).toBeVisible()
})

test('a value that does not fit is explained at its field', async () => {
  const screen = await openMail()
  await field('How mail leaves').selectOptions('A mail server (SMTP)')
  await field('Encryption').selectOptions('TLS')
  await expect.element(field('Port')).toHaveValue('465')
  await typeServer()
  const odd: [label: string, text: string, problem: RegExp][] = [
    ['Server', 'https://smtp.example.org', /Must be a server such as smtp\.example\.org/],
    ['Port', '99999', /from 1 to 65535/],
    ['Sender address', 'nobody', /Must be an email address/],
    ['Sender name', 'A <b>', /Must not contain/],
  ]
  for (const [label, text, problem] of odd) {
    const before = (field(label).element() as HTMLInputElement).value
    await field(label).fill(text)
    await button('Save Changes').click()
    await expect.element(field(label)).toHaveFocus()
    await expect.element(field(label)).toHaveAccessibleDescription(problem)
    await field(label).fill(before)
  }
  expect(screen.sentTo('save-mail-settings')).toEqual([])
})

test('the password is asked for another account, and replaced on demand', async () => {
  const screen = await openMail({ connection: SMTP })
  await field('User name').fill('nora')
  await button('Save Changes').click()
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(/Enter the password or key for this account/)
  expect(await findProblems()).toEqual([])
  await field('User name').fill('desk')
  await button('Replace: Password').click()
  await expect.element(field('Password')).toHaveFocus()
  expect(screen.sentTo('save-mail-settings')).toEqual([])
})

test('an editor does not overwrite what another one has saved without seeing it', async () => {
  const screen = await openMail({ connection: SMTP })
  await field('Sender address').fill('desk@aiwatch.example')
  screen.change({ version: 1, sender: { address: 'theirs@aiwatch.example', name: '' } })
  await announceChange('settings')
  await expect.element(form().getByText('Somebody else has changed how mail leaves meanwhile.')).toBeVisible()
  await button('Save Changes').click()
  await expect
    .element(
      form()
        .getByText(/^Nothing was saved/)
        .first(),
    )
    .toBeVisible()
  await button('Keep mine').click()
  await button('Save Changes').click()
  await expectToast('How mail leaves was saved.')
  expect(screen.sentTo('save-mail-settings')).toMatchObject([{ version: 0 }, { version: 1 }])
})

test('what the environment sets cannot be changed, says which variable sets it, and can be tested', async () => {
  const screen = await openMail(
    {
      connection: { ...SMTP, username: 'ops' },
      connection_variables: ['SMTP_URL'],
      sender: { address: 'news@aiwatch.example', name: 'AI Watch' },
      sender_variables: ['MAIL_FROM'],
    },
    { 'test-mail-settings': { ok: true, to: 'admin@example.com' } },
  )
  const fields: [label: string, value: string, variable: string][] = [
    ['How mail leaves', 'A mail server (SMTP)', 'SMTP_URL'],
    ['Server', 'smtp.example.org', 'SMTP_URL'],
    ['User name', 'ops', 'SMTP_URL'],
    ['Password', 'A password or key is stored.', 'SMTP_URL'],
    ['Sender address', 'news@aiwatch.example', 'MAIL_FROM'],
    ['Sender name', 'AI Watch', 'MAIL_FROM'],
  ]
  for (const [label, value, variable] of fields) {
    await expect.element(field(label)).toHaveValue(value)
    await expect.element(field(label)).toHaveAttribute('readonly')
    await expect.element(field(label)).toHaveAccessibleDescription(`Set by ${variable}.`)
  }
  await button('Send me a test').click()
  await expect.element(form().getByText('The server took the test').first()).toBeVisible()
  expect(screen.sentTo('test-mail-settings')).toEqual([{}])
  expect(await findProblems()).toEqual([])
})

test('each kind of answer is shown with where it ends, and a mailbox is set up and tested', async () => {
  const screen = await openMail(
    { connection: SMTP },
    { 'test-mail-reports': { ok: false, to: '', code: 'login', said: 'NO wrong' } },
  )
  await expect.element(form().getByText('news@example.com → nowhere')).toBeVisible()
  await expect.element(form().getByText('answers@aiwatch.example')).toBeVisible()
  await field('Return path').fill('bounces@aiwatch.example')
  await field('Where reports are read').selectOptions('A mailbox (IMAP)')
  const reports = form().getByRole('group', { name: 'Reports' })
  await reports.getByLabelText('Server').fill('imap.example.org')
  await reports.getByLabelText('User name').fill('bounces')
  await reports.getByLabelText('Password').fill(PASSWORD)
  await expect.element(reports.getByLabelText('Port')).toHaveValue('993')
  await button('Test the way of reports').click()
  await expect
    .element(
      form()
        .getByText(/^The server refuses this user name.*NO wrong/)
        .first(),
    )
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  const typed = {
    ...{ kind: 'mailbox', host: 'imap.example.org', security: 'tls', port: 993, username: 'bounces' },
    ...{ folder: 'INBOX', secret: PASSWORD },
  }
  expect(screen.sentTo('test-mail-reports')).toEqual([{ reports: typed }])
  await button('Save Changes').click()
  await expectToast('How mail leaves was saved.')
  expect(screen.sentTo('save-mail-settings')).toMatchObject([
    { return_path: 'bounces@aiwatch.example', reports: typed },
  ])

  // The whole way is tested with the saved settings, and shown when the mail has come back.
  const answers = {
    ...UNSET.answers,
    ...{ return_path: 'bounces@aiwatch.example', reports: 'mailbox', read_at: '2026-11-20T09:00:00Z' },
  }
  const sent = { sent_at: '2026-11-20T09:00:00Z', arrived_at: null, signature: null }
  screen.change({ answers: { ...answers, test: sent } })
  screen.answers.functions['test-mail-reports'] = { ok: true, to: 'bounces@aiwatch.example' }
  await button('Test the way of reports').click()
  await expect.element(form().getByText('The test email was sent')).toBeVisible()
  await expect
    .element(
      form().getByText(/^bounces@aiwatch\.example → A mailbox \(IMAP\).*the test has not arrived yet$/),
    )
    .toBeVisible()
  screen.change({
    answers: { ...answers, test: { ...sent, arrived_at: '2026-11-20T09:00:05Z' } },
  })
  await announceChange('settings')
  await expect.element(form().getByText(/the test arrived$/)).toBeVisible()
  await expect.element(form().getByText(/DKIM/)).not.toBeInTheDocument()
  // The faults of its signatures are shown as well.
  for (const [signature, words] of [
    ['partial', /^No DKIM signature of the test covers both List-Unsubscribe and List-Unsubscribe-Post\./],
    ['missing', /^The test has no DKIM signature\./],
  ] as const) {
    screen.change({ answers: { ...answers, test: { ...sent, arrived_at: sent.sent_at, signature } } })
    await announceChange('settings')
    await expect.element(form().getByText(words)).toBeVisible()
  }
  expect(await findProblems()).toEqual([])
  expect(document.body.innerHTML).not.toContain(PASSWORD)
})

test('a webhook is shown with its address, and a mailbox that cannot be read with the reason', async () => {
  await openMail({
    reports: {
      kind: 'mailbox',
      host: 'imap.example.org',
      port: 993,
      security: 'tls',
      username: 'b',
      folder: 'INBOX',
      has_secret: true,
    },
    answers: { ...UNSET.answers, reports: 'mailbox', trouble: 'Invalid credentials' },
  })
  await expect
    .element(
      form()
        .getByText(/it cannot be read: Invalid credentials/)
        .first(),
    )
    .toBeVisible()
  await field('Where reports are read').selectOptions('The webhook of Amazon SES')
  await expect
    .element(field('Address of the webhook'))
    .toHaveValue(`${location.origin}/functions/v1/ses-webhook`)
  await expect.element(field('Topic')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await field('Where reports are read').selectOptions('The webhook of Mailgun')
  await expect.element(field('Signing key')).toBeVisible()
})
