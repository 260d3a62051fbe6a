import { openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

const ENGLISH = 'open-weights-consortium-releases-polyglot-model'
const PORTUGUESE = 'consorcio-lanca-modelo-poliglota-para-linguas-menores'
const ONLY_ENGLISH = 'newsrooms-agree-on-labels-for-synthetic-images'

test('a reader opens the featured article, switches to Portuguese, and the site stays Portuguese', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Read Full Article/ }).click()
  await expect(page).toHaveURL(`/article/${ENGLISH}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')

  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Português' }).first().click()
  await expect(page).toHaveURL(`/article/${PORTUGUESE}?lang=pt`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('poliglota')

  await page
    .getByRole('navigation', { name: 'Categorias' })
    .first()
    .getByRole('link', { name: 'Tecnologia' })
    .click()
  await expect(page).toHaveURL('/tech?lang=pt')

  // The choice is stored: an address without a language redirects to Portuguese.
  await page.goto('/business')
  await expect(page).toHaveURL('/business?lang=pt')
  await page.getByLabel('Idioma: Português').first().click()
  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page).toHaveURL('/business')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('changing the language of a page adds no history entry', async ({ page }) => {
  await page.goto('/')
  await page.goto('/opinion')
  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Deutsch' }).first().click()
  await expect(page).toHaveURL('/opinion?lang=de')
  await page.goBack()
  await expect(page).toHaveURL(/\/(\?lang=de)?$/)
})

test('an article without a translation falls back to English, and its lang, canonical link and robots say so', async ({
  page,
}) => {
  await page.goto(`/article/${ONLY_ENGLISH}?lang=fr`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.locator('article .prose')).toHaveAttribute('lang', 'en')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/article/${ONLY_ENGLISH}$`),
  )
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test('a German reader of the English fallback is offered the German version', async ({ page }) => {
  await page.goto(`/article/${ENGLISH}?lang=de`)
  await expect(page.getByText('Dieser Artikel ist in Ihrer bevorzugten Sprache verfügbar.')).toBeVisible()
  await page.getByRole('link', { name: 'Zu DE wechseln' }).click()
  await expect(page).toHaveURL(/\/article\/konsortium-gibt-polyglottes-sprachmodell-frei\?lang=de$/)
})

test('when a reader dismisses the banner by keyboard, focus moves to the article', async ({ page }) => {
  await openScreen(page, `/article/${ENGLISH}`, { language: 'de' })
  const dismiss = page.getByRole('button', { name: 'Ausblenden' })
  await dismiss.press('Enter')
  await expect(dismiss).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader can read, navigate and switch language', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: /^Read Full Article/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')
    await page.getByLabel('Language: English').first().click()
    await page.getByRole('link', { name: 'Italiano' }).first().click()
    await expect(page).toHaveURL('/article/consorzio-universitario-pubblica-modello-poliglotta?lang=it')
    await page.getByRole('link', { name: 'Opinioni' }).first().click()
    await expect(page).toHaveURL('/opinion?lang=it')
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  })
})

test('dark mode is a class on the document and lasts for the visit', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('link', { name: 'Business' }).first().click()
  await expect(page).toHaveURL('/business')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Switch to light mode' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test.describe('what does not exist', () => {
  test.beforeEach(({ expectConsoleError }) => expectConsoleError(/status of 404/))

  const screens = [
    {
      path: '/article/nothing-here',
      title: 'Article Not Found',
      text: 'may have been unpublished',
      detail: 'nothing-here',
    },
    { path: '/gossip', title: 'Article Not Found', text: "The article you're looking for doesn't exist." },
    { path: '/a/b/c', title: 'Page Not Found', text: "The page you're looking for doesn't exist." },
  ]
  for (const { path, title, text, detail } of screens) {
    test(`${path} is 404 with a link to the home page`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByText(text)).toBeVisible()
      if (detail) await expect(page.getByText(detail)).toBeVisible()
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL('/')
    })
  }

  test('a page that does not exist offers the newest articles and the search, in its language', async ({
    page,
  }) => {
    await page.goto('/article/nothing-here?lang=de')
    const newest = page.getByRole('region', { name: 'Neueste Nachrichten' }).getByRole('listitem')
    await expect(newest).toHaveCount(4)
    await expect(newest.first().getByRole('link')).toHaveAttribute('href', /^\/article\/.+\?lang=de$/)
    const search = page.getByRole('main').getByRole('search')
    await search.getByRole('searchbox').fill('Modelle')
    await search.getByRole('button').click()
    await expect(page).toHaveURL('/search?lang=de&q=Modelle')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })

  test('an unknown language is ignored', async ({ page }) => {
    await page.goto('/tech?lang=xx')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('the error page says that something failed and links to the home page', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500|ErrorResponse|Nothing/)
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: 'Nothing' }))
  await openScreen(page, '/contact')
  await page.getByRole('navigation').getByRole('link', { name: 'Opinion' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error')
  await expect(page).toHaveTitle('Unexpected Application Error - AI Watch')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a category path is the same in any case', async ({ page }) => {
  const response = await page.goto('/Business')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Business')
})
