import { listRevisions } from '#core/data/article-revisions.ts'
import { findSchedule, findUnpublishing } from '#core/data/article-schedules.ts'
import { publishScheduledJob } from '#server/features/articles/jobs.ts'
import { connect } from '#server/platform/database/connection.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { runScheduledJobs } from '../support/run-scheduled-jobs.ts'
import { contentOf, expectForm, readArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Before you publish' })

async function choose(page: Page, { date, time, zone }: { date: string; time: string; zone?: string }) {
  const panel = panelOf(page)
  await panel.getByLabel('At a time').first().check()
  const group = panel.getByRole('group', { name: 'At a time', exact: true })
  await group.getByLabel('Date').fill(date)
  await group.getByLabel('Time', { exact: true }).fill(time)
  if (zone) await group.getByLabel('Time zone').selectOption(zone)
}

/** Opens the form of an article, and the panel with its main button. */
async function openPanel(page: Page, slug: string, button = 'Publish') {
  await page.goto(`/admin/articles/edit/${slug}`)
  await expectForm(page)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(panelOf(page)).toBeVisible()
}

const inDays = (days: number) => new Date(Date.now() + days * 864e5)

/** As the fields for a date and a time have it. */
const minuteOf = (moment: Date) => ({
  date: moment.toISOString().slice(0, 10),
  time: moment.toISOString().slice(11, 16),
})

/** Has everything be due that waits for its time, and the job run that runs every minute. */
async function bringForward({ databaseUrl }: Publication): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  await sql`update public.article_schedules set publish_at = now() where status = 'waiting'`
  await sql`update public.article_unpublishings set unpublish_at = now()`
  await sql.end()
  await runScheduledJobs(databaseUrl, [publishScheduledJob])
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

test('an article is written, gets a picture, and is on the front page when it is due, with its finished translation', async ({
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
  await openPanel(page, draft.slug)
  const panel = panelOf(page)
  await expect(panel.getByText('German goes along')).toBeVisible()
  await expect(panel.getByText('French is not ready, it lacks: content')).toBeVisible()
  await expect(panel.getByText('Not translated: Spanish')).toBeVisible()

  const moment = minuteOf(inDays(1))
  await choose(page, { ...moment, zone: 'UTC' })
  await expect(panel).toContainText('An image has no credit.')
  await panel.getByRole('button', { name: 'Schedule anyway' }).click()
  await expectToast(page, 'Scheduled')
  expect(minuteOf(new Date((await findSchedule(service, draft.id))?.publish_at ?? ''))).toEqual(moment)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await expectForm(page)
  await bringForward(publication)
  await expect
    .poll(async () => (await findSchedule(service, draft.id))?.status, { timeout: 60_000 })
    .toBe('published')
  await expect(page.getByText('It was published as scheduled')).toBeVisible({ timeout: 60_000 })
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
  await openPanel(page, draft.slug)
  const panel = panelOf(page)
  const group = panel.getByRole('group', { name: 'At a time', exact: true })
  const submit = () => panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByLabel('At a time').first().check()
  await expect(group.getByLabel('Time zone')).toHaveValue('Europe/Zurich')

  await choose(page, { date: '2020-01-01', time: '09:00' })
  await submit()
  await expect(panel.getByText('This time is in the past.').first()).toBeVisible()
  await choose(page, { date: '2090-01-01', time: '09:00' })
  await submit()
  await expect(panel.getByText('Please choose a time within the next two years.').first()).toBeVisible()
  await choose(page, { date: '2028-03-26', time: '02:30' })
  await expect(panel.getByText('There is no such time on this day').first()).toBeVisible()
  await submit()
  await expect(group.getByLabel('Date')).toHaveValue('2028-03-26')

  await choose(page, { date: '2028-10-29', time: '02:30' })
  await submit()
  await expect(panel.getByText('This time comes twice on this day').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an error').toEqual([])
  await panel.getByLabel('Which of the two?').selectOption('second')
  await submit()
  await expectToast(page, 'Scheduled')
  const schedule = await findSchedule(publication.service, draft.id)
  expect(new Date(schedule?.publish_at ?? '').toISOString()).toBe('2028-10-29T01:30:00.000Z')
  expect(schedule?.zone).toBe('Europe/Zurich')

  await openPanel(page, draft.slug, 'Schedule')
  await expect(panel.getByText('Waiting to be published')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a schedule that waits').toEqual([])
  await expect(group.getByLabel('Date')).toHaveValue('2028-10-29')
  await choose(page, { date: '2028-10-30', time: '07:15', zone: 'Asia/Tokyo' })
  await expect(panel.getByText('Here that is Sunday, October 29, 2028')).toBeVisible()
  await panel.getByRole('button', { name: 'Save the time' }).click()
  await expectToast(page, 'Scheduled')
  await openPanel(page, draft.slug, 'Schedule')
  await expect(panel.getByText('October 30, 2028 at 7:15').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel the schedule' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel the schedule' })
    .getByRole('button', { name: 'Cancel the schedule' })
    .click()
  await expect.poll(() => findSchedule(publication.service, draft.id)).toBeNull()
  await expect(panel).toBeVisible()
  await expect(panel.getByText('Waiting to be published')).toHaveCount(0)
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
  const panel = panelOf(page)
  await expect(panel.getByLabel('At a time').first()).toBeChecked()
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expectToast(page, 'Scheduled')
  await expect(page).toHaveURL('/admin/drafts')
  await expect(page.getByRole('row', { name: /Under embargo/ })).toContainText('Scheduled for')
  expect(await readArticle(service, 'under-embargo')).toMatchObject({ published: false })

  await page.goto('/admin')
  const recent = page.getByRole('region', { name: 'Recent Articles' }).getByRole('listitem')
  await expect(recent.filter({ hasText: 'Under embargo' })).toContainText('Scheduled')
  await page.goto('/admin/articles/edit/under-embargo')
  await expectForm(page)
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Readers see this from Thursday, May 4, 2028/)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a scheduled draft').toEqual([])
  await page.getByLabel('Publish date').fill('2020-05-04T09:30')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByLabel('Now, dated Monday, May 4, 2020').check()
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Published')
  expect(await readArticle(service, 'under-embargo')).toMatchObject({ published: true })

  await page.goto(`/admin/articles/edit/${live.slug}`)
  await expectForm(page)
  await page.getByLabel('Publish date').fill('2028-05-04T09:30')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(panel).toContainText('They will not find it any more until that time')
  await panel.getByRole('button', { name: 'Keep editing' }).click()
  expect(await readArticle(service, live.slug)).toMatchObject({ published: true })
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expectToast(page, 'Scheduled')
  expect(await readArticle(service, live.slug)).toMatchObject({ published: false })
})

test('scheduling asks about what the check has found, as publishing does', async ({ page, publication }) => {
  const draft = await addArticle(
    publication.service,
    anArticle({ published: false, content: 'She said [insert quote here] and left.' }),
  )
  await signIn(page, DESK_ADMIN)
  await openPanel(page, draft.slug)
  await choose(page, { date: '2028-05-04', time: '09:30' })
  const panel = panelOf(page)
  await expect(panel).toContainText('insert quote here')
  await expect(panel.getByRole('button', { name: 'Schedule', exact: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Keep editing' }).click()
  expect(await findSchedule(publication.service, draft.id)).toBeNull()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByRole('group', { name: 'At a time', exact: true }).getByLabel('Date')).toHaveValue(
    '2028-05-04',
  )
  await panel.getByRole('button', { name: 'Schedule anyway' }).click()
  await expectToast(page, 'Scheduled')
  expect((await findSchedule(publication.service, draft.id))?.accepted).toHaveLength(1)
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
  await expectForm(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('An excerpt is required').first()).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)

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
  await expect(page.getByText('The site was not running at that time')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a missed schedule').toEqual([])
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(panelOf(page)).toBeVisible()
})

test('what the check finds only when an article is due stops it, and who has it open sees why and loses nothing', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const draft = await addArticle(
    service,
    anArticle({ published: false, content: 'She said [insert quote here] and left.' }),
  )
  await service
    .from('article_schedules')
    .insert({ article_id: draft.id, publish_at: inDays(2).toISOString(), zone: 'UTC' } as never)
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Typed while it became due')
  await bringForward(publication)
  await expect(page.getByText('It was not published')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('a placeholder (“[insert quote here]”)')).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed while it became due')
  expect(await readArticle(service, draft.slug)).toMatchObject({ published: false })
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article updated successfully!')
  await page.goto('/admin/outbox')
  await expect(page.getByRole('row', { name: /An article was not published/ })).toBeVisible()
})

test('a published article is taken away at the time that was set, with its translation, and the time can be removed', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const live = await addArticle(service, anArticle({ slug: 'live', title: 'Live now' }))
  const german = await addArticle(service, aTranslation(live, 'de'))
  await signIn(page, DESK_ADMIN)
  const panel = panelOf(page)
  const group = panel.getByRole('group', { name: 'Unpublish at a time' })
  async function endAt(moment: Date) {
    await openPanel(page, live.slug, 'Publish options')
    await panel.getByLabel('Unpublish at a time').first().check()
    await group.getByLabel('Time zone').selectOption('UTC')
    await group.getByLabel('Date').fill(minuteOf(moment).date)
    await group.getByLabel('Time', { exact: true }).fill(minuteOf(moment).time)
    await panel.getByRole('button', { name: 'Update', exact: true }).click()
    await expectToast(page, /^Will be unpublished.*Readers find it until /)
    const stored = await findUnpublishing(service, live.id)
    expect(minuteOf(new Date(stored?.unpublish_at ?? ''))).toEqual(minuteOf(moment))
    await page.goto(`/admin/articles/edit/${live.slug}`)
    await expectForm(page)
    await expect(page.getByText(/^until /)).toBeVisible()
  }
  await endAt(inDays(2))
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: '“Live now” is taken away' })).toBeVisible()
  await openPanel(page, live.slug, 'Publish options')
  await panel.getByLabel('Unpublish at a time').first().uncheck()
  await panel.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Article updated successfully!')
  expect(await findUnpublishing(service, live.id)).toBeNull()

  await page.goto(`/article/${german.slug}?lang=de`)
  await expect(page.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
  await endAt(inDays(3))
  await bringForward(publication)
  await expect
    .poll(async () => (await readArticle(service, live.slug))?.published, { timeout: 60_000 })
    .toBe(false)
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect
    .poll(async () => (await page.request.get(`/article/${german.slug}?lang=de`)).status())
    .toBe(404)
  expect(await (await page.request.get('/rss.xml')).text()).not.toContain(live.title)
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(live.slug)
})
