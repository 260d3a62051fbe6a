import { listRevisions } from '#core/data/article-revisions.ts'
import { findSchedule } from '#core/data/article-schedules.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { contentOf, expectForm, readArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const section = (page: Page) => page.getByRole('region', { name: 'Schedule' })

async function choose(page: Page, { date, time, zone }: { date: string; time: string; zone?: string }) {
  const form = section(page)
  await form.getByLabel('Date').fill(date)
  await form.getByLabel('Time', { exact: true }).fill(time)
  if (zone) await form.getByLabel('Time zone').selectOption(zone)
}

/** Drops a file on the text of an article, as a hand does. */
async function dropPicture(page: Page, bytes: Buffer): Promise<void> {
  await contentOf(page).evaluate((element, base64) => {
    const dataTransfer = new DataTransfer()
    const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    dataTransfer.items.add(new File([binary], 'field.png', { type: 'image/png' }))
    const { left, top } = element.getBoundingClientRect()
    const place = { clientX: left + 40, clientY: top + 20, dataTransfer, bubbles: true, cancelable: true }
    element.dispatchEvent(new DragEvent('drop', place))
  }, bytes.toString('base64'))
}

test('an article is written, gets a picture, and is on the front page at its minute with its finished translation', async ({
  page,
  publication,
}) => {
  test.slow()
  const { service } = publication
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('A field that weeds itself')
  await page.getByLabel('Excerpt').fill('Robots pull what nobody planted.')
  await contentOf(page).fill('They began at dawn.')
  await dropPicture(page, await paintImage('png', { width: 800, height: 450, colour: 'green' }))
  const described = page.getByRole('dialog', { name: 'Describe the image' })
  await described.getByLabel('Alt text in English').fill('A field in the morning')
  await described.getByLabel('Caption in English').fill('Nobody has been here yet')
  await described.getByRole('button', { name: 'Save' }).click()
  await expect(described).toBeHidden()
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article created successfully!')
  await expect(page).toHaveURL('/admin/articles/edit/a-field-that-weeds-itself')
  const draft = await readArticle(service, 'a-field-that-weeds-itself')
  if (!draft) throw new Error('The draft is not stored')
  const german = await addArticle(service, aTranslation(draft, 'de', { published: false }))
  await addArticle(service, aTranslation(draft, 'fr', { published: false, content: '' }))
  await page.reload()
  await expect(section(page).getByText('Deutsch goes along')).toBeVisible()
  await expect(section(page).getByText('Français is not ready, it lacks: content')).toBeVisible()

  // The next minute that begins, of the clock of the server's machine, which is this one.
  const moment = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000).toISOString()
  await choose(page, { date: moment.slice(0, 10), time: moment.slice(11, 16), zone: 'UTC' })
  await section(page).getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you publish' })
  await expect(dialog).toContainText('An image has no credit.')
  await dialog.getByRole('button', { name: 'Schedule anyway' }).click()
  await expect(section(page).getByText('Waiting to be published')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeFocused()
  await expect
    .poll(async () => (await findSchedule(service, draft.id))?.status, { timeout: 150_000 })
    .toBe('published')
  await expect(section(page).getByText('Published as scheduled')).toBeVisible({ timeout: 60_000 })
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: draft.title }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goto(`/article/${draft.slug}`)
  await expect(page.getByRole('figure')).toContainText('Nobody has been here yet')
  await expect(page.getByRole('img', { name: 'A field in the morning' })).toHaveJSProperty('complete', true)
  await page.goto(`/article/${german.slug}?lang=de`)
  await expect(page.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
  const { rows } = await listRevisions(await signInElsewhere(publication), draft.id, { page: 1, pageSize: 1 })
  expect(rows[0]?.note).toBe('Published as scheduled')
})

