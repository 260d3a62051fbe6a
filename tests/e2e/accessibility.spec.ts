import { SMALL } from '../support/accessibility-looks.ts'
import { findAccessibilityProblems, findOverflow } from './support/find-accessibility-problems.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

/** An article with a table, code, a quote and a task list, published in every language. */
const ARTICLE = '/article/reading-a-model-card-like-an-engineer'
const WRONG_FILTERS = '/search?category=tech&from=2026-02-30&to=x&author=%F0%9F%A4%96'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** One page of each kind, with its status where that is not 200. */
const PAGES: Record<string, [path: string, status?: number][]> = {
  'lists of articles': [
    ['/'],
    ['/business'],
    ['/author/nora-feldmann'],
    ['/newsletter/issues'],
    ['/corrections'],
  ],
  'articles, and what is said where there is none': [
    [ARTICLE],
    ['/article/nothing-here', 404],
    ['/preview?token=x', 404],
  ],
  'texts and searches': [['/terms'], ['/search?q=model'], ['/search?q=xylophonist'], [WRONG_FILTERS, 400]],
  'pages of the newsletter': [
    ['/newsletter'],
    ['/subscribe'],
    ['/confirm-subscription'],
    ['/unsubscribe?token=x', 400],
  ],
}

for (const [name, pages] of Object.entries(PAGES)) {
  test(`${name} are accessible`, async ({ page, expectConsoleError }) => {
    for (const [path, status = 200] of pages) {
      if (status !== 200) expectConsoleError(new RegExp(`status of ${status}`))
      await openScreen(page, path, { status })
      if (path === ARTICLE)
        for (const part of ['table', 'pre', 'blockquote', '[type=checkbox]'])
          await expect(page.locator(`.prose ${part}`).first()).toBeVisible()
      expect(await findAccessibilityProblems(page), path).toEqual([])
    }
  })
}

test('the words of each language are accessible on a front page, and in the English fallback with its banner', async ({
  page,
}) => {
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/', { language })
    const found = await findAccessibilityProblems(page, [SMALL])
    await openScreen(page, ARTICLE, { language })
    await expect(page.locator(`aside a[hreflang=${language}]`)).toHaveCount(language === 'en' ? 0 : 1)
    return [...found, ...(await findAccessibilityProblems(page, [SMALL]))]
  })
  expect(problems).toEqual([])
})

test('the long words of each language fit the narrowest window', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 40[04]/)
  await openScreen(page, ARTICLE)
  const versions = await page
    .locator('header nav a[data-language]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('lang'), link.getAttribute('href')]))
  const paths = Object.fromEntries(versions)
  const problems = await inEveryLanguage(async (language) => {
    const found: string[] = []
    const look = async (path: string, status = 200) => {
      await openScreen(page, path, { language, status })
      found.push(...(await findOverflow(page)).map((problem) => `${path} ${problem}`))
    }
    for (const path of ['/tech', '/newsletter', '/saved', '/corrections', '/confirm-subscription'])
      await look(path)
    await look(WRONG_FILTERS, 400)
    await look('/newsletter/preferences?token=x', 400)
    await look('/article/nothing-here', 404)
    if (language === 'en') return found
    await look(`${paths[language]}&beside=en`)
    await page.locator('.beside summary').first().click()
    await expect(page.locator('.beside form').first()).toBeVisible()
    return [...found, ...(await findOverflow(page))]
  })
  expect(problems).toEqual([])
})
