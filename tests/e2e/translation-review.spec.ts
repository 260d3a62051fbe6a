import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import { WIDE } from '../support/accessibility-looks.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base, type Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

for (const each of [test, base])
  each.use({
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 900 },
  })

const CONTENT = 'The **harbour** opens.\n\nShips come and go.\n'
/** Of the blocks of that article. */
const [TITLE, , HARBOUR, SHIPS] = [0, 1, 2, 3]

const addHarbour = (service: Client, values: Partial<Article> = {}) =>
  storeArticle(service, {
    slug: 'the-harbour-opens',
    title: 'The harbour opens',
    content: CONTENT,
    ...values,
  })

async function translate(publication: Publication, articleId: string): Promise<void> {
  const client = await signInElsewhere(publication)
  const { data, error } = await client.functions.invoke('translate-article', {
    body: { articleId, targetLanguages: ['de'] },
  })
  expect([error, data?.results.failed]).toEqual([null, []])
}

async function waitForReviews({ service }: Publication): Promise<void> {
  await service
    .from('settings')
    .upsert({ key: 'translation_review', value: ['de'] })
    .throwOnError()
}

async function readGerman({ service }: Publication, originalId: string): Promise<Article | null> {
  const { data } = await service
    .from('articles')
    .select('*')
    .eq('original_article_id', originalId)
    .maybeSingle()
    .throwOnError()
  return data
}

const reviewOf = ({ id }: Article, query = '') => `/admin/translations/${id}/de${query}`
const block = (page: Page, position: number) => page.locator(`[data-block="${position}"]`)
const field = (page: Page, position: number) => block(page, position).getByRole('textbox').first()

/** Waits until the page knows what the tags of the blocks stand for. */
async function openReview(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'German translation' })).toBeVisible()
  await expect(block(page, HARBOUR).locator('[title=Bold]').first()).toBeVisible()
}