test('times that do not exist, come twice, are past or too far are refused with what to do, and nothing typed is lost', async ({
  page,
  publication,
}) => {
  test.slow()
  const draft = await addArticle(publication.service, anArticle({ published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  const form = section(page)
  const submit = () => form.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(form.getByLabel('Time zone')).toHaveValue('Europe/Zurich')

  await choose(page, { date: '2020-01-01', time: '09:00' })
  await submit()
  await expect(form.getByText('This time is in the past.').first()).toBeVisible()
  await choose(page, { date: '2090-01-01', time: '09:00' })
  await submit()
  await expect(form.getByText('Please choose a time within the next two years.').first()).toBeVisible()
  await choose(page, { date: '2028-03-26', time: '02:30' })
  await submit()
  await expect(form.getByText('There is no such time on this day').first()).toBeVisible()
  await expect(form.getByLabel('Date')).toHaveValue('2028-03-26')

  await choose(page, { date: '2028-10-29', time: '02:30' })
  await submit()
  await expect(form.getByText('This time comes twice on this day').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an error').toEqual([])
  await form.getByLabel('Which of the two?').selectOption('second')
  await submit()
  await expect(form.getByText('Waiting to be published')).toBeVisible()
  await page.reload()
  await expect(form.getByText('Waiting to be published')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a schedule that waits').toEqual([])
  const schedule = await findSchedule(publication.service, draft.id)
  expect(new Date(schedule?.publish_at ?? '').toISOString()).toBe('2028-10-29T01:30:00.000Z')

  await form.getByRole('button', { name: 'Change the time' }).click()
  await expect(form.getByLabel('Date')).toHaveValue('2028-10-29')
  await choose(page, { date: '2028-10-30', time: '07:15' })
  await form.getByRole('button', { name: 'Save the time' }).click()
  await expect(form.getByText('October 30, 2028 at 7:15')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel the schedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the schedule' }).click()
  await expect(form.getByRole('button', { name: 'Schedule', exact: true })).toBeVisible()
  expect(await findSchedule(publication.service, draft.id)).toBeNull()
})

test('a date in the future schedules: nothing is published before it, and a published article asks before it is taken away', async ({
  page,
  publication: { service },
}) => {
  const live = await addArticle(service, anArticle({ slug: 'live', title: 'Live now', published: true }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Under embargo')
  await page.getByLabel('Excerpt').fill('Not before Thursday.')
  await contentOf(page).fill('They have signed.')
  await page.getByLabel('Publish date').fill('2028-05-04T09:30')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expectToast(page, 'Scheduled')
  await expect(page).toHaveURL('/admin/drafts')
  await expect(page.getByRole('row', { name: /Under embargo/ })).toContainText('Scheduled for')
  expect(await readArticle(service, 'under-embargo')).toMatchObject({ published: false })

  await page.goto('/admin/articles/edit/under-embargo')
  await expectForm(page)
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Readers see this from Thursday, May 4, 2028/)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a scheduled draft').toEqual([])
  await page.getByLabel('Publish date').fill('2020-05-04T09:30')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Article updated successfully!')
  expect(await readArticle(service, 'under-embargo')).toMatchObject({ published: true })

  await page.goto(`/admin/articles/edit/${live.slug}`)
  await expectForm(page)
  await page.getByLabel('Publish date').fill('2028-05-04T09:30')
  const dialog = page.getByRole('dialog', { name: 'Unpublish this article?' })
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click()
  await expect(dialog).toContainText('Readers will not find it any more before Thursday, May 4, 2028')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await readArticle(service, live.slug)).toMatchObject({ published: true })
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expectToast(page, 'Scheduled')
  expect(await readArticle(service, live.slug)).toMatchObject({ published: false })
})

test('scheduling asks about what the check has found, as publishing does', async ({ page, publication }) => {
  const draft = await addArticle(
    publication.service,
    anArticle({ published: false, content: 'She said [insert quote here] and left.' }),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await choose(page, { date: '2028-05-04', time: '09:30' })
  const schedule = section(page).getByRole('button', { name: 'Schedule', exact: true })
  await schedule.click()
  const dialog = page.getByRole('dialog', { name: 'Before you publish' })
  await expect(dialog).toContainText('insert quote here')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await findSchedule(publication.service, draft.id)).toBeNull()
  await expect(section(page).getByLabel('Date')).toHaveValue('2028-05-04')
  await schedule.click()
  await dialog.getByRole('button', { name: 'Schedule anyway' }).click()
  await expect(section(page).getByText('Waiting to be published')).toBeVisible()
})

test('a draft that is not complete says what it lacks, and one that missed its time says why', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const unready = await addArticle(service, anArticle({ slug: 'unready', published: false, excerpt: '' }))
  const late = await addArticle(service, anArticle({ slug: 'late', published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${unready.slug}`)
  await expect(section(page).getByText('It still needs: excerpt.')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Schedule', exact: true })).toHaveCount(0)

  await service
    .from('article_schedules')
    .insert({
      article_id: late.id,
      publish_at: new Date(Date.now() - 7 * 3_600_000).toISOString(),
      zone: 'Europe/Zurich',
      status: 'missed',
      reason: 'overdue',
      settled_at: new Date().toISOString(),
    } as never)
    .throwOnError()
  await page.goto(`/admin/articles/edit/${late.slug}`)
  await expect(section(page).getByText('The site was not running at that time')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Schedule', exact: true })).toBeVisible()
})
