import { formatDay, formatMonth } from '#app/admin/calendar/format-day.ts'
import { listCalendar } from '#core/data/calendar.ts'
import { addIdea } from '#core/data/ideas.ts'
import { daysOfView, mondayOf, shiftDay, shiftMonth } from '#core/domain/calendar.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A week in which nothing happens by itself while a test runs. */
const MONDAY = shiftDay(mondayOf(new Date().toISOString().slice(0, 10)), 28)
const day = (days: number) => shiftDay(MONDAY, days)
const WEEK = `/admin/calendar?day=${MONDAY}`

const dayOf = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)
const entryOf = (page: Page, title: string) => page.getByRole('button', { name: title })

async function plan(publication: Publication) {
  const client = await signInElsewhere(publication)
  const { id } = await addIdea(client, { title: 'Of quaggas', planned_on: day(1), section: 'opinion' })
  const draft = await addArticle(
    publication.service,
    anArticle({ title: 'A field that weeds itself', published: false }),
  )
  const { data } = await client.rpc('schedule_article', {
    p_article_id: draft.id,
    p_publish_at: `${day(2)}T23:30:00Z`,
    p_zone: 'UTC',
    p_accepted: [],
  })
  expect(data).toMatchObject({ status: 'scheduled' })
  return { client, ideaId: id, draft }
}

test('a week shows what is planned, and lets it be dragged to another day', async ({ page, publication }) => {
  const { client, draft } = await plan(publication)
  await signIn(page, DESK_ADMIN)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(WEEK)
  await expect(dayOf(page, day(1))).toContainText('Of quaggas')
  // Days are those of the publication, whose clocks are ahead of UTC.
  await expect(dayOf(page, day(3))).toContainText('A field that weeds itself')

  const from = await entryOf(page, 'A field that weeds itself').boundingBox()
  const to = await dayOf(page, day(5)).boundingBox()
  if (!from || !to) throw new Error('The calendar has no boxes')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 120, { steps: 5 })
  await page.mouse.up()
  await expectToast(page, 'Moved to')
  await expect(dayOf(page, day(5))).toContainText('A field that weeds itself')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { data } = await client
    .from('article_schedules')
    .select('publish_at')
    .eq('article_id', draft.id)
    .single()
    .throwOnError()
  expect(new Date(data.publish_at).toISOString()).toBe(`${day(4)}T23:30:00.000Z`)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dayOf(page, day(3))).toContainText('A field that weeds itself')
})

test('the keyboard moves an idea over the end of the week, and Escape leaves it', async ({
  page,
  publication,
}) => {
  const { client } = await plan(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(WEEK)
  await entryOf(page, 'Of quaggas').focus()
  await page.keyboard.press('m')
  const bar = page.getByRole('group', { name: 'Move: Of quaggas' })
  await expect(bar.getByRole('button', { name: 'Put it there' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(bar.getByRole('status')).toContainText(`${formatDay(day(2))}.`)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(entryOf(page, 'Of quaggas')).toBeFocused()
  await expect(dayOf(page, day(1))).toContainText('Of quaggas')

  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(`/admin/calendar?day=${day(8)}`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dayOf(page, day(9))).toContainText('Of quaggas')
  await expect(entryOf(page, 'Of quaggas')).toBeFocused()
  const window = { from: day(9), until: day(9), zone: 'UTC', person: null, language: null, section: null }
  expect((await listCalendar(client, window)).items.map(({ title }) => title)).toEqual(['Of quaggas'])
})

test('what somebody else has moved meanwhile is not moved again', async ({ page, publication }) => {
  const { client, ideaId } = await plan(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(WEEK)
  await entryOf(page, 'Of quaggas').click()
  const dialog = page.getByRole('dialog', { name: 'Of quaggas' })
  await expect(dialog).toContainText(formatDay(day(1)))
  await client
    .from('ideas')
    .update({ planned_on: day(4) })
    .eq('id', ideaId)
    .throwOnError()
  // Every open desk is told.
  await expect(dayOf(page, day(4))).toContainText('Of quaggas')
  await dialog.getByLabel('Day').fill(day(6))
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expectToast(page, 'Somebody else has moved or changed this meanwhile.')
  await expect(dayOf(page, day(4))).toContainText('Of quaggas')
})

test('the address holds view, day and filters', async ({ page, publication }) => {
  await plan(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/calendar?day=tomorrow&view=year&section=nowhere&x=1')
  await expect(page).toHaveURL('/admin/calendar?section=nowhere')
  await page.goto(WEEK)
  await page.getByRole('link', { name: 'Month' }).click()
  await expect(page).toHaveURL(`/admin/calendar?view=month&day=${MONDAY}`)
  await expect(page.locator('[data-day]')).toHaveCount(daysOfView('month', MONDAY).length)
  await expect(page.getByText(formatMonth(MONDAY), { exact: true })).toBeVisible()
  await page.getByLabel('Section').selectOption('opinion')
  await expect(entryOf(page, 'A field that weeds itself')).toHaveCount(0)
  await expect(entryOf(page, 'Of quaggas')).toBeVisible()
  await page.getByLabel('Section').selectOption('')
  for (let clicks = 0; clicks < 2; clicks++) await page.getByRole('link', { name: 'Next month' }).click()
  await expect(page.getByText(formatMonth(shiftMonth(MONDAY, 2)), { exact: true })).toBeVisible()
  await expect(entryOf(page, 'Of quaggas')).toHaveCount(0)
})

test('programs read the calendar at an address that is shown once and can be revoked', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/calendar')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your calendar’s address' })
  const address = await dialog.getByLabel('Address').inputValue()
  expect(address).toMatch(/\/calendar\/[0-9a-f]{64}\.ics$/)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  const path = new URL(address).pathname
  const read = async () => (await fetch(publication.url + path)).status
  expect(await read()).toBe(200)
  await expect(page.getByText('Your address was made on')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the address' }).click()
  await expectToast(page, 'The address is revoked.')
  await expect(page.getByText('You have no such address.')).toBeVisible()
  expect(await read()).toBe(404)
})

test('week, month and the bar for moving are accessible', async ({ page, publication }) => {
  await plan(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(`${WEEK}&view=month`)
  await expect(entryOf(page, 'Of quaggas')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.goto(WEEK)
  await entryOf(page, 'Of quaggas').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Move it day by day' }).click()
  await expect(page.getByRole('group', { name: 'Move: Of quaggas' })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})
