import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const form = (page: Page) => page.getByRole('form', { name: 'Sections' })
const row = (page: Page, name: string) =>
  form(page).getByRole('list', { name: 'Sections' }).getByRole('listitem', { name, exact: true })
const slugs = async ({ service }: Publication) =>
  (
    await service.from('categories').select('slug').is('retired_to', null).order('position').throwOnError()
  ).data.map(({ slug }) => slug)

async function addStory({ service }: Publication, slug: string, category: string): Promise<void> {
  const texts = { title: `Story ${slug}`, excerpt: 'E', content: 'C', author: 'Mara Lindqvist' }
  await service
    .from('articles')
    .insert({ slug, category, published: true, ...texts })
    .throwOnError()
}

async function openSections(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/sections')
  await expect(row(page, 'Hack')).toBeVisible()
}

test('a section is moved by keyboard, renamed, coloured and given another address, which readers follow', async ({
  page,
  publication,
}) => {
  await addStory(publication, 'bread', 'hack')
  await openSections(page)
  const up = row(page, 'Hack').getByRole('button', { name: 'Move Hack up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  await row(page, 'Hack').getByRole('button', { name: /^Hack/ }).click()
  const fields = row(page, 'Hack')
  // Text that is dropped into a field moves no section.
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', 'a word')
    return transfer
  })
  await fields.getByLabel('Address').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(fields.getByLabel('Pick a colour for Hack')).toHaveValue('#c01a30')
  await fields.getByLabel('Address').fill('search')
  await fields.getByRole('group', { name: 'Names' }).getByLabel('English').fill('Garden')
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  const garden = row(page, 'Garden')
  await expect(garden.getByText('“search” is the address of another page.')).toBeVisible()
  await expect(garden.getByLabel('Address')).toBeFocused()
  await garden.getByLabel('Address').fill('garden')
  await garden.getByRole('group', { name: 'Names' }).getByLabel('German').fill('Garten')
  await garden.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffe600')
  await expect(garden.getByText(/the nearest colour that can be read/)).toBeVisible()
  await expect(garden.getByText(/no name in Spanish, French, Italian, Portuguese/)).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'The sections are saved, and one article has moved.')
  expect(await slugs(publication)).toEqual(['business', 'garden', 'tech', 'opinion', 'news'])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/hack?lang=de')
  await expect(page).toHaveURL('/garden?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Garten' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Garten' }).first()).toBeVisible()
  await page.goto('/garden?lang=en')
  await expect(page.getByRole('link', { name: 'Story bread', exact: true })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('a new section takes its address from its name, and stays open while its problems are mended', async ({
  page,
  publication,
}) => {
  await publication.service
    .from('settings')
    .insert({ key: 'languages', value: ['en', 'de', 'it'] })
    .throwOnError()
  await openSections(page)
  const add = form(page).getByRole('button', { name: 'Add a section' })
  await add.click()
  await add.click()
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  const first = row(page, 'New section').first()
  await expect(row(page, 'New section').getByText('Please write an address.')).toHaveCount(2)
  // Only the languages that readers are offered are asked for.
  await expect(first.getByRole('group', { name: 'Names' }).getByRole('textbox')).toHaveCount(3)
  await expect(first.getByText('no name in English, German, Italian')).toBeVisible()
  await first.getByLabel('Address').click()
  await page.keyboard.type('courts')
  const courts = row(page, 'courts')
  await expect(courts.getByLabel('Address')).toHaveValue('courts')
  await expect(courts.getByLabel('Address')).toBeFocused()
  await courts.getByRole('group', { name: 'Names' }).getByLabel('English').fill('Courts of law')
  await expect(row(page, 'Courts of law').getByLabel('Address')).toHaveValue('courts')
  await row(page, 'New section').getByRole('group', { name: 'Names' }).getByLabel('English').click()
  await page.keyboard.type('City & Life')
  await expect(row(page, 'City & Life').getByLabel('Address')).toHaveValue('city-life')
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'The sections are saved.')
  expect((await slugs(publication)).slice(-2)).toEqual(['courts', 'city-life'])
})

test('a section is retired into another, with what that moves said before', async ({ page, publication }) => {
  await addStory(publication, 'one', 'opinion')
  await addStory(publication, 'two', 'opinion')
  await openSections(page)
  const all = row(page, 'News Hub')
  await all.getByRole('button', { name: /^News Hub/ }).click()
  await expect(all.getByText('It lists the articles of all sections, so it stays.')).toBeVisible()
  await row(page, 'Opinion')
    .getByRole('button', { name: /^Opinion/ })
    .click()
  await row(page, 'Opinion').getByRole('button', { name: 'Retire Opinion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retire “Opinion”?' })
  await expect(dialog.getByText('Its 2 articles move to another section.')).toBeVisible()
  await dialog.getByLabel('Into which section').selectOption('Technology')
  await dialog.getByRole('button', { name: 'Retire when saved' }).click()
  await expect(row(page, 'Opinion')).toBeHidden()
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'The sections are saved, and 2 articles have moved.')
  await page.goto('/opinion')
  await expect(page).toHaveURL('/tech')
  await expect(page.getByRole('link', { name: 'Story two', exact: true })).toBeVisible()
})

test('of two people who change the sections at once neither loses anything', async ({
  page,
  publication,
}) => {
  await openSections(page)
  await row(page, 'Hack').getByRole('button', { name: 'Move Hack up' }).click()
  const { data } = await publication.service
    .from('categories')
    .select('slug, color, names, descriptions')
    .order('position')
    .throwOnError()
  const climate = { slug: 'climate', color: null, names: { en: 'Climate' }, descriptions: {} }
  const other = await signInElsewhere(publication)
  await other.rpc('save_categories', { p_categories: [...data, climate] }).throwOnError()
  await expect(form(page).getByText('The sections were changed meanwhile')).toBeVisible()
  await form(page).getByRole('button', { name: 'Keep my changes' }).click()
  await expect(row(page, 'Climate')).toBeVisible()
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'The sections are saved.')
  expect(await slugs(publication)).toEqual(['business', 'tech', 'hack', 'opinion', 'news', 'climate'])
})

