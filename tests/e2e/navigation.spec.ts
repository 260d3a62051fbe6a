import { DESK_ADMIN, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

test('links, columns and profiles that an editor makes are on every page, by keyboard and on a phone', async ({
  page,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/navigation')
  const header = group(page, 'More links in the header')
  await header.getByRole('button', { name: 'Add a link' }).click()
  await page.keyboard.type('Jobs')
  await expect(header.getByText('Spanish, French, German, Italian, Portuguese: as in English')).toBeVisible()
  await header.getByText('Other languages').click()
  await header.getByLabel('German').fill('Stellen')
  await header.getByLabel('Address').fill('javascript:alert(1)')
  const footer = group(page, 'Columns of the footer')
  await footer.getByRole('button', { name: 'Add a column of your own' }).click()
  await footer.getByLabel('Title').fill('Company')
  await footer.getByLabel('Text').fill('Press')
  await footer.getByLabel('Address').fill('//evil.example')
  await footer.getByRole('button', { name: 'Move Company up' }).click()
  await footer.getByRole('button', { name: 'Remove Sections' }).click()
  await page.getByRole('button', { name: 'Add a profile' }).click()
  // Without a pause after the press, which has moved the focus already.
  await page.keyboard.type('https://mastodon.social/@us')
  await expect(page.getByText('Shown as Mastodon')).toBeVisible()
  await save(page)

  const wrong = 'Must be a path such as /about, or an address that begins with https://'
  await expect(header.getByText(wrong)).toBeVisible()
  await expect(footer.getByText(wrong)).toBeVisible()
  await expect(header.getByLabel('Address')).toBeFocused()
  await header.getByLabel('Address').fill('/terms')
  await footer.getByLabel('Address').fill('https://press.example.org')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await save(page)
  await expectToast(page, 'Settings saved successfully!')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/about')
  const site = page.getByRole('contentinfo')
  await expect(site.getByRole('heading', { level: 2 })).toHaveText([
    'Stay Ahead of AI',
    'Explore',
    'Company',
    'Legal',
  ])
  await expect(site.getByRole('link', { name: 'Press' })).toHaveAttribute('rel', 'external')
  await expect(site.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', 'me')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Jobs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('link', { name: 'Jobs' })).toHaveAttribute('aria-current', 'page')

  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/about?lang=de')
  await page.getByRole('banner').locator('details[data-covers-page] > summary').click()
  await page.getByRole('link', { name: 'Stellen' }).click()
  await expect(page).toHaveURL('/terms?lang=de')
})

test('a notice appears and ends at its minute, and two editors do not overwrite each other', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await withoutLiveUpdates(page)
  await page.goto('/admin/settings/navigation')
  const notice = group(page, 'Notice above the header')
  await notice.getByLabel('Text').fill('We are away')
  await notice.getByLabel('From', { exact: true }).check()
  await notice.getByLabel('Until', { exact: true }).check()
  await save(page)
  await expect(notice.getByText('Choose a date and a time that clocks show there.')).toHaveCount(2)
  const from = notice.getByRole('group', { name: 'From' })
  const until = notice.getByRole('group', { name: 'Until' })
  for (const [field, date] of [
    [from, '2026-01-02'],
    [until, '2026-01-01'],
  ] as const) {
    await field.getByLabel('Date').fill(date)
    await field.getByLabel('Time', { exact: true }).fill('09:00')
  }
  await save(page)
  await expect(notice.getByText('It must end after it begins.')).toBeVisible()
  await until.getByLabel('Date').fill('2999-01-01')
  await save(page)
  await expectToast(page, 'Settings saved successfully!')
  await expect(notice.getByText('Readers see it now.')).toBeVisible()

  const shown = async () => (await (await page.request.get('/about')).text()).includes('We are away</p>')
  await expect.poll(shown).toBe(true)
  const { data } = await publication.service
    .from('settings')
    .select('value')
    .eq('key', 'notice')
    .single()
    .throwOnError()
  // The zone of the publication is that of Zurich.
  expect(data.value).toMatchObject({ from: '2026-01-02T08:00:00Z', until: '2999-01-01T08:00:00Z' })

  await notice.getByLabel('Text').fill('Mine')
  const value = { text: { en: 'Theirs' } }
  await publication.service.from('settings').upsert({ key: 'notice', value }).throwOnError()
  await save(page)
  await expect(page.getByText('Nothing was saved').first()).toBeVisible()
})
