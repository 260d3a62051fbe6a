import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const group = (name: string) => page.getByRole('group', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
const openNavigation = () => openScreen('/admin/settings/navigation', { calls: SAVES_SETTINGS })

test('links, columns and profiles are made by keyboard, and addresses are checked', async () => {
  const screen = await openNavigation()
  const header = group('More links in the header')
  await header.getByRole('button', { name: /^Add a link/ }).click()
  await userEvent.keyboard('Jobs')
  await expect
    .element(header.getByText('Spanish, French, German, Italian, Portuguese: as in English'))
    .toBeVisible()
  await header.getByText('Other languages').click()
  await header.getByLabelText('German').fill('Stellen')
  await header.getByLabelText('Address').fill('javascript:alert(1)')
  const footer = group('Columns of the footer')
  await footer.getByRole('button', { name: /^Add a column of your own/ }).click()
  await footer.getByLabelText('Title').fill('Company')
  await footer.getByLabelText('Text').fill('Press')
  await footer.getByLabelText('Address').fill('//evil.example')
  await footer.getByRole('button', { name: 'Move Company up' }).click()
  await footer.getByRole('button', { name: 'Remove Sections' }).click()
  await page.getByRole('button', { name: /^Add a profile/ }).click()
  // The text is typed without a pause after the press, which has moved the focus already.
  await userEvent.keyboard('https://mastodon.social/@us')
  await expect.element(page.getByText('Shown as Mastodon')).toBeVisible()
  await save()

  const wrong = 'Must be a path such as /about, or an address that begins with https://'
  await expect.element(header.getByText(wrong).first()).toBeVisible()
  await expect.element(footer.getByText(wrong).first()).toBeVisible()
  await expect.element(header.getByLabelText('Address')).toHaveFocus()
  expect(storedSettings(screen)).toEqual({})
  await header.getByLabelText('Address').fill('/terms')
  await footer.getByLabelText('Address').fill('https://press.example.org')
  expect(await findProblems()).toEqual([])
  await save()
  await expectToast('Settings saved successfully!')
  const stored = JSON.stringify(storedSettings(screen))
  for (const typed of [
    'Jobs',
    'Stellen',
    '/terms',
    'Company',
    'https://press.example.org',
    'mastodon.social',
  ])
    expect(stored).toContain(typed)
})

test('a notice has a beginning and an end by the clocks of the publication', async () => {
  const screen = await openNavigation()
  const notice = group('Notice above the header')
  await notice.getByLabelText('Text').fill('We are away')
  await notice.getByLabelText('From', { exact: true }).click()
  await notice.getByLabelText('Until', { exact: true }).click()
  await save()
  await expect.element(notice.getByText('Choose a date and a time that clocks show there.')).toHaveLength(2)
  const from = notice.getByRole('group', { name: 'From' })
  const until = notice.getByRole('group', { name: 'Until' })
  for (const [field, date] of [
    [from, '2026-01-02'],
    [until, '2026-01-01'],
  ] as const) {
    await field.getByLabelText('Date').fill(date)
    await field.getByLabelText('Time', { exact: true }).fill('09:00')
  }
  await save()
  await expect.element(notice.getByText('It must end after it begins.').first()).toBeVisible()
  await until.getByLabelText('Date').fill('2999-01-01')
  await save()
  await expectToast('Settings saved successfully!')
  await expect.element(notice.getByText('Readers see it now.')).toBeVisible()
  // The zone of the publication is that of Zurich.
  expect(storedSettings(screen)).toMatchObject({
    notice: { from: '2026-01-02T08:00:00Z', until: '2999-01-01T08:00:00Z' },
  })
})

test('two editors do not overwrite the notice of each other', async () => {
  const screen = await openNavigation()
  const notice = group('Notice above the header')
  await notice.getByLabelText('Text').fill('Mine')
  screen.tables.settings?.push({ key: 'notice', value: { text: { en: 'Theirs' } } })
  await save()
  await expect.element(page.getByText(/^Nothing was saved/).first()).toBeVisible()
  expect(storedSettings(screen)).toEqual({ notice: { text: { en: 'Theirs' } } })
})