test('a review goes from block to block and from article to article by keyboard alone', async ({
  page,
  publication,
}) => {
  await waitForReviews(publication)
  const first = await addHarbour(publication.service)
  const second = await addHarbour(publication.service, { slug: 'the-second', title: 'The second' })
  await translate(publication, first.id)
  await translate(publication, second.id)
  await signIn(page, DESK_ADMIN)
  await openReview(page, reviewOf(first))
  await expect(page.getByText('Nobody can read this yet.')).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(block(page, TITLE)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('1 of 4 blocks approved').first()).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('j')
  await expect(block(page, HARBOUR)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, HARBOUR)).toBeFocused()
  await page.keyboard.press('Control+a')
  // Letters are no commands in a text field.
  await page.keyboard.type('Der  öffnet, ja an.')
  for (let step = 0; step < ' öffnet, ja an.'.length; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Alt+t')
  await page.keyboard.type('Hafen')
  await expect(field(page, HARBOUR)).toHaveValue('Der <b1>Hafen</b1> öffnet, ja an.')
  await page.keyboard.press('Control+Enter')
  await expect(field(page, SHIPS)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(block(page, SHIPS)).toBeFocused()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('4 of 4 blocks approved').first()).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectToast(page, /Readers have this text now/)
  await expect(block(page, SHIPS)).toBeFocused()
  expect(await readGerman(publication, first.id)).toMatchObject({
    published: true,
    content: 'Der **Hafen** öffnet, ja an.\n\nde: Ships come and go.\n',
  })

  await page.keyboard.press('n')
  await expect(page).toHaveURL(reviewOf(second))
  await expect(page.getByText('The second').first()).toBeVisible()
  await expect(block(page, HARBOUR).locator('[title=Bold]').first()).toBeVisible()
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('Control+s')
  await expectToast(page, /Readers have this text now/)
  expect((await readGerman(publication, second.id))?.published).toBe(true)
  await page.keyboard.press('n')
  await expectToast(page, /No other article waits for a review in German/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  // On a phone it is longer than the screen, where axe cannot see what is behind its heading.
  expect(await findAccessibilityProblems(page, [WIDE])).toEqual([])
})

test('a text of a person whose original has changed is a conflict, with both texts, until an editor decides', async ({
  page,
  publication,
}) => {
  const original = await addHarbour(publication.service)
  await translate(publication, original.id)
  await signIn(page, DESK_ADMIN)
  await openReview(page, reviewOf(original))
  await field(page, SHIPS).fill('Schiffe kommen und fahren.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, /Readers have this text now/)
  await expect(block(page, SHIPS)).toContainText('By a person')

  const changed = CONTENT.replace('Ships come', 'Seven ships come')
  await publication.service.from('articles').update({ content: changed }).eq('id', original.id).throwOnError()
  // The open page says so by itself.
  await expect(page.getByText('The original says something else now, in 1 block.')).toBeVisible()
  await expect(block(page, SHIPS).locator('ins').first()).toContainText('Seven')
  await translate(publication, original.id)
  await expect(block(page, SHIPS)).toContainText('Which text stays?')
  await expect(block(page, SHIPS)).toContainText('de: Seven ships come and go.')
  await expect(field(page, SHIPS)).toHaveValue('Schiffe kommen und fahren.')
  await expect(page.getByText('1 conflict', { exact: true })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await block(page, SHIPS).getByRole('button', { name: 'Take the other text' }).click()
  await expect(field(page, SHIPS)).toHaveValue('de: Seven ships come and go.')
  await block(page, SHIPS).getByRole('button', { name: 'Decide again' }).click()
  await field(page, SHIPS).fill('Sieben Schiffe kommen und fahren.')
  await expect(block(page, SHIPS)).toContainText('Decided: a text of your own.')
  await page.keyboard.press('Control+s')
  // The message about the first save may still be there.
  await expect
    .poll(async () => (await readGerman(publication, original.id))?.content)
    .toBe('de: The **harbour** opens.\n\nSieben Schiffe kommen und fahren.\n')
  await expectToast(page, /Readers have this text now/)
  await expect(page.getByText('1 conflict', { exact: true })).toHaveCount(0)
})

test("a reader's report arrives at its block while the review is open, and is closed", async ({
  page,
  publication,
}) => {
  const { service } = publication
  const original = await addHarbour(service)
  await translate(publication, original.id)
  const german = await readGerman(publication, original.id)
  await signIn(page, DESK_ADMIN)
  await openReview(page, reviewOf(original))
  const report = (quote: string) =>
    service
      .rpc('report_translation', {
        p_translation_id: german?.id ?? '',
        p_quote: quote,
        p_comment: 'Das klingt falsch.',
      })
      .throwOnError()
  await report('de: The  harbour\nopens.')
  await expect(block(page, HARBOUR)).toContainText('Das klingt falsch.')
  await report('Davon war nie die Rede.')
  const elsewhere = page.getByRole('region', { name: 'Reports of sentences that are in no block' })
  await expect(elsewhere).toContainText('Davon war nie die Rede.')
  await expect(page.getByText('2 reports')).toBeVisible()

  await block(page, HARBOUR).getByRole('button', { name: 'Done' }).click()
  await expect(block(page, HARBOUR)).not.toContainText('Das klingt falsch.')
  await expect(block(page, HARBOUR)).toBeFocused()
  await elsewhere.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this report?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  // While it is open, nothing behind it has a role.
  await expect(dialog).toHaveCount(0)
  await expect(elsewhere).toHaveCount(0)
  const { data } = await service.from('translation_reports').select('status').throwOnError()
  expect(data).toEqual([{ status: 'done' }])
})

test('a block is translated again with a hint, and replaced only when the editor accepts it', async ({
  page,
  publication,
  model,
}) => {
  const original = await addHarbour(publication.service)
  await translate(publication, original.id)
  await signIn(page, DESK_ADMIN)
  await openReview(page, reviewOf(original))
  model.calls.length = 0
  model.answerWith(({ segments }) => ({
    segments: segments.map(({ id }: { id: string }) => ({ id, text: 'Schiffe kommen, Schiffe gehen.' })),
  }))
  await block(page, SHIPS).focus()
  await page.keyboard.press('r')
  await page.getByLabel('What should be different? (optional)').fill('Like a song')
  await page.keyboard.press('Enter')
  await expect(block(page, SHIPS)).toContainText('Suggested by harbour-7b')
  expect(await findAccessibilityProblems(page), 'a suggestion').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(field(page, SHIPS)).toHaveValue('de: Ships come and go.')
  expect(model.calls.map(({ input }) => input.style)).toEqual([expect.stringContaining('Like a song')])
  await page.getByRole('button', { name: 'Use the suggestion' }).click()
  await expect(field(page, SHIPS)).toHaveValue('Schiffe kommen, Schiffe gehen.')
  await expect(field(page, SHIPS)).toBeFocused()
})

test('words that were not saved are there again after a reload, and leaving asks', async ({
  page,
  publication,
}) => {
  const original = await addHarbour(publication.service)
  await translate(publication, original.id)
  await signIn(page, DESK_ADMIN)
  await openReview(page, reviewOf(original))
  await field(page, SHIPS).fill('Noch nicht gespeichert 🚀')
  await expect(page.getByText('1 unsaved change. Kept in this browser.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the original' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.reload()
  await expect(page.getByText('Your unsaved changes are here again.')).toBeVisible()
  await expect(field(page, SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')

  // Another editor saves the same block, and another one.
  const german = await readGerman(publication, original.id)
  await publication.service
    .from('articles')
    .update({ content: 'de: Der **Hafen** opens.\n\nAnders gespeichert.\n' })
    .eq('id', german?.id ?? '')
    .throwOnError()
  const changed = page.getByRole('dialog', { name: 'Two versions of the same blocks' })
  await expect(changed).toContainText('Anders gespeichert.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await changed.getByRole('button', { name: 'Go on with these' }).click()
  await expect(field(page, SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')
  await expect(field(page, HARBOUR)).toHaveValue('de: Der <b1>Hafen</b1> opens.')
  await page.keyboard.press('Control+s')
  await expectToast(page, /Readers have this text now/)
  expect(await readGerman(publication, original.id)).toMatchObject({
    content: 'de: Der **Hafen** opens.\n\nNoch nicht gespeichert 🚀\n',
  })
  await page.reload()
  await expect(field(page, SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')
  await expect(page.getByText('Your unsaved changes are here again.')).toHaveCount(0)
})

base(
  'without a model a person translates from nothing to published',
  async ({ page, publication, expectConsoleError }) => {
    expectConsoleError(/status of 422/)
    const original = await addHarbour(publication.service)
    await signIn(page, DESK_ADMIN)
    await openReview(page, reviewOf(original, '?byHand'))
    await expect(page.getByText('There is no German translation yet.')).toBeVisible()
    await expect(page.getByText('0 of 4 blocks written').first()).toBeVisible()
    await field(page, TITLE).click()
    await expect(block(page, TITLE)).toContainText('No language model is set up')
    expect(await findAccessibilityProblems(page), 'empty').toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })

    await field(page, TITLE).fill('Der Hafen öffnet')
    await page.keyboard.press('Control+s')
    await expectToast(page, /What you wrote is remembered. 3 blocks are still to be written/)
    expect(await readGerman(publication, original.id)).toBeNull()
    await page.reload()
    await expect(field(page, TITLE)).toHaveValue('Der Hafen öffnet')
    await field(page, 1).fill('Eine Fabrik, die niemand erwartet hat.')
    await field(page, SHIPS).fill('7 Schiffe kommen und gehen.')
    await field(page, HARBOUR).fill('Der Hafen öffnet.')

    await expect(block(page, HARBOUR)).toContainText('The original has the bold text <b1>')
    await expect(block(page, SHIPS)).toContainText('The translation says “7”')
    await page.getByRole('button', { name: 'Approve all' }).click()
    await expectToast(page, /2 blocks were skipped.*2 have something to look at/)
    await expect(block(page, HARBOUR)).toBeFocused()
    await page.keyboard.press('Control+s')
    await expectToast(page, /2 texts cannot be stored like this. Block 3/)
    await expect(field(page, HARBOUR)).toBeFocused()
    const refusal = page.locator('[data-bottom-bar]').getByText('texts cannot be stored like this')
    await field(page, TITLE).focus()
    await refusal.getByRole('button', { name: 'Show the block' }).click()
    await expect(field(page, HARBOUR)).toBeFocused()
    await expect(field(page, HARBOUR)).toHaveAccessibleDescription(
      'The original has the bold text <b1>, and the translation does not. Insert it at its place.',
    )
    expect(await findAccessibilityProblems(page), 'refused').toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await field(page, HARBOUR).fill('Der Hafen öffnet.')
    await field(page, HARBOUR).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(4, 9))
    await block(page, HARBOUR).getByRole('button', { name: 'Insert <b1>…</b1>: Bold' }).click()
    await expect(field(page, HARBOUR)).toHaveValue('Der <b1>Hafen</b1> öffnet.')
    await expect(refusal).toHaveCount(0)
    await expect(block(page, SHIPS)).toContainText('The translation says “7”, and the original does not.')
    await block(page, SHIPS).getByLabel('Keep it as it is').check()
    await page.getByRole('button', { name: 'Whole page' }).click()
    await expect(page.getByRole('region', { name: 'The whole page in German' })).toContainText(
      'Der Hafen öffnet.',
    )
    expect(await findAccessibilityProblems(page), 'the whole page').toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expectToast(page, /Readers have this text now/)
    expect(await readGerman(publication, original.id)).toMatchObject({
      published: true,
      slug: 'der-hafen-offnet',
      content: 'Der **Hafen** öffnet.\n\n7 Schiffe kommen und gehen.\n',
    })
  },
)

base('an address that leads to no original says so', async ({ page, publication, expectConsoleError }) => {
  expectConsoleError(/status of 40[04]/)
  const original = await addHarbour(publication.service)
  await signIn(page, DESK_ADMIN)
  for (const path of [
    `/admin/translations/${original.id}/en`,
    '/admin/translations/nothing/de',
    '/admin/translations/11111111-1111-4111-8111-111111111111/de',
  ]) {
    await page.goto(path)
    await expect(page.getByText('There is no such original, or it has been deleted.')).toBeVisible()
  }
})
