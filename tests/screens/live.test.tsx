import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange, refuseRealtime } from './support/realtime.ts'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const siteName = () => page.getByLabelText('Name of the site')
const save = () =>
  page.getByRole('form', { name: 'Site Configuration' }).getByRole('button', { name: 'Save Changes' }).click()

test('a form in which nothing is typed follows what others save', async () => {
  const { tables } = await openScreen('/admin/settings/site-configuration')
  await expect.element(siteName()).toBeVisible()
  tables.settings?.push({ key: 'site_name', value: 'Le Monde' })
  await announceChange('settings')
  await expect.element(siteName()).toHaveValue('Le Monde')
})

test('without live updates the desk works as before', async () => {
  refuseRealtime()
  const desk = EMPTY_DESK.functions['read-desk'] as Dashboard
  const screen = await openScreen('/admin/dashboard', {
    calls: { ...SAVES_SETTINGS, count_article_views: [] },
  })
  screen.answers.functions['read-desk'] = {
    ...desk,
    recent: [
      {
        id: crypto.randomUUID(),
        slug: 'nobody-tells',
        language: 'en',
        title: 'Nobody tells',
        category: 'news',
        publish_date: '2026-11-20T09:00:00Z',
        reading_time: '5 min read',
        published: true,
        featured: false,
        scheduled: false,
      },
    ],
  } satisfies Dashboard
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('heading', { name: 'Site Configuration' }).getByRole('link').click()
  await siteName().fill('Le Monde')
  await save()
  await expectToast('Settings saved successfully!')
  expect(storedSettings(screen)).toEqual({ site_name: 'Le Monde' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Nobody tells' })).toBeVisible()
})
