import { SECTION_GROUPS, SETTING_LABELS, settingsPath } from '#app/admin/settings/sections.ts'
import { insertArticles } from '#core/data/articles.ts'
import { anArticle, aTranslation } from '../support/articles.ts'
import { DESK_ADMIN, signInElsewhere, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const card = (page: Page, name: string) => page.getByRole('form', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const saved = (page: Page) => expectToast(page, 'Settings saved successfully!')

async function openSection(page: Page, slug = 'site-configuration'): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/settings/${slug}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** Goes to a section by the index beside the present one. */
async function choose(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}

test('what is set shows on the site, and an emptied field brings the default back', async ({
  page,
  publication,
}) => {
  await openSection(page)
  const site = card(page, 'Site Configuration')
  await expect(site.getByLabel('Name of the site')).toHaveAttribute('placeholder', 'AI Watch')
  await expect(site.getByLabel('Contact address')).toHaveAttribute('placeholder', 'news@example.com')
  await site.getByLabel('Name of the site').fill('Le Monde')
  await site.getByLabel('Contact address').fill('desk@example.org')
  await site.getByLabel('English').first().fill('News on machines')
  await site.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await site.getByLabel('Kind').selectOption('Person')
  await site.getByLabel('AI crawlers').selectOption('Refused')
  await save(page)
  await saved(page)
  await choose(page, 'Newsletter Page')
  await page.getByRole('group', { name: 'Figures' }).locator('summary').first().click()
  await page.getByRole('button', { name: 'Add a figure in English' }).click()
  await expect(page.getByLabel('Figure', { exact: true })).toBeFocused()
  await page.keyboard.type('4.9/5')
  await page.getByLabel('What it counts').fill('rating')
  await save(page)
  await saved(page)
  await choose(page, 'Author Settings')
  await expect(card(page, 'Author Settings').getByLabel('Default author')).toHaveAttribute(
    'placeholder',
    'Le Monde Editorial',
  )
  await card(page, 'Author Settings').getByLabel('Default author').fill('The Desk')
  await save(page)
  await saved(page)
  await choose(page, 'Article Defaults')
  await card(page, 'Article Defaults').getByLabel('Reading time').fill('3 min read')
  await card(page, 'Article Defaults').locator('summary', { hasText: 'German' }).click()
  await page.getByLabel('Words to avoid in German').fill('Quantensprung\n\n  bahnbrechend  \n')
  await save(page)
  await expect(card(page, 'Article Defaults').getByText('2 entries')).toBeVisible()

  const stored = async () =>
    (await publication.service.from('settings').select('key, value').order('key').throwOnError()).data
  await expect.poll(stored).toEqual([
    { key: 'ai_crawlers', value: 'refused' },
    { key: 'banned_words', value: { en: [], de: ['Quantensprung', 'bahnbrechend'] } },
    { key: 'contact_address', value: 'desk@example.org' },
    { key: 'default_author', value: 'The Desk' },
    { key: 'default_reading_time', value: '3 min read' },
    { key: 'editorial_responsibility', value: { kind: 'person', name: 'Ada Lovelace' } },
    { key: 'landing_figures', value: { en: [{ value: '4.9/5', label: 'rating' }] } },
    { key: 'site_name', value: 'Le Monde' },
    { key: 'tagline', value: { en: 'News on machines' } },
  ])
  const reader = await page.context().newPage()
  await expect.poll(async () => (await reader.goto('/contact'))?.text()).toContain('desk@example.org')
  await expect(reader).toHaveTitle(/Le Monde/)

  await choose(page, 'Site Configuration')
  await site.getByLabel('Name of the site').fill('')
  await save(page)
  await expect
    .poll(async () => (await publication.service.from('settings').select('key').eq('key', 'site_name')).data)
    .toEqual([])
})

test('a value that does not fit is explained at its field, and nothing typed is lost', async ({ page }) => {
  await openSection(page)
  const site = page.getByRole('form')
  const odd: [label: string, text: string, problem: RegExp, section?: string][] = [
    ['Name of the site', 'x'.repeat(1_000_000), /at most 60 characters/],
    ['Name of the site', 'a\u0000b', /one line of plain text/],
    ['Name of the site', 'a\u202Eb', /one line of plain text/],
    ['Contact address', 'nobody', /Must be an email address/],
    ['French', 'Nouvelles', /^$/],
    ['Sending time', '9 o’clock', /Must be a time such as 09:00/, 'Newsletter'],
    ['Time zone', 'Europe/Atlantis', /Must be a time zone/],
    ['Subscribers on the newsletter page', 'many', /whole number/, 'Newsletter Page'],
  ]
  for (const [label, text, problem, section] of odd) {
    if (section) await choose(page, section)
    const field = site.getByLabel(label).first()
    // Other languages than English are folded.
    if (label === 'French') await site.locator('summary').filter({ hasText: label }).first().click()
    await field.fill(text)
    await save(page)
    const invalid = problem.source === '^$' ? site.getByLabel('English').first() : field
    await expect(invalid).toBeFocused()
    await expect(invalid).toHaveAccessibleDescription(
      problem.source === '^$' ? /Write it in English too/ : problem,
    )
    await expect(field).toHaveValue(text)
    await field.fill('')
  }
  await choose(page, 'Site Configuration')
  const markup = '<b>“Été” & صدى 🗞️</b> __proto__'
  await site.getByLabel('Name of the site').fill(markup)
  await save(page)
  await saved(page)
  await page.reload()
  await expect(site.getByLabel('Name of the site')).toHaveValue(markup)
})

test('an editor does not overwrite what another one has saved without seeing it', async ({
  page,
  publication,
}) => {
  await openSection(page)
  const name = page.getByLabel('Name of the site')
  const elsewhere = await signInElsewhere(publication)
  const set = (value: string) => elsewhere.from('settings').upsert({ key: 'site_name', value }).throwOnError()
  await name.fill('My name')
  await set('Their name')
  const conflict = page.getByRole('status').filter({ hasText: 'to “Their name” meanwhile' })
  await expect(conflict).toBeVisible()
  await save(page)
  await expect(page.getByText('Nothing was saved').first()).toBeVisible()
  await expect(name).toHaveValue('My name')
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(name).toHaveValue('Their name')

  await withoutLiveUpdates(page)
  await page.reload()
  await expect(name).toHaveValue('Their name')
  await name.fill('My name')
  await set('Their other name')
  await save(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await save(page)
  await saved(page)
  await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveCount(0)
  const { data } = await elsewhere.from('settings').select('value').eq('key', 'site_name').throwOnError()
  expect(data).toEqual([{ value: 'My name' }])
})

test('the featured article of a language is chosen, replaced and removed', async ({ page, publication }) => {
  const [first, second] = ['Harbours go quiet', 'Models read contracts'].map((title) => anArticle({ title }))
  const [original] = await insertArticles(
    publication.service,
    [first, second].flatMap((one) => one ?? []),
  )
  if (first && original)
    await insertArticles(publication.service, [
      aTranslation({ ...first, id: original.id }, 'de', { title: 'Still im Hafen' }),
    ])
  await openSection(page, 'featured-articles')
  const row = (language: string) => page.getByRole('listitem').filter({ hasText: language })
  await expect(row('English')).toContainText('No featured article')
  await page.getByRole('button', { name: 'Choose the featured article in English' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search published articles').fill('harb')
  await expect(dialog.getByRole('button', { name: /Models read contracts/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: /Harbours go quiet/ }).click()
  await expect(row('English').getByRole('link', { name: 'Harbours go quiet' })).toBeVisible()

  await page.getByRole('button', { name: 'Replace the featured article in English' }).click()
  await dialog.getByRole('button', { name: /Models read contracts/ }).click()
  await expect(page.getByRole('dialog', { name: 'Replace Featured Article' })).toContainText(
    'Harbours go quiet',
  )
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(row('English').getByRole('link', { name: 'Models read contracts' })).toBeVisible()

  await page.getByRole('button', { name: 'Choose the featured article in German' }).click()
  await dialog.getByRole('button', { name: /Still im Hafen/ }).click()
  await expect(row('German').getByRole('link', { name: 'Still im Hafen' })).toBeVisible()
  const remove = page.getByRole('button', { name: 'Remove the featured article in English' })
  await remove.click()
  await expect(row('English')).toContainText('No featured article')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('English').getByRole('link', { name: 'Models read contracts' })).toBeVisible()
  await remove.click()
  await expect(row('English')).toContainText('No featured article')
  const { data } = await publication.service
    .from('articles')
    .select('title')
    .eq('featured', true)
    .throwOnError()
  expect(data).toEqual([{ title: 'Still im Hafen' }])

  await page.getByRole('button', { name: 'Choose the featured article in English' }).click()
  await expect(dialog.getByRole('button', { name: /Harbours go quiet/ })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the dialog').toEqual([])
})

test('each section is reached by the index, by an older address and by the name of a setting', async ({
  page,
}) => {
  await openSection(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const main = page.getByRole('main')
  for (const name of [
    'Featured Articles',
    'Translation Management',
    'Site Configuration',
    'Author Settings',
    'Article Defaults',
  ])
    await expect(main.getByRole('heading', { name }).getByRole('link')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the overview').toEqual([])
  await main.getByRole('heading', { name: 'Author Settings' }).getByRole('link').click()
  await expect(page).toHaveURL('/admin/settings/author-settings')
  await expect(page.getByLabel('Default author')).toBeVisible()

  await page.goto('/admin/settings#language-model')
  await expect(page).toHaveURL('/admin/settings/language-model')
  await page.goto('/admin/settings/nonsense')
  await expect(page.getByText('There is no such section of the settings.')).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('postal')
  await search.press('Enter')
  await expect(page).toHaveURL('/admin/settings/newsletter-settings#postal-address')
  await expect(page.getByLabel('Postal address')).toBeFocused()
  await search.fill('no such thing')
  await expect(page.getByText('No setting has this name.')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'with a search').toEqual([])

  // Every setting is led to by its name, and stands in no other section.
  for (const section of SECTION_GROUPS.flatMap(({ sections }) => sections)) {
    for (const label of section.keys.map((key) => SETTING_LABELS[key])) {
      const result = page
        .getByRole('search')
        .getByRole('link', { name: `${label} ${section.title}`, exact: true })
      // A search ends when the field before still takes the focus.
      await expect(async () => {
        await search.fill(label)
        await result.click({ timeout: 5_000 })
      }).toPass()
      await expect(page).toHaveURL(settingsPath(section, label))
      await expect(page.locator('form[aria-labelledby] :focus')).toBeVisible()
    }
  }
})

test('a section says what is not saved, saves it or discards it, and loses nothing without a question', async ({
  page,
}) => {
  await openSection(page)
  const bar = page.getByText('Not saved yet')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await page.getByLabel('Name of the site').fill('Le Monde')
  await page.getByLabel('AI crawlers').selectOption('Refused')
  await expect(bar).toHaveText('Not saved yet: Name of the site, AI crawlers')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(1)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Author Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(dialog).toContainText('Name of the site, AI crawlers')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name of the site')).toHaveValue('Le Monde')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name of the site')).toHaveValue('')
  await expect(bar).toHaveCount(0)
  await page.getByLabel('Name of the site').fill('Le Monde')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect(bar).toHaveCount(0)
})

test('a section is accessible, and asks before changes are left behind', async ({ page }) => {
  await openSection(page, 'newsletter-page')
  for (const summary of await page.locator('form summary').all()) await summary.click()
  expect(await findAccessibilityProblems(page), 'everything open').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await choose(page, 'Site Configuration')
  await page.getByLabel('Contact address').fill('nobody')
  await save(page)
  expect(await findAccessibilityProblems(page), 'with a problem').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Contact address')).toHaveValue('nobody')
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/outbox')
})
