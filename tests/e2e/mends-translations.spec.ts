import { articlePath } from '#core/paths.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } })

/** With the title and the excerpt, an article has 38 blocks. */
const DAYS = Array.from({ length: 36 }, (_, index) => index + 1)
/** Every third one, whose number the model leaves as it is in English; in the last one it loses the code instead. */
const REFUSED = DAYS.filter((day) => day % 3 === 0)
const LAST = 36

const sourceOf = (day: number) =>
  `On day ${day}, the plant made 1,204 chips${day === LAST ? ' with `make`' : ''}.`
const frenchOf = (day: number, { number = '1\u00A0204', code = '<c1/>' } = {}) =>
  `Le jour ${day}, l’usine a produit ${number} puces${day === LAST ? ` avec ${code}` : ''}.`

const answerOf = (text: string) => {
  const day = Number(/^On day (\d+)/.exec(text)?.[1])
  if (!day) return text.startsWith('Chips') ? 'Des puces de Vienne' : 'Une usine que personne n’attendait.'
  if (day === LAST) return frenchOf(day, { code: 'le programme' })
  return frenchOf(day, REFUSED.includes(day) ? { number: '1,204' } : {})
}

const block = (page: Page, day: number) => page.locator(`[data-block="${day + 1}"]`)
const field = (page: Page, day: number) => block(page, day).getByRole('textbox', { name: /^Translation of/ })

test('an article of which the checks refused 12 of 38 blocks is mended in the review by keyboard, and readers get it', async ({
  page,
  publication,
  model,
}) => {
  test.slow()
  const content = DAYS.map(sourceOf).join('\n\n')
  const article = await storeArticle(publication.service, { title: 'Chips from Vienna', content })
  model.answerWith(({ segments }) => ({
    segments: segments.map(({ id, text }: { id: string; text: string }) => ({ id, text: answerOf(text) })),
  }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${article.slug}#translations`)
  const row = page.getByRole('region', { name: 'Translations' }).getByRole('listitem', { name: 'French' })
  await row.getByRole('button', { name: 'Translate into French' }).click()
  await expect(row).toContainText('12 parts could not be translated.')
  const readFrench = async () => {
    const { data } = await publication.service
      .from('articles')
      .select('slug, language, content, published')
      .eq('original_article_id', article.id)
      .maybeSingle()
      .throwOnError()
    return data
  }
  expect(await readFrench()).toBeNull()
  await page.goto('/admin/translations?state=failed')
  await page.getByRole('link', { name: /French: Failed.*Chips from Vienna/ }).click()

  // At the first refused block, with the answer and what is wrong with it.
  await expect(page.getByText('The check has refused the model’s answers in 12 blocks.')).toBeVisible()
  await expect(block(page, 3)).toBeFocused()
  await expect(block(page, 3)).toContainText('Refused')
  await expect(field(page, 3)).toHaveValue(frenchOf(3, { number: '1,204' }))
  await expect(block(page, 3)).toContainText(
    'The original says “1,204”. French writes “1\u202F204”; “1,204” would be read as 1.204.',
  )
  await expect(field(page, 4)).toHaveValue(frenchOf(4))
  await expect(page.getByText('26 of 38 blocks written').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'refused blocks').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })

  // A number may stay as it is, for a reason that is asked for.
  await block(page, 3).focus()
  await page.keyboard.press('a')
  const reason = block(page, 3).getByLabel('Keep it as it is, because')
  await expect(reason).toBeFocused()
  await page.keyboard.type('The display shows it so.')
  await page.keyboard.press('Enter')
  for (const day of REFUSED.filter((day) => day !== 3)) {
    await expect(field(page, day)).toBeFocused()
    if (day === LAST) {
      await expect(block(page, day)).toContainText('The original has the code <c1/>')
      await expect(block(page, day).getByLabel('Keep it as it is, because')).toHaveCount(0)
    }
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(frenchOf(day))
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await expect(page.getByText('12 of 38 blocks approved').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, /Readers have this text now/)
  const french = await readFrench()
  expect(french).toMatchObject({ published: true })
  await page.goto(articlePath({ slug: french?.slug ?? '', language: 'fr' }))
  await expect(page.getByText('Le jour 3, l’usine a produit 1,204 puces.')).toBeVisible()
  await expect(page.getByText('Le jour 36, l’usine a produit 1 204 puces avec make.')).toBeVisible()

  await page.goto('/admin/audit')
  await expect(
    page.getByText('kept a text of the French translation of “Chips from Vienna” against the checks'),
  ).toBeVisible()
  await page.goto('/admin/translations?state=failed')
  await expect(page.getByRole('link', { name: /Chips from Vienna/ })).toHaveCount(0)
})

test('what is mended in part is there again, and the rest is asked for again', async ({
  page,
  publication,
  model,
}) => {
  const article = await storeArticle(publication.service, {
    title: 'Chips from Vienna',
    content: [sourceOf(3), sourceOf(6)].join('\n\n'),
  })
  const answer = (change: (text: string) => string) =>
    model.answerWith(({ segments }) => ({
      segments: segments.map(({ id, text }: { id: string; text: string }) => ({
        id,
        text: change(answerOf(text)),
      })),
    }))
  answer((text) => text)
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${article.slug}#translations`)
  const card = page.getByRole('region', { name: 'Translations' })
  await card.getByRole('button', { name: 'Translate into French' }).click()
  await card.getByRole('link', { name: 'What failed in French' }).click()
  await expect(page.getByText('2 of 4 blocks written').first()).toBeVisible()
  await field(page, 1).fill('Le jour 3, l’usine a produit 1\u00A0204 puces électroniques.')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, /What you wrote is remembered/)
  await page.reload()
  await expect(page.getByText('The check has refused the model’s answer in 1 block.')).toBeVisible()
  await expect(block(page, 2)).toBeFocused()

  answer((text) => text.replace('1,204', '1\u00A0204'))
  model.calls.length = 0
  await page.goto(`/admin/articles/edit/${article.slug}#translations`)
  await card.getByRole('button', { name: 'Retry failed' }).click()
  await expect(card.getByRole('listitem', { name: 'French' })).toContainText('Up to date')
  expect(
    model.calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => text)),
  ).toEqual([sourceOf(6)])
})
