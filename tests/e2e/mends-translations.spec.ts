import { articlePath } from '#core/paths.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } })

test('a text that the checks have refused is mended in the review by keyboard, and readers get it', async ({
  page,
  publication,
  model,
}) => {
  const article = await storeArticle(publication.service, {
    title: 'Chips from Vienna',
    content: 'On day 3, the plant made 1,204 chips.\n\nOn day 6, it made some with `make`.\n',
  })
  // The number stays as English writes it, and the code is lost.
  const answers = [
    'Des puces de Vienne',
    'Une usine que personne n’attendait.',
    'Le jour 3, l’usine a produit 1,204 puces.',
    'Le jour 6, avec le programme.',
  ]
  model.answerWith(({ segments }) => ({
    segments: segments.map(({ id, text }: { id: string; text: string }) => ({
      id,
      text: answers[
        ['Chips', 'A factory', 'On day 3', 'On day 6'].findIndex((start) => text.startsWith(start))
      ],
    })),
  }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${article.slug}#translations`)
  const row = page.getByRole('region', { name: 'Translations' }).getByRole('listitem', { name: 'French' })
  await row.getByRole('button', { name: 'Translate into French' }).click()
  await expect(row).toContainText('2 parts could not be translated.')
  await page.goto('/admin/translations?state=failed')
  await page.getByRole('link', { name: /French: Failed.*Chips from Vienna/ }).click()

  // The first refused block is opened, with the answer and its problem.
  await expect(page.getByText('The check has refused the model’s answers in 2 blocks.')).toBeVisible()
  const [number, code] = [2, 3].map((position) => page.locator(`[data-block="${position}"]`))
  if (!number || !code) throw new Error('There are two refused blocks')
  await expect(number).toBeFocused()
  await expect(number).toContainText(
    'The original says “1,204”. French writes “1\u202F204”; “1,204” would be read as 1.204.',
  )
  await expect(page.getByText('2 of 4 blocks written').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'refused blocks').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  // A number may stay as it is, for a reason that is asked for; a lost code may not.
  await number.focus()
  await page.keyboard.press('a')
  await expect(number.getByLabel('Keep it as it is, because')).toBeFocused()
  await page.keyboard.type('The display shows it so.')
  await page.keyboard.press('Enter')
  await expect(code.getByRole('textbox', { name: /^Translation of/ })).toBeFocused()
  await expect(code).toContainText('The original has the code <c1/>')
  await expect(code.getByLabel('Keep it as it is, because')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Le jour 6, avec <c1/>.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('2 of 4 blocks approved').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, /Readers have this text now/)
  const { data: french } = await publication.service
    .from('articles')
    .select('slug, language')
    .eq('original_article_id', article.id)
    .single()
    .throwOnError()
  await page.goto(articlePath(french))
  await expect(page.getByText('Le jour 3, l’usine a produit 1,204 puces.')).toBeVisible()
  await expect(page.getByText('Le jour 6, avec make.')).toBeVisible()
  await page.goto('/admin/audit')
  await expect(
    page.getByText('kept a text of the French translation of “Chips from Vienna” against the checks'),
  ).toBeVisible()
})
