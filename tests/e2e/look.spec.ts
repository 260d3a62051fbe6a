import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><script>document.title = 'taken over'</script>
  <circle cx="20" cy="20" r="18" onload="alert(1)"/><path fill="#0f7b3f" d="M50 8h60v24h-60z"/></svg>`
const colorOf = (page: Page, name: string) =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name)

test('an accent, typefaces and a logo are chosen, and readers, machines and an open desk have them', async ({
  page,
  publication: { url, service },
}) => {
  await insertArticles(service, [anArticle({ slug: 'one', title: 'A first story' })])
  await signIn(page, DESK_ADMIN)
  const openDesk = await page.context().newPage()
  await openDesk.goto('/admin/articles')
  await expect(openDesk.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible()
  await page.goto('/admin/settings/look')
  const form = page.getByRole('form', { name: 'Look' })
  await form.getByLabel('Accent', { exact: true }).fill('#FFD400')
  const frame = page.frameLocator('iframe').first()
  await expect(frame.getByText('A first story', { exact: true }).first()).toBeVisible()
  // The frame may be on its way to the next page.
  await expect(async () => {
    const root = frame.locator('html')
    expect(
      await root.evaluate((element) => getComputedStyle(element).getPropertyValue('--color-brand')),
    ).toBe('#ffd400')
  }).toPass({ timeout: 20_000 })
  await page
    .getByLabel('Logo', { exact: true })
    .and(page.locator('input[type=file]'))
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
  await expect(form.getByAltText('The logo in the dark theme')).toBeVisible()
  await form.getByLabel('Typefaces').selectOption('Grotesk: Schibsted Grotesk and Hanken Grotesk')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await expect.poll(() => colorOf(openDesk, '--color-brand')).toBe('#ffd400')
  await expect(openDesk.getByRole('banner').locator('img').first()).toBeVisible()
  await service.from('settings').insert({ key: 'site_name', value: 'Le Monde' }).throwOnError()
  await expect(openDesk).toHaveTitle('Articles - Le Monde Admin')
  await expect(openDesk.getByRole('banner').getByText('Le Monde Admin')).toBeVisible()

  await expect.poll(async () => (await fetch(url)).text()).toMatch(/--color-brand:#ffd400[\s\S]*Le Monde/)
  await page.goto('/')
  expect(await colorOf(page, '--font-display')).toContain('Schibsted Grotesk')
  expect(await page.locator('link[rel=preload][as=font]').count()).toBe(2)
  const logo = page.getByRole('banner').locator('img')
  await expect(logo.first()).toBeVisible()
  await expect(logo.last()).toBeHidden()
  await expect(page.getByRole('contentinfo').locator('img').last()).toBeVisible()
  await expect(page.getByRole('banner').getByText('Le Monde')).toHaveCount(0)
  expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe('#ffd400')
  expect(await findAccessibilityProblems(page)).toEqual([])
  const source = (await logo.first().getAttribute('src')) ?? ''
  const answer = await fetch(url + source)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('immutable'),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(await answer.text()).not.toMatch(/script|onload/)
  expect((await (await fetch(`${url}/manifest.webmanifest`)).json()).theme_color).toBe('#ffd400')
  expect(await (await fetch(`${url}/feeds/en.xml`)).text()).toMatch(/<image><url>[^<]*icon-192\.png\?v=/)
})
