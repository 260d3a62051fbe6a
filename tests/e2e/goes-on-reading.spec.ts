import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

const ARTICLE = '/article/why-small-models-keep-getting-better'
const TITLES: Record<Language, string> = {
  en: 'Related articles',
  es: 'Artículos relacionados',
  fr: 'À lire aussi',
  de: 'Ähnliche Artikel',
  it: 'Articoli correlati',
  pt: 'Artigos relacionados',
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a reader goes on with an article about the same things, by keyboard and in German', async ({
  page,
}) => {
  await openScreen(page, ARTICLE)
  const related = page.getByRole('region', { name: TITLES.en })
  await expect(related.getByRole('listitem')).toHaveCount(4)
  await expect(related.getByRole('link')).toHaveText([/polyglot model/, /old laptop/, /./, /./])
  await related.getByRole('link', { name: /polyglot model/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')
  await expect(page.getByRole('region', { name: TITLES.en })).not.toContainText('polyglot model')

  await page.goto('/article/warum-kleine-modelle-immer-besser-werden?lang=de')
  const german = page.getByRole('region', { name: TITLES.de }).getByRole('link')
  await expect(german.first()).toHaveAttribute(
    'href',
    '/article/konsortium-gibt-polyglottes-sprachmodell-frei?lang=de',
  )
})

test('related articles fit every screen, and are not printed', async ({ page }) => {
  await openScreen(page, ARTICLE)
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: TITLES.en })).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the links lead on in every language, also from a page in the English fallback', async ({ page }) => {
    for (const language of LANGUAGE_CODES) {
      await page.goto(localizedPath(ARTICLE, language))
      const related = page.getByRole('region', { name: TITLES[language] })
      const links = related.getByRole('link')
      expect(await links.count()).toBeGreaterThan(1)
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute(
          'href',
          language === 'en'
            ? /^\/article\/[a-z0-9-]+$/
            : new RegExp(`^/article/[a-z0-9-]+\\?lang=${language}$`),
        )
      }
      await links.first().click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('article .prose')).toHaveAttribute('lang', language)
    }
  })
})
