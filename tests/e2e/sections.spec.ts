import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const form = (page: Page) => page.getByRole('form', { name: 'Sections' })
const row = (page: Page, name: string) =>
  form(page).getByRole('list', { name: 'Sections' }).getByRole('listitem', { name, exact: true })
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

test('a section is renamed and given another address, which readers follow', async ({
  page,
  publication,
}) => {
  await addStory(publication, 'bread', 'hack')
  await openSections(page)
  await row(page, 'Hack').getByRole('button', { name: /^Hack/ }).click()
  await row(page, 'Hack').getByLabel('Address').fill('garden')
  const names = (name: string) => row(page, name).getByRole('group', { name: 'Names' })
  await names('Hack').getByLabel('English').fill('Garden')
  await names('Garden').getByLabel('German').fill('Garten')
  await row(page, 'Garden').getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffe600')
  await form(page).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'The sections are saved, and one article has moved.')

  await page.goto('/hack?lang=de')
  await expect(page).toHaveURL('/garden?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Garten' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Garten' }).first()).toBeVisible()
  await page.goto('/garden?lang=en')
  await expect(page.getByRole('link', { name: 'Story bread', exact: true })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
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

  test('the others are in a menu, by keyboard and without sideways scrolling', async ({ page }) => {
    for (const width of [768, 1280]) {
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
    }
  })

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
