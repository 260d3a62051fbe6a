import { lookCss } from '#core/look/look-css.ts'
import { findColourProblems } from './support/find-accessibility-problems.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Yellow, white, black, neon, greys, and the colours of well-known papers. */
const ACCENTS = [
  '#ffd400',
  '#ffffff',
  '#000000',
  '#39ff14',
  '#808080',
  '#052962',
  '#fff1e5',
  '#ec1c24',
  '#ff00ff',
  '#007acc',
]
const PAGES = [
  '/',
  '/article/reading-a-model-card-like-an-engineer',
  '/tech',
  '/newsletter',
  '/search?q=model',
  '/privacy',
  '/admin/dashboard',
  '/admin/settings/look',
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the words of pages can be read in both themes with every accent', async ({ page }) => {
  test.slow()
  await signIn(page)
  for (const [at, path] of PAGES.entries()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The button that is filled once an address is typed.
    if (path === '/newsletter')
      await page.getByRole('textbox', { name: /email/i }).first().fill('a@example.org')
    // All pages with the first accent, and a third of them with each other one.
    for (const accent of ACCENTS.filter((_, index) => index === 0 || (at + index) % 3 === 0)) {
      await page.evaluate(
        (css) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(css)
          document.adoptedStyleSheets = [sheet]
        },
        lookCss({ accent, logo: null }),
      )
      expect(await findColourProblems(page), `${path} with ${accent}`).toEqual([])
    }
  }
})
