import { listRevisions } from '#core/data/article-revisions.ts'
import { findSchedule } from '#core/data/article-schedules.ts'
import { publishScheduledJob } from '#server/features/articles/jobs.ts'
import { connect } from '#server/platform/database/connection.ts'
import { addArticle, aTranslation } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { runScheduledJobs } from '../support/run-scheduled-jobs.ts'
import { contentOf, expectForm, readArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Has everything be due that waits for its time, and the job run that runs every minute. */
async function bringForward({ databaseUrl }: Publication): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  await sql`update public.article_schedules set publish_at = now() where status = 'waiting'`
  await sql.end()
  await runScheduledJobs(databaseUrl, [publishScheduledJob])
}

test('an article is written, gets a picture, and is on the front page when it is due, with its finished translation', async ({
  page,
  publication,
}) => {
  const { service } = publication
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('A field that weeds itself')
  await page.getByLabel('Excerpt').fill('Robots pull what nobody planted.')
  await contentOf(page).fill('They began at dawn.')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  const buffer = await paintImage('png', { width: 800, height: 450, colour: 'green' })
  await page.getByLabel('Upload a file').setInputFiles({ name: 'field.png', mimeType: 'image/png', buffer })
  const described = page.getByRole('dialog', { name: 'Describe the image' })
  await described.getByLabel('Alt text in English').fill('A field in the morning')
  await described.getByLabel('Caption in English').fill('Nobody has been here yet')
  await described.getByRole('button', { name: 'Save' }).click()
  await expect(described).toBeHidden()
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article created successfully!')
  const draft = await readArticle(service, 'a-field-that-weeds-itself')
  if (!draft) throw new Error('The draft is not stored')
  const german = await addArticle(service, aTranslation(draft, 'de', { published: false }))

  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await expectForm(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await expect(panel.getByText('German goes along')).toBeVisible()
  await panel.getByLabel('At a time').first().check()
  expect(await findAccessibilityProblems(page), 'the panel').toEqual([])
  await panel.getByRole('button', { name: 'Schedule anyway' }).click()
  await expectToast(page, 'Scheduled')
  expect(await findSchedule(service, draft.id)).toMatchObject({ status: 'waiting' })

  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await expectForm(page)
  await bringForward(publication)
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