test.describe('with more sections than the header has room for', () => {
  const extra = [
    'Climate and weather',
    'Garden',
    'Local politics',
    'Courts',
    'Universities',
    'Housing',
    'Transport',
  ]
  test.beforeEach(async ({ page, publication }) => {
    const { data } = await publication.service
      .from('categories')
      .select('slug, color, names, descriptions')
      .order('position')
      .throwOnError()
    const more = extra.map((name) => ({
      ...{
        slug: name.toLowerCase().replaceAll(' ', '-'),
        color: null,
        names: { en: name },
        descriptions: {},
      },
    }))
    await publication.service.rpc('save_categories', { p_categories: [...data, ...more] }).throwOnError()
    await expect.poll(async () => (await page.request.get('/')).text()).toContain('more-sections')
  })

  for (const width of [768, 1280]) {
    test(`at ${width} pixels the others are in a menu, by keyboard and without sideways scrolling`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const header = page.getByRole('banner')
      const more = header.getByText('More', { exact: true })
      await expect(more).toBeVisible()
      const transport = header.getByRole('link', { name: 'Transport' }).and(page.locator(':visible'))
      await expect(transport).toHaveCount(0)
      await expect(header.getByRole('link', { name: 'Business' }).and(page.locator(':visible'))).toHaveCount(
        1,
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(transport).toHaveCount(1)
      // Each section is there once.
      for (const name of ['Business', ...extra])
        await expect(
          header.getByRole('link', { name, exact: true }).and(page.locator(':visible')),
        ).toHaveCount(1)
      await transport.click()
      await expect(page).toHaveURL('/transport')
      await expect(transport).toHaveCount(0)
      await more.click()
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  }

  test('without scripts the menu opens, and a small screen has all of them in its own', async ({
    browser,
    publication,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: publication.url })
    const page = await context.newPage()
    await page.setViewportSize({ width: 900, height: 800 })
    await page.goto('/')
    await page.getByRole('banner').getByText('More', { exact: true }).click()
    await expect(
      page.getByRole('link', { name: 'Housing' }).and(page.locator(':visible')).first(),
    ).toBeVisible()
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/')
    await page.locator('summary', { hasText: 'Open menu' }).click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Transport' })
      .and(page.locator(':visible'))
      .click()
    await expect(page).toHaveURL('/transport')
    await context.close()
  })
})
