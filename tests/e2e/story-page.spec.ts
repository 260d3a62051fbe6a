import { fileAddress } from '#core/domain/image-address-input.ts'
import { WIDE } from '../support/accessibility-looks.ts'
import { paintImage } from '../support/images.ts'
import {
  contentOf,
  expectForm,
  expectKept,
  openTab,
  readArticle,
  storeArticle,
} from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const EDIT = '/admin/articles/edit/chips-from-vienna'
const TABS = ['Details', 'Translations', 'Check', 'History'] as const
const LONGEST_PAGE = 2600

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox())?.y ?? Number.POSITIVE_INFINITY
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('title and text of a story begin in the first half of the screen, and each tab is accessible and short', async ({
  page,
  publication,
}) => {
  test.slow()
  const content = Array.from({ length: 200 }, (_, n) => `Paragraph ${n} of a long story.`).join('\n\n')
  await storeArticle(publication.service, { content })
  await signIn(page, DESK_ADMIN)
  await page.setViewportSize({ width: WIDE, height: 800 })
  await page.goto(EDIT)
  await expect(contentOf(page)).toBeVisible()
  expect(await topOf(page, '.cm-content')).toBeLessThan(400)
  expect((await page.getByLabel('Title', { exact: true }).boundingBox())?.y).toBeLessThan(400)
  for (const name of TABS) {
    await openTab(page, name)
    await expect(page.getByRole('tabpanel', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect(page.getByRole('tabpanel').locator('[aria-busy=true]')).toHaveCount(0)
    expect(await heightOf(page), name).toBeLessThanOrEqual(LONGEST_PAGE)
    expect(await findAccessibilityProblems(page), name).toEqual([])
    await page.setViewportSize({ width: WIDE, height: 800 })
  }
  // The arrow keys go from tab to tab, and the open one is remembered.
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: /^Check/ })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Check/ })).toHaveAttribute('aria-selected', 'true')
  // An address names a part of the page.
  await page.goto(`${EDIT}#corrections`)
  await expect(page.getByRole('heading', { name: 'Corrections' })).toBeFocused()
})

test('what is missing opens its tab and takes the focus, and nothing that was typed in a closed tab is lost', async ({
  page,
  publication,
}) => {
  await storeArticle(publication.service, { excerpt: '', published: false })
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Typed before the tab was closed')
  await openTab(page, 'Check')
  await page.getByLabel('Works for how many days?').fill('12')
  await openTab(page, 'History')
  await contentOf(page).click()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toBeFocused()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed before the tab was closed')
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('An excerpt')
  await openTab(page, 'Check')
  await expect(page.getByLabel('Works for how many days?')).toHaveValue('12')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('dialog', { name: 'Before you publish' })).toBeVisible()
})

