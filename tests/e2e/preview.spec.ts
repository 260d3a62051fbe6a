import { fileAddress } from '#core/domain/image-address-input.ts'
import { WIDE } from '../support/accessibility-looks.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { contentOf, openTab } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a preview link shows a draft in its languages and at the width of a phone, until it is withdrawn', async ({
  page,
  publication,
  browser,
}) => {
  const draft = await addArticle(publication.service, anArticle({ published: false }))
  const german = await addArticle(publication.service, aTranslation(draft, 'de', { published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await openTab(page, 'Check')
  const section = page.getByRole('region', { name: 'Preview links' })
  await section.getByRole('button', { name: 'Make a link' }).click()
  const link = await section.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/preview\?token=[0-9a-f]{64}$/)

  // A context of its own has neither a session nor anything else of the editor's browser.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const guest = await context.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1, name: draft.title })).toBeVisible()
  const bar = guest.getByRole('region', { name: 'Preview' })
  await expect(bar).toContainText('Not published')
  await expect(bar).toContainText('This link works until')
  expect(await findAccessibilityProblems(guest), 'the preview').toEqual([])
  await guest.setViewportSize({ width: 1280, height: 800 })
  await bar.getByRole('link', { name: 'Deutsch' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
  await expect(guest.locator('html')).toHaveAttribute('lang', 'de')

  await guest.getByRole('button', { name: 'Auf dem Handy' }).click()
  const phone = guest.getByRole('dialog')
  await expect(
    phone.frameLocator('iframe').getByRole('heading', { level: 1, name: german.title }),
  ).toBeVisible()
  expect((await phone.locator('iframe').boundingBox())?.width).toBe(375)
  await expect(phone.frameLocator('iframe').getByText('Nicht veröffentlicht')).toHaveCount(0)
  await guest.keyboard.press('Escape')
  await expect(phone).toHaveCount(0)

  await section.getByRole('button', { name: /^Withdraw the link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(section.getByText('No link works at present.')).toBeVisible()
  expect((await guest.goto(link))?.status()).toBe(404)
  // The message is in the language that the guest chose.
  await expect(guest.getByRole('heading', { name: 'Diese Vorschau ist nicht verfügbar' })).toBeVisible()
  await context.close()
})

test('what is not saved is shown as readers will see it, where it is being written, at two widths, dark, and in another language', async ({
  page,
  publication: { service },
}) => {
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
  const original = await addArticle(service, anArticle({ hero_image }))
  const german = await addArticle(service, aTranslation(original, 'de'))
  await signIn(page, DESK_ADMIN)
  await page.setViewportSize({ width: WIDE, height: 800 })
  await page.goto(`/admin/articles/edit/${original.slug}`)
  const parts = Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\nA *paragraph* of part ${n}.`)
  await contentOf(page).fill(
    `Nobody has **saved** this.[^1]\n\n![](${hero_image})\n\n[^1]: A note.\n\n<script>document.title = 1</script>\n\n${parts.join('\n\n')}`,
  )
  await contentOf(page).press('Control+End')
  await page.keyboard.press('Control+Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const shown = dialog.frameLocator('iframe')
  await expect(shown.getByRole('heading', { name: 'Part 39' })).toBeInViewport()
  await expect(shown.getByRole('heading', { name: 'Part 1', exact: true })).not.toBeInViewport()
  await expect(shown.locator('article .prose')).toContainText('Nobody has saved this.')
  await expect(shown.getByRole('heading', { name: 'Footnotes' })).toBeAttached()
  // The captions and alternative texts are those of the library.
  const text = shown.locator('article .prose')
  await expect(text.locator('small')).toHaveText([
    'The harbour at nightImage: Nora Nordhaven · CC BY 4.0',
    'Image: Nora Nordhaven · CC BY 4.0',
  ])
  await expect(shown.getByRole('img', { name: 'A crane' })).toHaveCount(2)
  expect((await dialog.locator('iframe').boundingBox())?.width).toBe(WIDE)
  // Links lead nowhere.
  await shown.getByRole('link', { name: 'Business' }).first().click()
  await expect(shown.getByRole('heading', { level: 1, name: original.title })).toBeAttached()
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await expect(shown.locator('html')).toHaveClass(/dark/)
  expect(await findAccessibilityProblems(page, [WIDE]), 'the preview').toEqual([])

  await dialog.getByRole('button', { name: 'Phone' }).click()
  expect((await dialog.locator('iframe').boundingBox())?.width).toBe(375)
  await dialog.getByLabel('Language of the preview').selectOption('German')
  await expect(shown.getByRole('heading', { level: 1, name: german.title })).toBeAttached()
  await expect(shown.locator('html')).toHaveAttribute('lang', 'de')
  await expect(text).toContainText('Der Hafen bei NachtBild: Nora Nordhaven · CC BY 4.0')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(contentOf(page)).toBeFocused()
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
