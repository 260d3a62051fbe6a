import { readFile } from 'node:fs/promises'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import { mailchimpZip } from '#server/features/newsletter/import/testing/exports.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LIST = '/admin/newsletter/subscribers'
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const PEOPLE: (Pick<NewsletterSubscriber, 'email'> & Partial<NewsletterSubscriber>)[] = [
  { email: 'ada@example.org', language: 'de', confirmed: true, subscribed_at: '2026-01-05T12:00:00Z' },
  { email: 'grace@example.org', confirmed: false, subscribed_at: daysAgo(2) },
  {
    email: 'emmy@example.org',
    confirmed: true,
    is_active: false,
    left_reason: 'administrator',
    subscribed_at: daysAgo(400),
  },
  {
    email: 'rosa@example.org',
    confirmed: true,
    is_active: false,
    left_reason: 'unsubscribed',
    subscribed_at: daysAgo(90),
  },
]

async function addPeople({ service }: Publication, people = PEOPLE): Promise<void> {
  for (const person of people) await service.from('newsletter_subscribers').insert(person).throwOnError()
}

test('a file of another system is checked, imported and listed, without resubscribing readers who had unsubscribed', async ({
  page,
  publication,
}) => {
  test.slow()
  await addPeople(publication, PEOPLE.slice(1))
  await signIn(page, DESK_ADMIN)
  await page.goto(LIST)
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await page.getByRole('button', { name: 'Import CSV' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  const input = dialog.locator('input[type=file]')
  const choose = (text: string) =>
    input.setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(
    'E-Mail,Sprache\nada@example.org,de-DE\nGRACE@example.org,\nrosa@example.org,\nnot an address,\nada@example.org,fr\n',
  )
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByText('Say where the consent comes from.')).toBeVisible()
  await dialog.getByLabel('Where does their consent come from?').fill('Mailchimp export, double opt-in')
  await dialog.getByRole('button', { name: 'Check the file' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Nothing has been stored yet' })).toBeFocused()
  await expect(dialog.getByText('1 new subscriber', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 who had signed up here without confirming')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Lines to look at' }).getByRole('listitem')).toHaveText([
    /Line 4\s*rosa@example.org has unsubscribed/,
    /Line 5\s*not an address no valid email address/,
    /Line 6\s*ada@example.org the same address twice/,
  ])
  // Axe looks for the background of a long dialog in what scrolls around it, which is hidden with the page.
  await dialog.evaluate((element) => element.parentElement?.style.setProperty('visibility', 'visible'))
  expect(await findAccessibilityProblems(page), 'the report').toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 subscribers' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'The import is done' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused()
  await expect(rowOf(page, 'ada@example.org')).toContainText('Confirmed')
  await expect(rowOf(page, 'grace@example.org')).toContainText('Confirmed')
  await expect(rowOf(page, 'rosa@example.org')).toContainText('Unsubscribed')

  await page.getByRole('link', { name: 'ada@example.org' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ada@example.org' })).toBeVisible()
  const consent = page.getByRole('region', { name: 'Consent' })
  await expect(consent).toContainText('Mailchimp export, double opt-in')
  await expect(consent).toContainText(DESK_ADMIN.email)
  await page.goto('/admin/audit')
  await expect(page.getByText('imported 2 subscribers')).toBeVisible()
})

test('the zip of a Mailchimp audience is recognised, and who left there leaves here as well', async ({
  page,
  publication,
}) => {
  test.slow()
  await signIn(page, DESK_ADMIN)
  await page.goto(LIST)
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  const importFile = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await dialog.getByLabel('Where does their consent come from?').fill('Mailchimp, double opt-in')
  }
  await importFile('old.csv', 'text/csv', Buffer.from('email\nboth@example.org\n'))
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await dialog.getByRole('button', { name: 'Import 1 subscriber' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await importFile('audience_export.zip', 'application/zip', mailchimpZip())
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByRole('heading', { name: 'Nothing has been stored yet' })).toBeFocused()
  await expect(dialog.getByText('This is an export of Mailchimp.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'elsewhere' })).toHaveText([
    '3 addresses left elsewhere: no import brings them in from now on',
  ])
  await expect(dialog.getByText('1 subscriber of an earlier import leaves')).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'their mail came back, by this file 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 subscriber' }).click()
  await expect(dialog.getByRole('heading', { name: 'The import is done' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, 'stays@example.org')).toContainText('Confirmed')
  await expect(rowOf(page, 'both@example.org')).toContainText('Unsubscribed')

  // What a file does not say, the editor does.
  await importFile('list.csv', 'text/csv', Buffer.from('email\nrosa@example.org\n'))
  await dialog.getByLabel('Nobody in this file gets the newsletter any more').check()
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await dialog.getByRole('button', { name: 'Store who has left' }).click()
  await expect(dialog.getByRole('heading', { name: 'The import is done' })).toBeFocused()
  const { data } = await publication.service.from('newsletter_subscribers').select('email').throwOnError()
  expect(data.map(({ email }) => email).toSorted()).toEqual(['both@example.org', 'stays@example.org'])
})

test('subscribers are found, unsubscribed, brought back, exported and deleted', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  // A reader who has unsubscribed cannot be resubscribed.
  expectConsoleError(/status of 400/)
  await addPeople(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(LIST)
  await expect(rowOf(page, 'ada@example.org')).toContainText('Jan 05, 2026')
  await expect(rowOf(page, 'grace@example.org')).toContainText('Pending')
  await expect(page.getByText('Total subscribers').locator('..')).toContainText('4')
  await expect(page.getByText('Confirmed and active', { exact: true }).first().locator('..')).toContainText(
    '1',
  )
  await expect(page.getByRole('img', { name: /Confirmed active subscribers over 52 weeks/ })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the page').toEqual([])
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(53)
  await page.getByLabel('Period').selectOption('3 months')
  await expect(page.getByRole('img', { name: /over 13 weeks/ })).toBeVisible()

  await page.getByRole('button', { name: 'Unsubscribe ada@example.org' }).press('Enter')
  await expectToast(page, 'Subscriber unsubscribed successfully')
  await expect(rowOf(page, 'ada@example.org')).toContainText('by an administrator')
  await page.getByRole('button', { name: 'Bring back ada@example.org' }).press('Enter')
  await expectToast(page, 'ada@example.org gets the newsletter again.')
  await expect(rowOf(page, 'ada@example.org')).toContainText('Active')
  await expect(rowOf(page, 'rosa@example.org').getByRole('button', { name: /Bring/ })).toHaveCount(0)
  await publication.service
    .from('newsletter_subscribers')
    .update({ is_active: false, left_reason: 'unsubscribed' })
    .eq('email', 'emmy@example.org')
    .throwOnError()
  await page.getByRole('button', { name: 'Bring back emmy@example.org' }).click()
  await expectToast(page, 'They have left by themselves meanwhile.')

  await page.getByLabel('Why they left').selectOption('by themselves')
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export what is found' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.startsWith('\uFEFFemail,language,')).toBe(true)
  expect(
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['emmy@example.org', 'rosa@example.org'])
  await page.getByLabel('Why they left').selectOption('All')
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('GRACE')
  await expect(page).toHaveURL(/q=GRACE/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Delete grace@example.org permanently' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this subscriber permanently?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete grace@example.org permanently' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete permanently' }).press('Enter')
  await expectToast(page, 'Subscriber deleted successfully')
  await expect(page.getByText('No subscriber matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all subscribers' }).click()
  await page.getByRole('button', { name: 'Subscribed' }).click()
  const list = page.getByRole('table', { name: 'Subscribers of the newsletter' })
  await expect(list.getByRole('rowheader').first()).toContainText('emmy@example.org')
})

test('one is added by hand, asked by mail to confirm, and unsubscribed by mistake, which is undone', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // An address that is on the list already.
  expectConsoleError(/status of 409/)
  await signIn(page, DESK_ADMIN)
  await page.goto(LIST)
  await expect(page.getByText('nobody has confirmed a subscription in this time')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Add a subscriber' })
  async function add(address: string) {
    await page.getByRole('button', { name: 'Add subscriber' }).press('Enter')
    await dialog.getByLabel('Email').fill(address)
    await dialog.getByLabel('Language').selectOption('German')
    await dialog.getByRole('button', { name: 'Add and send the mail' }).click()
  }
  await add('hedy@example.org')
  await expectToast(
    page,
    'hedy@example.org was added. Mail does not leave the site yet: the confirmation is in the outbox.',
  )
  await expect(rowOf(page, 'hedy@example.org')).toContainText('Pending')
  await expect
    .poll(async () => (await publication.service.from('mail_deliveries').select('kind')).data)
    .toEqual([{ kind: 'send-confirmation-mail' }])
  await add('HEDY@example.org')
  await expect(
    dialog.getByText('This address is on the list already, and has not confirmed yet.').first(),
  ).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the dialog').toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Unsubscribe hedy@example.org' }).click()
  await expect(rowOf(page, 'hedy@example.org')).toContainText('by an administrator')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'hedy@example.org is subscribed as before.')
  await expect(rowOf(page, 'hedy@example.org')).toContainText('Active')
})

test("a person's page has everything, saves it as a file and erases it", async ({ page, publication }) => {
  test.slow()
  await addPeople(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(LIST)
  await page.getByRole('link', { name: 'grace@example.org' }).click()
  await page.getByRole('button', { name: 'Send the confirmation again' }).press('Enter')
  await expectToast(page, 'Mail does not leave the site yet: the confirmation is in the outbox.')
  await expect
    .poll(async () => (await publication.service.from('mail_deliveries').select('kind')).data)
    .toEqual([{ kind: 'send-confirmation-mail' }])
  await page.goto(LIST)
  await page.getByRole('link', { name: 'rosa@example.org' }).click()
  await expect(page.getByRole('button', { name: 'Send the confirmation again' })).toHaveCount(0)
  await expect(page.getByText('They left by themselves. Only they can subscribe again.')).toBeVisible()
  await expect(page.getByText('They have not been sent an issue.')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the page of a person').toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).press('Enter')
  const record = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(record).toMatchObject({ email: 'rosa@example.org', left_reason: 'unsubscribed', deliveries: [] })
  await page.getByRole('button', { name: 'Erase this person' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase everything about this person?' })
  expect(await findAccessibilityProblems(page), 'the question').toEqual([])
  await dialog.getByRole('button', { name: 'Erase this person' }).press('Enter')
  await expectToast(page, 'The subscriber has been erased.')
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  await expect(rowOf(page, 'ada@example.org')).toBeVisible()
  await expect(rowOf(page, 'rosa@example.org')).toHaveCount(0)

  await page.getByRole('link', { name: 'ada@example.org' }).click()
  await page.getByRole('button', { name: 'Delete ada@example.org permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  const client = await signInElsewhere(publication)
  const { data } = await client
    .from('audit_log')
    .select('action, details')
    .eq('kind', 'subscribers')
    .order('id')
    .throwOnError()
  expect(data.map(({ action }) => action)).toEqual([
    'send_confirmation_again',
    'read_subscriber',
    'erase_subscriber',
    'delete_subscribers',
  ])
  expect(JSON.stringify(data)).not.toMatch(/rosa|grace|ada@/)
  await page.goto(`${LIST}/nonsense`)
  await expect(page.getByText('There is no such subscriber.')).toBeVisible()
})

test('a list that cannot be loaded says so, and is there when it can', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/)
  await addPeople(publication)
  await signIn(page, DESK_ADMIN)
  await page.route(/rpc\/list_subscribers/, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'x' } }),
  )
  await page.goto(LIST)
  await expectToast(page, 'Failed to load newsletter subscribers')
  await page.unroute(/rpc\/list_subscribers/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'ada@example.org')).toBeVisible()
})