test('from the title few steps of the Tab key lead to publishing', async ({ page, publication }) => {
  expect(publication.url).not.toBe('')
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expect(contentOf(page)).toBeVisible()
  await page.getByLabel('Title', { exact: true }).focus()
  const create = page.getByRole('button', { name: 'Create Article' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(create).toBeFocused()
})

test('one button previews what is not saved, at the width of a desktop and of a phone, dark, and in another language', async ({
  page,
  publication,
}) => {
  test.slow()
  const { service } = publication
  await service.storage
    .from('article-images')
    .upload('articles/crane.png', await paintImage('png', { width: 640, height: 360, colour: '#36c' }), {
      contentType: 'image/png',
    })
  const known = {
    alts: { en: 'A crane', de: 'Ein Kran' },
    captions: { en: 'The harbour at night', de: 'Der Hafen bei Nacht' },
    credit: 'Nora Nordhaven',
    licence: 'CC BY 4.0',
  }
  await service.from('media_files').update(known).eq('name', 'articles/crane.png').throwOnError()
  const hero_image = fileAddress('articles/crane.png')
  const original = await storeArticle(service, { hero_image })
  await storeArticle(service, {
    hero_image,
    slug: 'chips-aus-wien',
    language: 'de',
    title: 'Chips aus Wien',
    original_article_id: original.id,
  })
  await signIn(page, DESK_ADMIN)
  await page.setViewportSize({ width: WIDE, height: 800 })
  await page.goto(EDIT)
  await contentOf(page).fill(
    `Nobody has **saved** this.[^1]\n\n![](${hero_image})\n\n[^1]: A note.\n\n<script>document.title = 1</script>`,
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const shown = dialog.frameLocator('iframe')
  await expect(shown.getByRole('heading', { level: 1, name: 'Chips from Vienna' })).toBeVisible()
  await expect(shown.locator('article .prose')).toContainText('Nobody has saved this.')
  await expect(shown.getByRole('heading', { name: 'Footnotes' })).toBeAttached()
  // What the library knows of the pictures.
  const text = shown.locator('article .prose')
  await expect(text.locator('small')).toHaveText([
    'The harbour at nightImage: Nora Nordhaven · CC BY 4.0',
    'Image: Nora Nordhaven · CC BY 4.0',
  ])
  await expect(shown.getByRole('img', { name: 'A crane' })).toHaveCount(2)
  expect((await dialog.locator('iframe').boundingBox())?.width).toBe(WIDE)
  // Links lead nowhere.
  await shown.getByRole('link', { name: 'Business' }).first().click()
  await expect(shown.getByRole('heading', { level: 1, name: 'Chips from Vienna' })).toBeVisible()
  const dark = dialog.getByRole('button', { name: 'Dark' })
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await expect(dark.locator('.lucide-moon')).toBeVisible()
  await dark.click()
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
  await expect(dark.locator('.lucide-moon')).toBeVisible()
  await expect(shown.locator('html')).toHaveClass(/dark/)
  expect(await findAccessibilityProblems(page, [WIDE]), 'the preview').toEqual([])

  const phone = dialog.getByRole('button', { name: 'Phone' })
  await expect(phone.locator('.lucide-smartphone')).toBeVisible()
  await phone.click()
  await expect(phone).toHaveAttribute('aria-pressed', 'true')
  expect((await dialog.locator('iframe').boundingBox())?.width).toBe(375)
  await dialog.getByLabel('Language of the preview').selectOption('German')
  await expect(shown.getByRole('heading', { level: 1, name: 'Chips aus Wien' })).toBeVisible()
  await expect(shown.locator('html')).toHaveAttribute('lang', 'de')
  await expect(text).toContainText('Der Hafen bei NachtBild: Nora Nordhaven · CC BY 4.0')
  await expect(shown.getByRole('img', { name: 'Ein Kran' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()

  // On a phone, the buttons that save are in one row.
  await page.setViewportSize({ width: 375, height: 800 })
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar.getByRole('link', { name: 'Cancel' })).toBeHidden()
  const tops = await bar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect([tops.length > 1, new Set(tops).size]).toEqual([true, 1])
})

test('the page of the preview takes nothing from another site', async ({ page, publication }) => {
  await page.goto('/preview?unsaved')
  await page.evaluate(
    (origin) => window.postMessage({ article: { title: 'Forged' } }, origin),
    publication.url,
  )
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('Forged')).toHaveCount(0)
})

test('in full screen the text says whether it is saved, and is saved', async ({ page, publication }) => {
  await storeArticle(publication.service, { published: false, excerpt: '' })
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expect(contentOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.type('At last. ')
  const bar = page.getByRole('group', { name: 'Saving' })
  await expect(bar.getByText(/^Saved for you at/)).toBeVisible()
  await bar.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Article updated successfully!')
  expect((await readArticle(publication.service, 'chips-from-vienna'))?.content).toMatch(/^At last\. /)
  // What is missing elsewhere is reached.
  await contentOf(page).click()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toBeFocused()
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('a new text that is only saved for its editor stands in the drafts, and drafts say what was done last', async ({
  page,
  publication,
}) => {
  test.slow()
  await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await page.getByLabel('Title', { exact: true }).fill('Half an idea')
  await contentOf(page).fill('Three words only')
  await expectKept(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(EDIT)
  await page.getByLabel('Title', { exact: true }).fill('Chips and more')
  await expectKept(page)
  await page.goto('/admin/drafts')

  const own = page.getByRole('region', { name: 'Not saved as drafts yet' })
  await expect(own.getByRole('row').filter({ hasText: 'Half an idea' })).toContainText(/3 words\s*Only you/)
  const draft = page
    .getByRole('table', { name: 'Drafts' })
    .getByRole('row')
    .filter({ hasText: 'Chips from Vienna' })
  await expect(draft).toContainText(/Changed .+ by .+ · 6 words/)
  await expect(draft).toContainText('You have unsaved changes')
  expect(await findAccessibilityProblems(page), 'the drafts').toEqual([])

  // It goes on where it was left.
  await own.getByRole('link', { name: 'Half an idea', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half an idea')
  await expect(contentOf(page)).toHaveText('Three words only')
  await expectKept(page)
  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved work' })
  const copies = async () =>
    (await publication.service.from('working_copies').select('title').is('since', null).order('title')).data
  await expect.poll(copies).toEqual([{ title: 'Half an idea' }])
  await expect(offer).toHaveCount(0)

  // Each time that it is left at once, what was typed last is all there is, and the old address leads to it too.
  await page.setViewportSize({ width: WIDE, height: 800 })
  const old = page.url()
  for (const title of ['Half an idea, and more', 'A whole idea']) {
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page
      .getByRole('link', { name: /^Drafts/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(own.getByRole('row').filter({ hasText: title })).toBeVisible()
    expect(await copies()).toEqual([{ title }])
    if (title === 'A whole idea') await page.goto(old)
    else {
      await page.goto('/admin/dashboard')
      await page.getByRole('link', { name: new RegExp(`“${title}”`) }).click()
    }
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  }
  await expect(offer).toHaveCount(0)
  await page.getByLabel('Title', { exact: true }).fill('A draft')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article created successfully!')
  await expect(page).toHaveURL('/admin/articles/edit/a-draft')
  expect(await copies()).toEqual([])
  await expect(offer).toHaveCount(0)

  // Another new text begins with its details, whatever is open beside this one.
  await openTab(page, 'History')
  await page.goto('/admin/articles/new')
  await expect(page.getByLabel('Excerpt')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Not an idea')
  await expectKept(page)
  await page.goto('/admin/drafts')
  await own.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(own).toHaveCount(0)
})
