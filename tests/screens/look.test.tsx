import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { sectionStyles } from '#app/document/section-styles.ts'
import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import { lookCss } from '#core/look/look-css.ts'
import { contentField, openForm, titleField } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { deskWith } from './support/newsletter.ts'
import { openScreen } from './support/open-screen.tsx'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h9v9z"/></svg>'
const STORED = { file: 'look/logo.svg', recoloured: 'look/dark.svg', width: 120, height: 40 }

const form = page.getByRole('form', { name: 'Look' })
const accent = form.getByLabelText('Accent', { exact: true })
const save = () => page.getByRole('button', { name: 'Save Changes' }).click()

function openLook(answer: () => object = () => STORED) {
  return openScreen('/admin/settings/look', {
    calls: SAVES_SETTINGS,
    functions: { 'store-look-file': answer },
    // The stored logo, from which that of the dark theme is made again.
    respond: ({ url }) => (url.endsWith(STORED.file) ? new Response(LOGO) : undefined),
  })
}

async function choose(label: 'Logo' | 'Icon', file: File): Promise<void> {
  await expect.element(form).toBeVisible()
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find(
    (one) => one.getAttribute('aria-label') === label || one.labels?.[0]?.textContent === label,
  )
  if (!input) throw new Error(`There is no field for a file named ${label}`)
  await page.elementLocator(input).upload(file)
}
const svg = (name: string, content = LOGO) => new File([content], name, { type: 'image/svg+xml' })

test('an accent shows at once what becomes of it, beside the front page', async () => {
  await openLook()
  await accent.fill('green')
  await save()
  await expect.element(form.getByText(/Must be a colour such as #0f7b3f/)).toBeVisible()
  await accent.fill('#FFD400')
  const pairs = form.getByRole('region', { name: 'Colours made from it' })
  await expect.element(pairs.getByText(/#ffd400 as chosen/).first()).toBeVisible()
  await expect.element(pairs.getByText(/adjusted/).first()).toBeVisible()
  await expect
    .poll(() => decodeURIComponent(document.querySelector('iframe')?.src ?? ''))
    .toContain('"accent":"#ffd400"')
})

test('files that are no logo are refused with what to do', async () => {
  const screen = await openLook(() => json({ error: 'The file has text', code: 'invalid' }, 422))
  await choose('Logo', svg('words.svg'))
  await expect.element(form.getByText(/words\.svg: The file has text/).last()).toBeVisible()
  await choose('Logo', new File([new Uint8Array(1_200_000)], 'huge.png', { type: 'image/png' }))
  await expect.element(form.getByText(/huge\.png: The file is larger than 1 MB/).last()).toBeVisible()
  expect(screen.sentTo('store-look-file')).toHaveLength(1)
})

test('a logo, an icon and typefaces are chosen and saved, and the default comes back', async () => {
  const screen = await openLook()
  await choose('Logo', svg('logo.svg'))
  const dark = form.getByRole('group', { name: 'Logo of the dark theme' })
  await expect
    .element(form.getByAltText('The logo in the dark theme'))
    .toHaveAttribute('src', '/look/dark.svg')
  await dark.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dark.getByRole('img')).toHaveAttribute('src', '/look/logo.svg')
  await dark.getByRole('button', { name: 'Make it from the logo above' }).click()
  await expect.element(dark.getByRole('img')).toHaveAttribute('src', '/look/dark.svg')
  await expect.element(dark).toHaveFocus()
  await choose('Icon', svg('icon.svg'))
  await expect.element(form.getByAltText('The icon')).toBeInTheDocument()
  await form.getByLabelText('Typefaces').selectOptions('Grotesk: Schibsted Grotesk and Hanken Grotesk')
  expect(await findProblems()).toEqual([])
  await save()
  await expectToast('Settings saved successfully!')
  expect(storedSettings(screen)).toMatchObject({
    logo: { light: 'look/logo.svg', dark: 'look/dark.svg' },
    icon: { file: 'look/logo.svg' },
    type: 'grotesk',
  })

  // First the logo, with that of the dark theme, then the icon.
  for (const left of [1, 0]) {
    await form.getByRole('button', { name: 'Remove', exact: true }).first().click()
    await expect.element(form.getByRole('button', { name: 'Remove', exact: true })).toHaveLength(left)
  }
  await form.getByLabelText('Typefaces').selectOptions('Editorial: Newsreader and Instrument Sans')
  await save()
  await expect.poll(() => storedSettings(screen)).toEqual({})
})

test('problems and questions keep their colours, whatever the accent and the colours of sections are', async () => {
  await openForm([], { functions: deskWith({ toReview: 3 }) })
  await titleField.fill('Half a quote')
  await page.getByLabelText('Excerpt').fill('Said by [somebody](https://example.org/x?lang=fr).')
  await contentField.fill('She said [insert quote here]. ![A boat](https://example.org/boat.png)')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you publish' })
  await expect.element(dialog.getByText('Problem', { exact: true }).first()).toBeVisible()
  const marks = () =>
    [...document.querySelectorAll('[data-tone=red], [data-tone=orange], .text-red')].map((mark) => {
      const { color, backgroundColor } = getComputedStyle(mark)
      return `${mark.textContent}: ${color} on ${backgroundColor}`
    })
  const shipped = marks()
  expect(shipped.some((mark) => mark.startsWith('Problem'))).toBe(true)
  const green = '#0a7d4f'
  const settings = {
    accent: green,
    logo: null,
    categories: DEFAULT_CATEGORIES.map((section) => ({ ...section, color: green })),
  } as unknown as Settings
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = sectionStyles(settings) + lookCss(settings)
  onTestFinished(() => style.remove())
  expect(marks()).toEqual(shipped)
})
