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
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { storeItems, storeSourcedArticle } from './support/sourced-articles.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const SLUG = 'lumen-hires-in-graz'
const EDIT = `/admin/articles/edit/${SLUG}`
const SOURCES = [
  {
    outlet: 'Lumen Daily',
    title: 'Lumen wants more people',
    sentences: [
      'Lumen AG will hire 1,200 people in Graz by 2027.',
      'The company pays 40 million euros for a new hall.',
    ],
  },
  {
    outlet: 'Graz Courier',
    title: 'Jobs for the south',
    sentences: ['The city of Graz expects new jobs at Lumen AG.', 'A tram line will lead to the hall.'],
  },
]
const HIRES = 'According to Lumen Daily, Lumen AG hires 1,200 people in Graz by 2027.'
const OWN = 'Our reporter has counted the empty desks.'

const storeDraft = (publication: Parameters<typeof storeSourcedArticle>[0]) =>
  storeSourcedArticle(publication, {
    slug: SLUG,
    title: 'Lumen AG hires in Graz',
    excerpt: 'Lumen AG hires 1,200 people in Graz.',
    sources: SOURCES,
    sentences: [
      { text: HIRES, cites: ['1.1'] },
      { text: OWN, cites: [] },
    ],
  })

const sourcesTab = (page: Page) => page.getByRole('tab', { name: /^Sources/ })
const sentence = (page: Page) => page.getByRole('region', { name: 'This sentence' })
const list = (page: Page) => page.getByRole('region', { name: 'Sources', exact: true })

/** Puts the cursor at the end of the text. */
async function goToEnd(page: Page): Promise<void> {
  await contentOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowLeft')
}

test('an editor covers, cites and signs the sentences of a draft beside their sources, and publishes it', async ({
  page,
  publication,
}) => {
  await storeDraft(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(`${EDIT}#sources`)
  await expectForm(page)
  await expect(sourcesTab(page)).toHaveAttribute('aria-selected', 'true')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(page.locator('.cm-sentence-red')).toHaveText(OWN)
  expect(await findAccessibilityProblems(page)).toEqual([])

  // Publishing is refused, with what is missing.
  await page.getByRole('button', { name: 'Publish' }).click()
  const panel = page.getByRole('dialog', { name: 'Publish' })
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expect(panel.getByText('1 sentence is not covered')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await panel.getByRole('button', { name: OWN }).click()
  await expect(panel).toBeHidden()
  await expect(contentOf(page)).toBeFocused()
  await expect(sentence(page)).toContainText('It cites nothing.')

  // A changed number is judged while it is typed.
  await contentOf(page).press('Control+Home')
  await expect(sentence(page).getByRole('listitem').filter({ hasText: 'Lumen Daily' })).toContainText(
    '1,200 people',
  )
  for (let step = 0; step < HIRES.indexOf('1,200') + 1; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1')
  await expect(sentence(page)).toContainText('“11,200”')
  await page.keyboard.press('Backspace')
  await expect(sentence(page)).not.toContainText('11,200')

  // What leans on a source that is taken out is not covered.
  await list(page).getByRole('button', { name: 'Take out source 1, Lumen Daily' }).click()
  await expect(page.locator('.cm-sentence-red').filter({ hasText: '1,200' })).toBeVisible()
  await list(page).getByRole('button', { name: 'Put back source 1, Lumen Daily' }).click()
  await expect(page.locator('.cm-sentence-red')).toHaveText([OWN])

  // A sentence is cited with the keys.
  await goToEnd(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' A tram line leads there, writes Graz Courier.')
  await expect(page.locator('.cm-sentence-red')).toHaveCount(2)
  await page.keyboard.press('Control+Alt+o')
  const finder = page.getByRole('combobox', { name: 'Search in all sources' })
  await expect(finder).toBeFocused()
  await finder.fill('tram')
  await page.keyboard.press('Enter')
  await expect(contentOf(page)).toBeFocused()
  await expect(sentence(page)).toContainText('A tram line will lead to the hall.')
  await expect(page.locator('.cm-sentence-red')).toHaveText([OWN])

  // Somebody answers for what no source says.
  await page.keyboard.press('Control+Alt+Shift+k')
  await expect(sentence(page)).toContainText(OWN)
  await page.keyboard.press('Control+Alt+g')
  await page.getByRole('textbox', { name: 'How you know it' }).fill('I was there on Monday.')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(sentence(page)).toContainText('I was there on Monday.')
  await expect(page.locator('.cm-sentence-red')).toHaveCount(0)
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Publish' }).click()
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expectToast(page, 'Published')
  await expect.poll(async () => (await readArticle(publication.service, SLUG))?.published).toBe(true)
})

test('a text of one editor begins to cite sources by hand; what it cites stays with unsaved work, and a colleague follows', async ({
  page,
  browser,
  publication,
}) => {
  await storeItems(publication, SOURCES)
  await storeArticle(publication.service, { slug: SLUG, published: false, content: `${HIRES} ${OWN}\n` })
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await signIn(page, DESK_ADMIN)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(EDIT)
  await expectForm(page)
  await expect(sourcesTab(page)).toHaveCount(0)
  await ana.goto(EDIT)
  await expectForm(ana)

  await openTab(page, 'Details')
  // An ordinary article loads nothing of what compares sentences.
  await expect(page.getByRole('button', { name: 'Cite sources' })).toBeVisible()
  expect(loaded.filter((url) => /judge|sentence-marks|sources-panel/.test(url))).toEqual([])
  await page.getByRole('button', { name: 'Cite sources' }).click()
  await page.getByRole('searchbox', { name: 'Search in the newsroom' }).fill('more people')
  await page.getByRole('button', { name: 'Add Lumen wants more people' }).click()
  await expect(list(page).locator('ol').getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('.cm-sentence-red')).toHaveText([HIRES, OWN])
  await expect(sourcesTab(ana)).toBeVisible()

  // It is cited, and lasts without a save of the article.
  await contentOf(page).press('Control+Home')
  const stored = page.waitForResponse('**/functions/v1/judge-article')
  await page.keyboard.press('Control+Alt+o')
  await expect(page.getByRole('option').first()).toContainText('1,200 people')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-sentence-red')).toHaveText([OWN])
  await stored
  await goToEnd(page)
  await page.keyboard.type(' It grows.')
  await expectKept(page)
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await expect(page.locator('.cm-sentence-red')).toHaveCount(2)
  await expect(page.locator('.cm-sentence-red').filter({ hasText: '1,200' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Article updated')

  // The colleague has the text, what it cites, and the signature of who was there.
  await sourcesTab(ana).click()
  await expect(ana.locator('.cm-sentence-red')).toHaveCount(2)
  await page.goto(EDIT)
  await page.locator('.cm-sentence-red').first().click()
  await page.keyboard.press('Control+Alt+g')
  await page.getByRole('textbox', { name: 'How you know it' }).fill('I was there.')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(ana.locator('.cm-sentence-red')).toHaveCount(1)
  await ana.locator('.cm-sentence-signed').click()
  await expect(sentence(ana)).toContainText('I was there.')
  await ana.context().close()
})
