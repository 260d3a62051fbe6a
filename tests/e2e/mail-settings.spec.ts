import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const PASSWORD = 'a password that nobody may see'

const test = base.extend<{ sink: MailSink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  sink: async ({}, use) => {
    const sink = await startMailSink()
    await use(sink)
    await sink.close()
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const form = (page: Page) => page.getByRole('form', { name: 'Mail' })
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const saved = (page: Page) => expectToast(page, 'How mail leaves was saved.')

async function openMail(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/mail')
  await expect(form(page).getByLabel('Sender address')).toBeVisible()
}

async function typeServer(page: Page, { url }: MailSink): Promise<void> {
  await form(page).getByLabel('How mail leaves').selectOption('A mail server (SMTP)')
  await form(page).getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await form(page).getByLabel('Encryption').selectOption('None')
  await form(page).getByLabel('Port').fill(new URL(url).port)
  await form(page).getByLabel('User name').fill('desk')
  await form(page).getByLabel('Password').fill(PASSWORD)
  await form(page).getByLabel('Sender address').fill('desk@aiwatch.example')
}

test('mail is set up and tested on the desk, leaves at once, and its password never comes back', async ({
  page,
  sink,
}) => {
  const received: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/functions/')) received.push(await response.text().catch(() => ''))
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/newsletter')
  await expect(page.getByText('Mail stays in the outbox')).toBeVisible()
  const watching = await page.context().newPage()
  await watching.goto('/admin/outbox')
  await expect(watching.getByText('Mail stays in the outbox')).toBeVisible()
  await page.getByRole('link', { name: 'Set up how mail leaves' }).click()

  await typeServer(page, sink)
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  await button(page, 'Send me a test').click()
  await expect(form(page).getByText('The server refuses this user name or password.').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'with a refused test').toEqual([])
  sink.behave({ kind: 'accept' })
  await button(page, 'Send me a test').click()
  await expect(form(page).getByText('The server took the test')).toBeVisible()
  expect(sink.mails).toMatchObject([
    { user: `desk:${PASSWORD}`, envelope: { from: 'desk@aiwatch.example', to: [DESK_ADMIN.email] } },
  ])
  await button(page, 'Save Changes').click()
  await saved(page)
  await expect(form(page).getByText('A password is stored.')).toBeVisible()

  // Known everywhere, without a restart and without a reload.
  await expect(watching.getByText('Mail stays in the outbox')).toHaveCount(0)
  await page.goto('/admin/newsletter')
  await expect(page.getByRole('button', { name: 'Run the health check' })).toBeVisible()
  await page.getByRole('button', { name: 'Run the health check' }).click()
  await expect(page.getByText(new URL(sink.url).host)).toBeVisible()
  await expect(page.getByText('Mail stays in the outbox')).toHaveCount(0)
  const mail = sink.nextMail()
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  expect((await mail).envelope).toEqual({ from: 'desk@aiwatch.example', to: ['ada@example.org'] })

  expect(received.length).toBeGreaterThan(3)
  expect(received.join()).not.toContain(PASSWORD)
  expect(await page.content()).not.toContain(PASSWORD)
})

test('a server that worked in the test and refuses later is shown wherever mail is', async ({
  page,
  sink,
}) => {
  await openMail(page)
  await typeServer(page, sink)
  await button(page, 'Save Changes').click()
  await saved(page)
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.goto('/admin/newsletter')
  await expect(page.getByText('The last mail was not taken')).toBeVisible()
  await expect(page.getByText('The mail server refuses our login')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'with trouble').toEqual([])
  await page.getByRole('link', { name: 'How mail leaves' }).click()
  await expect(form(page).getByText('The last mail was not taken')).toBeVisible()
})

test('a value that does not fit is explained at its field, and the password is asked for another account', async ({
  page,
  sink,
}) => {
  await openMail(page)
  await form(page).getByLabel('How mail leaves').selectOption('A mail server (SMTP)')
  await form(page).getByLabel('Encryption').selectOption('TLS')
  await expect(form(page).getByLabel('Port')).toHaveValue('465')
  const odd: [label: string, text: string, problem: RegExp][] = [
    ['Server', 'https://smtp.example.org', /Must be a server such as smtp\.example\.org/],
    ['Port', '99999', /from 1 to 65535/],
    ['Sender address', 'nobody', /Must be an email address/],
    ['Sender name', 'A <b>', /Must not contain/],
  ]
  await typeServer(page, sink)
  for (const [label, text, problem] of odd) {
    const field = form(page).getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(text)
    await button(page, 'Save Changes').click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(problem)
    await field.fill(before)
  }
  await button(page, 'Save Changes').click()
  await saved(page)
  await form(page).getByLabel('User name').fill('nora')
  await button(page, 'Save Changes').click()
  await expect(form(page).getByLabel('Password')).toHaveAccessibleDescription(
    /Enter the password or key for this account/,
  )
  expect(await findAccessibilityProblems(page), 'with a problem').toEqual([])
  await form(page).getByLabel('User name').fill('desk')
  await button(page, 'Replace the password').click()
  await expect(form(page).getByLabel('Password')).toBeFocused()
})

test('an editor does not overwrite what another one has saved without seeing it', async ({
  expectConsoleError,
  page,
  publication,
  sink,
}) => {
  await openMail(page)
  await typeServer(page, sink)
  expectConsoleError(/status of 409/)
  const elsewhere = await signInElsewhere(publication)
  const { error } = await elsewhere.functions.invoke('save-mail-settings', {
    body: { version: 0, sender: { address: 'theirs@aiwatch.example', name: '' } },
  })
  expect(error).toBeNull()
  await expect(form(page).getByText('Somebody else has changed how mail leaves meanwhile.')).toBeVisible()
  await button(page, 'Save Changes').click()
  await expect(form(page).getByText('Nothing was saved').first()).toBeVisible()
  await button(page, 'Keep mine').click()
  await button(page, 'Save Changes').click()
  await saved(page)
})

test.describe('with a mail server in the environment', () => {
  test.use({
    environment: async ({ sink }, use) =>
      use({
        SMTP_URL: sink.url.replace('//', '//ops:secret@'),
        MAIL_FROM: 'AI Watch <news@aiwatch.example>',
      }),
  })

  test('its fields cannot be changed, say which variable sets them, and can be tested', async ({
    page,
    sink,
  }) => {
    await openMail(page)
    const fields: [label: string, value: string, variable: string][] = [
      ['How mail leaves', 'A mail server (SMTP)', 'SMTP_URL'],
      ['Server', '127.0.0.1', 'SMTP_URL'],
      ['User name', 'ops', 'SMTP_URL'],
      ['Password', 'A password is stored.', 'SMTP_URL'],
      ['Sender address', 'news@aiwatch.example', 'MAIL_FROM'],
      ['Sender name', 'AI Watch', 'MAIL_FROM'],
    ]
    for (const [label, value, variable] of fields) {
      const field = form(page).getByLabel(label, { exact: true })
      await expect(field).toHaveValue(value)
      await expect(field).toHaveAttribute('readonly')
      await expect(field).toHaveAccessibleDescription(`Set by ${variable}.`)
    }
    await button(page, 'Send me a test').click()
    await expect(form(page).getByText('The server took the test')).toBeVisible()
    expect(sink.mails).toMatchObject([{ user: 'ops:secret', envelope: { to: [DESK_ADMIN.email] } }])
    expect(await findAccessibilityProblems(page), 'read-only').toEqual([])
  })
})
