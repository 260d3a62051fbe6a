import { findDeskArticle } from '#core/data/desk-articles.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { connect } from '#server/platform/database/connection.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { expectForm, readArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { storeSourcedArticle } from './support/sourced-articles.ts'
import { expect } from './support/test.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SLUG = 'lumen-hires-in-graz'
const TITLE = 'Lumen AG hires in Graz'
const HIRES = 'According to Lumen Daily, Lumen AG hires 1,200 people in Graz by 2027.'
const CHANGED = 'According to Lumen Daily, Lumen AG hires 1,500 people in Graz by 2027.'

const storeDraft = (publication: Publication, text: string) =>
  storeSourcedArticle(publication, {
    ...{ slug: SLUG, title: TITLE, excerpt: 'Lumen AG hires 1,200 people in Graz.' },
    sources: [
      {
        outlet: 'Lumen Daily',
        title: 'Lumen wants more people',
        sentences: ['Lumen AG will hire 1,200 people in Graz by 2027.'],
      },
    ],
    sentences: [{ text, cites: ['1.1'] }],
  })

test('a changed number is published neither from the panel, nor at a time, nor from the list', async ({
  page,
  publication,
}) => {
  await storeDraft(publication, CHANGED)
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${SLUG}`)
  await expectForm(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expect(panel.getByText('1 sentence is not covered')).toBeVisible()
  await panel.getByLabel('At a time').first().check()
  await panel.getByRole('button', { name: /^Schedule/ }).click()
  await expect(panel.getByRole('button', { name: CHANGED })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the panel').toEqual([])

  await page.goto('/admin/drafts')
  await page.getByRole('checkbox', { name: `Select ${TITLE}` }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: 'Publish 1 draft' }).getByRole('button', { name: 'Publish' }).click()
  const report = page.getByRole('dialog', { name: '0 of 1 done' })
  await expect(report.getByRole('listitem')).toContainText('has sentences that no source covers')
  expect(await readArticle(publication.service, SLUG)).toMatchObject({ published: false })
  const { data } = await publication.service.from('article_schedules').select('status').throwOnError()
  expect(data).toEqual([])
})

test('an earlier version that is not covered does not come back before readers', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const { id } = await storeDraft(publication, CHANGED)
  const editor = await signInElsewhere(publication)
  const cites = [{ text: HIRES, cites: ['1.1'] }]
  const save = async (values: { content: string } | { published: boolean }) => {
    const since = (await findDeskArticle(publication.service, id))?.updated_at ?? ''
    expect((await saveArticle(editor, { id, since, values })).status).toBe('saved')
  }
  await save({ content: HIRES })
  expect(
    (await editor.functions.invoke('judge-article', { body: { articleId: id, cites } })).error,
  ).toBeNull()
  await save({ published: true })

  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/history/${id}`)
  await page.getByRole('link', { name: 'Compare' }).last().click()
  await page.getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByRole('alert')).toContainText('sentences are not covered by their sources')
  expect(await readArticle(publication.service, SLUG)).toMatchObject({ content: HIRES, published: true })
})

test('an article of which a source was withdrawn waits for an editor, is marked with its translations, and is looked at', async ({
  page,
  publication,
}) => {
  const { service, databaseUrl } = publication
  const article = await storeDraft(publication, HIRES)
  await service.from('articles').update({ published: true }).eq('id', article.id).throwOnError()
  await addArticle(
    service,
    aTranslation({ ...anArticle(), id: article.id }, 'de', { title: 'Lumen in Graz' }),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  const row = page.getByRole('row').filter({ hasText: TITLE })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('A source has changed')

  const sql = connect(databaseUrl, { max: 1 })
  await sql`update public.article_sources set state = 'withdrawn'`
  await sql.end()
  await expect(row).toContainText('A source has changed')
  expect(await findAccessibilityProblems(page), 'the list').toEqual([])
  await page.goto('/admin/articles?language=de')
  await expect(page.getByRole('row').filter({ hasText: 'Lumen in Graz' })).toContainText(
    'A source has changed',
  )

  await page.goto('/admin/dashboard')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting).toContainText('Lumen Daily')
  expect(await findAccessibilityProblems(page), 'the dashboard').toEqual([])
  await waiting.getByRole('link', { name: `A source of “${TITLE}” was withdrawn` }).click()
  await expectForm(page)
  const source = page.getByRole('region', { name: 'Sources', exact: true }).getByRole('listitem').first()
  await expect(source).toContainText('withdrawn')
  await source
    .getByRole('button', { name: 'Say that the change of source 1, Lumen Daily, was looked at' })
    .click()
  await expect(source).toContainText('looked at')
  expect(await findAccessibilityProblems(page), 'the sources').toEqual([])
  await page.goto('/admin/dashboard')
  await expect(waiting).toContainText('Nothing waits for you.')
})
