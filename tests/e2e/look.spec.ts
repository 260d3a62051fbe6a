import sharp from 'sharp'
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
const file = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content as string),
})
const colorOf = (page: Page, name: string) =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name)

test('an accent, typefaces, a logo and an icon are chosen with the front page beside them, and show everywhere', async ({
  page,
  publication: { url, service },
  expectConsoleError,
}) => {
  // Files that are no logo.
  expectConsoleError(/status of 422.*store-look-file/)
  await insertArticles(service, [anArticle({ slug: 'one', title: 'A first story' })])
  const reader = await page.context().newPage()
  await reader.goto('/')
  await signIn(page, DESK_ADMIN)
  const openDesk = await page.context().newPage()
  await openDesk.goto('/admin/articles')
  await expect(openDesk.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible()
  await page.goto('/admin/settings/look')
  const form = page.getByRole('form', { name: 'Look' })

  await test.step('what becomes of a colour shows at once', async () => {
    await form.getByLabel('Accent', { exact: true }).fill('green')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByText('Must be a colour such as #0f7b3f')).toBeVisible()
    await form.getByLabel('Accent', { exact: true }).fill('#FFD400')
    const pairs = form.getByRole('region', { name: 'Colours made from it' })
    await expect(pairs.getByText('#ffd400 as chosen').first()).toBeVisible()
    await expect(pairs.getByText('adjusted').first()).toBeVisible()
    const frame = page.frameLocator('iframe').first()
    await expect(frame.getByText('A first story', { exact: true }).first()).toBeVisible()
    // The frame may be on its way to the next page.
    await expect(async () => {
      const styles = await frame
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--color-brand'))
      expect(styles).toBe('#ffd400')
    }).toPass({ timeout: 20_000 })
  })

  await test.step('files that are no logo are refused with what to do', async () => {
    const input = page.getByLabel('Logo', { exact: true }).and(page.locator('input[type=file]'))
    const dot = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#000' } })
      .png()
      .toBuffer()
    await input.setInputFiles(file('dot.png', 'image/png', dot))
    await expect(form.getByText('dot.png: The file is 1 × 1 pixels, which is too small').last()).toBeVisible()
    await input.setInputFiles(file('huge.png', 'image/png', Buffer.alloc(20_000_000)))
    await expect(form.getByText('huge.png: The file is larger than 1 MB').last()).toBeVisible()
    await input.setInputFiles(
      file('words.svg', 'image/svg+xml', LOGO.replace('<path', '<text>Le Monde</text><path')),
    )
    await expect(form.getByText('words.svg: The file has text').last()).toBeVisible()
    await input.setInputFiles(file('logo.svg', 'image/svg+xml', LOGO))
    await expect(form.getByAltText('The logo in the dark theme')).toBeVisible()
  })
  await test.step('the logo of the dark theme is made again', async () => {
    const dark = form.getByRole('group', { name: 'Logo of the dark theme' })
    const picture = dark.getByRole('img')
    const made = (await picture.getAttribute('src')) ?? ''
    await dark.getByRole('button', { name: 'Remove' }).click()
    await expect(picture).not.toHaveAttribute('src', made)
    await dark.getByRole('button', { name: 'Make it from the logo above' }).click()
    await expect(picture).toHaveAttribute('src', made)
    await expect(dark).toBeFocused()
  })
  await page
    .getByLabel('Icon', { exact: true })
    .and(page.locator('input[type=file]'))
    .setInputFiles(file('icon.svg', 'image/svg+xml', LOGO.replace('0 0 120 40', '0 0 40 40')))
  await expect(form.getByAltText('The icon')).toBeVisible()
  await form.getByLabel('Typefaces').selectOption('Grotesk: Schibsted Grotesk and Hanken Grotesk')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await test.step('a desk that was open has it without a reload, and the name as well', async () => {
    await expect.poll(() => colorOf(openDesk, '--color-brand')).toBe('#ffd400')
    await expect(openDesk.getByRole('banner').locator('img').first()).toBeVisible()
    const icon = openDesk.locator('link[rel=icon][type="image/svg+xml"]')
    await expect(icon).toHaveAttribute('href', /\?v=/)
    await service.from('settings').insert({ key: 'site_name', value: 'Le Monde' }).throwOnError()
    await expect(openDesk).toHaveTitle('Articles - Le Monde Admin')
    await expect(openDesk.getByRole('banner').getByText('Le Monde Admin')).toBeVisible()
    await service.from('settings').delete().eq('key', 'site_name').throwOnError()
    await expect(openDesk).toHaveTitle('Articles - AI Watch Admin')
  })

  await test.step('pages have it', async () => {
    await expect
      .poll(async () => (await (await fetch(url)).text()).includes('--color-brand:#ffd400'))
      .toBe(true)
    await reader.reload()
    expect(await colorOf(reader, '--font-display')).toContain('Schibsted Grotesk')
    expect(await reader.locator('link[rel=preload][as=font]').count()).toBe(2)
    const logo = reader.getByRole('banner').locator('img')
    await expect(logo.first()).toBeVisible()
    await expect(logo.last()).toBeHidden()
    await expect(reader.getByRole('contentinfo').locator('img').last()).toBeVisible()
    await expect(reader.getByRole('banner').getByRole('link', { name: /AI Watch/ })).toBeVisible()
    await expect(reader.getByRole('banner').getByText('AI Watch')).toHaveCount(0)
    expect(await reader.locator('meta[name=theme-color]').getAttribute('content')).toBe('#ffd400')
    const source = (await logo.first().getAttribute('src')) ?? ''
    const answer = await fetch(url + source)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await answer.text()).not.toMatch(/script|onload/)
    const picture = await fetch(`${url}${source}.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  await test.step('icons, the manifest, feeds, share images and descriptions for machines have it', async () => {
    const icon = (await reader.locator('link[rel=icon][type="image/svg+xml"]').getAttribute('href')) ?? ''
    expect(await (await fetch(url + icon)).text()).toContain('#0f7b3f')
    const manifest = await (await fetch(`${url}/manifest.webmanifest`)).json()
    expect(manifest.theme_color).toBe('#ffd400')
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(
        Buffer.from(await (await fetch(url + src)).arrayBuffer()),
      ).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    const ico = Buffer.from(await (await fetch(`${url}/favicon.ico`)).arrayBuffer())
    expect(ico.readUInt16LE(4)).toBe(3)
    expect(await (await fetch(`${url}/feeds/en.xml`)).text()).toMatch(/<image><url>[^<]*icon-192\.png\?v=/)
    expect((await (await fetch(`${url}/feeds/en.json`)).json()).icon).toContain('/icon-512.png?v=')
    const described = (await reader.locator('script[type="application/ld+json"]').allTextContents()).join()
    expect(described).toContain('/icon-512.png?v=')
    const share = Buffer.from(await (await fetch(`${url}/share/default.png`)).arrayBuffer())
    expect(await sharp(share).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  await test.step('the default comes back', async () => {
    await form.getByRole('button', { name: 'Use the default' }).click()
    // First the logo, with that of the dark theme, then the icon.
    for (const left of [1, 0]) {
      await form.getByRole('button', { name: 'Remove', exact: true }).first().click()
      await expect(form.getByRole('button', { name: 'Remove', exact: true })).toHaveCount(left)
    }
    await form.getByLabel('Typefaces').selectOption('Editorial: Newsreader and Instrument Sans')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Settings saved successfully!')
    await expect
      .poll(async () => (await (await fetch(url)).text()).includes('--color-brand:#ffd400'))
      .toBe(false)
    expect((await (await fetch(`${url}/manifest.webmanifest`)).json()).icons[0].src).toBe('/icon-192.png')
    await expect.poll(() => colorOf(openDesk, '--color-brand')).toBe('#e4572e')
    await expect(openDesk.getByRole('banner').locator('img')).toHaveCount(0)
  })
})

test('a publication with a name of its own does not wear the shipped eye', async ({
  page,
  publication: { url, service },
}) => {
  await service.from('settings').upsert({ key: 'site_name', value: 'Le Monde Vert' }).throwOnError()
  await expect.poll(async () => (await fetch(url)).text()).toContain('/favicon.svg?v=')
  await page.goto('/')
  await expect(
    page
      .getByRole('banner')
      .getByRole('link', { name: /Le Monde Vert/ })
      .locator('svg'),
  ).toHaveCount(0)
  const href = (await page.locator('link[type="image/svg+xml"]').first().getAttribute('href')) ?? ''
  const drawn = await (await fetch(url + href)).text()
  expect(drawn).toContain('<path')
  expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 64, height: 64 })
})
