import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import { draftNewsletterJob, followNewsletterJob } from '#server/features/newsletter/jobs.ts'
import { connect } from '#server/platform/database/connection.ts'
import { runScheduledJobs } from '../support/run-scheduled-jobs.ts'
import { contentOf, expectForm, openTab, readArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { openAs } from './support/members.ts'
import type { Publication } from './support/new-publication.ts'
import { addReaders, openStep } from './support/newsletter-desk.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-mail-sink.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } })

const SLUG = 'a-ferry-without-a-captain'
const EDIT = `/admin/articles/edit/${SLUG}`

const FRENCH = [
  'Un ferry sans capitaine',
  'Il traverse seul le port depuis lundi dernier.',
  'Le ferry est parti à six heures. Personne ne tenait la barre. Le maître du port regardait.',
]
const GERMAN = [
  'Eine Fähre ohne Kapitän',
  'Seit letztem Montag fährt sie allein durch den Hafen.',
  'Die Fähre legte um sechs ab. Niemand stand am Ruder. Der Hafenmeister sah zu.',
]

const work = (page: Page) => page.getByRole('region', { name: 'Work' })
const notesTab = (page: Page) => page.getByRole('tab', { name: /^Notes/ })
const notes = (page: Page) => page.getByRole('group', { name: 'All notes' }).locator('[data-thread]')

test('six people make an article, two translations and a newsletter of it within a week', async ({
  page,
  browser,
  publication,
  sink,
}) => {
  test.slow()
  await addReaders(publication, { en: 1, fr: 1, de: 1 })
  const { desk: ida } = await openAs(browser, publication, { name: 'Ida', role: 'author' })
  const { desk: edda } = await openAs(browser, publication, { name: 'Edda', role: 'editor' })
  const { desk: fleur } = await openAs(browser, publication, {
    name: 'Fleur',
    role: 'translator',
    languages: ['fr'],
    permissions: ['publish'],
  })
  const { desk: dora } = await openAs(browser, publication, {
    name: 'Dora',
    role: 'translator',
    languages: ['de'],
  })
  const { desk: nils } = await openAs(browser, publication, { name: 'Nils', role: 'newsletter' })
  await signIn(page, DESK_ADMIN)
  for (const desk of [page, edda, fleur, dora]) await desk.goto('/admin/dashboard')

  await test.step('the author has an idea and begins it', async () => {
    await ida.goto('/admin/ideas')
    await ida.getByRole('textbox', { name: 'A new idea' }).fill('A ferry without a captain')
    await ida.keyboard.press('Enter')
    const idea = ida.getByRole('button', { name: 'A ferry without a captain', exact: true })
    await idea.focus()
    await ida.keyboard.press('b')
    await expect(ida).toHaveURL(EDIT)
    await expectForm(ida)
    await ida.getByLabel('Excerpt').fill('It has crossed the harbour alone since Monday.')
    await contentOf(ida).fill('The ferry left at six. Nobody was at the wheel.')
    await ida.keyboard.press('Control+s')
    await expectToast(ida, 'Article updated successfully!')
  })

  await test.step('the editor asks, and suggests other words, which the author takes', async () => {
    await edda.goto(EDIT)
    await expectForm(edda)
    await notesTab(edda).click()
    await edda.getByRole('tabpanel', { name: /Notes/ }).getByRole('button', { name: 'Note' }).click()
    await edda.getByRole('textbox', { name: 'Note on the whole article' }).fill('Who has watched it leave?')
    await edda.keyboard.press('Control+Enter')
    await expect(notesTab(ida)).toContainText('1')
    await notesTab(ida).click()
    await expect(notes(ida).first()).toContainText('Who has watched it leave?')

    await edda.getByRole('link', { name: 'Suggest changes' }).click()
    const text = edda.getByRole('textbox', { name: 'The text with your suggestions' })
    await text.press('Control+End')
    await edda.keyboard.type(' The harbour master watched.')
    await edda.getByRole('button', { name: 'Send 1 suggestion' }).click()
    await expectToast(edda, '1 suggestion sent.')
    await expect(notes(ida)).toHaveCount(2)
    await notes(ida).filter({ hasText: 'harbour master' }).focus()
    await ida.keyboard.press('t')
    await expectToast(ida, '1 suggestion taken')
    await expect(contentOf(ida)).toContainText('The harbour master watched.')
  })

  await test.step('the author hands it in, and the editor takes it, edits it, and says that it is ready', async () => {
    await ida.getByRole('button', { name: 'Hand in…' }).first().click()
    const dialog = ida.getByRole('dialog', { name: 'Hand in' })
    await dialog.getByRole('textbox', { name: 'What for' }).fill('Please read it once')
    await dialog.getByRole('button', { name: 'Hand in' }).click()
    await expectToast(ida, 'It is handed over: The editors.')

    await edda.goto('/admin/dashboard')
    const waiting = edda.getByRole('region', { name: /^Waits for me/ })
    await expect(waiting).toContainText('“Please read it once”')
    await waiting.getByRole('link', { name: /A ferry without a captain/ }).click()
    await expectForm(edda)
    // The tab that was open last comes back as soon as it is known that there are colleagues.
    await expect(notesTab(edda)).toHaveAttribute('aria-selected', 'true')
    const band = edda.getByRole('region', { name: 'Handed over' })
    await expect(band).toContainText('Handed in by Ida: “Please read it once”')
    await band.getByRole('button', { name: 'Take it' }).click()
    await expect(band).toContainText('With you, from Ida: “Please read it once”')
    await openTab(edda, 'Details')
    await edda.getByLabel('Excerpt').fill('It has crossed the harbour alone since last Monday.')
    await work(edda).getByRole('button', { name: 'Hand over…' }).click()
    const form = work(edda).getByRole('form', { name: 'Hand over' })
    await form.getByRole('combobox', { name: 'State' }).selectOption('Ready')
    await form.getByRole('combobox', { name: 'To' }).selectOption('Whoever publishes it')
    await form.getByRole('textbox', { name: 'What for' }).fill('Good to go')
    await form.getByRole('button', { name: 'Hand over' }).click()
    await expectToast(edda, /It is handed over/)
  })

  await test.step('the editor publishes it', async () => {
    await edda.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = edda.getByRole('dialog', { name: 'Before you publish' })
    await panel.getByRole('button', { name: /^Publish/ }).click()
    await expectToast(edda, 'Published')
    expect(await readArticle(publication.service, SLUG)).toMatchObject({
      published: true,
      excerpt: 'It has crossed the harbour alone since last Monday.',
      content: expect.stringContaining('The harbour master watched.'),
    })
  })

  await test.step('two translators take the next, and the one who may publish does', async () => {
    await translate(fleur, 'French', FRENCH)
    await expectToast(fleur, 'Saved. Readers have this text now.')
    await translate(dora, 'German', GERMAN)
    await expectToast(dora, /saved/i)
    expect(await listTranslations(publication)).toEqual([
      { language: 'de', published: false, title: 'Eine Fähre ohne Kapitän' },
      { language: 'fr', published: true, title: 'Un ferry sans capitaine' },
    ])
  })

  await test.step('the editor publishes the other translation', async () => {
    await edda.goto('/admin/drafts')
    await edda.getByRole('link', { name: 'Eine Fähre ohne Kapitän' }).first().click()
    await expectForm(edda)
    await edda.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = edda.getByRole('dialog', { name: 'Before you publish' })
    await panel.getByRole('button', { name: /^Publish/ }).click()
    await expectToast(edda, 'Published')
  })

  await test.step('the newsletter is made by one and approved by another', async () => {
    await nils.goto('/admin/newsletter')
    await nils.getByRole('button', { name: 'Generate Newsletter' }).click()
    await expectToast(nils, 'Newsletter Generated!')
    const subject = nils.getByRole('textbox', { name: 'Subject' })
    await subject.fill('A ferry, and who watched it')
    await expect(nils.getByText(/^Saved at /)).toBeVisible()
    await expect(nils.getByRole('button', { name: 'Approve and schedule' })).toHaveCount(0)

    await bringSaturday(publication)
    await page.goto('/admin/newsletter')
    await expect(page.getByRole('region', { name: 'All issues' }).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('A ferry, and who watched it')
    await openStep(page, 'Send')
    await page.getByRole('button', { name: 'Approve and schedule' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expectToast(page, 'The issue is approved and scheduled')
  })

  await test.step('and on Sunday every reader gets it', async () => {
    await bringSunday(publication)
    await expect
      .poll(() =>
        sink.receipts
          .map(({ to }) => to)
          .filter((to) => to.startsWith('reader'))
          .toSorted(),
      )
      .toEqual(['reader0@de.example.org', 'reader0@en.example.org', 'reader0@fr.example.org'])
    await page.goto('/admin/dashboard')
    await expect(page.getByText(/(It|The last one) was sent .*\d:\d\d/)).toBeVisible()
    await expect(page.getByText(/has not been begun|Nothing is sent unless/)).toHaveCount(0)
    await nils.goto('/newsletter/issues')
    await nils.getByRole('link', { name: 'A ferry, and who watched it' }).click()
    await expect(nils.getByRole('heading', { name: 'A ferry without a captain' })).toBeVisible()
  })
  for (const desk of [ida, edda, fleur, dora, nils]) await desk.context().close()
})

/** Takes what is next in the queue and writes it, block by block. */
async function translate(desk: Page, language: string, texts: string[]): Promise<void> {
  await desk.goto('/admin/translations/queue')
  await desk.getByRole('button', { name: 'Take the next' }).click()
  await expect(desk.getByRole('heading', { name: `${language} translation` })).toBeVisible()
  for (const [position, text] of texts.entries())
    await desk.locator(`[data-block="${position}"]`).getByRole('textbox').first().fill(text)
  // In a language with a translator, translations wait for a review.
  await desk.getByRole('button', { name: 'Approve all' }).click()
  await expect(desk.getByText('All blocks are approved.')).toBeAttached()
  await desk.keyboard.press('Control+s')
}

async function listTranslations({ service }: Publication) {
  const { data } = await service
    .from('articles')
    .select('language, published, title')
    .not('original_article_id', 'is', null)
    .order('language')
    .throwOnError()
  return data
}

/** Has the clock make the draft of the coming Sunday, as it does on Saturday. */
async function bringSaturday({ databaseUrl }: Publication): Promise<void> {
  const { sunday } = nextSunday(new Date(), { newsletter_time: '09:00', newsletter_zone: 'Europe/Zurich' })
  await runScheduledJobs(databaseUrl, [draftNewsletterJob], { sunday })
  const sql = connect(databaseUrl, { max: 1 })
  await expect
    .poll(() => sql`select from private.newsletter_sundays where announced_at is not null`)
    .toHaveLength(1)
  await sql.end()
}

/** Has the issue be due, and the job run that looks for such issues every minute. */
async function bringSunday({ databaseUrl }: Publication): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  await sql`update public.newsletter_issues set scheduled_for = now() where status = 'scheduled'`
  await sql.end()
  await runScheduledJobs(databaseUrl, [followNewsletterJob])
}
