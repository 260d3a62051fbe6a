import { randomUUID } from 'node:crypto'
import { connect } from '#server/platform/database/connection.ts'
import { toneMp3 } from '../mocks/tone-mp3.ts'
import { SMALL } from '../support/accessibility-looks.ts'
import { addArticle, anArticle, PIECES } from '../support/articles.ts'
import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { expect } from './support/test.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SLUG = '2026-11-15'
const ISSUE = `/newsletter/issues/${SLUG}`
const SOUND = toneMp3(20)

/** An issue in English and German, of which the German one can be heard, that links to an article, which has been corrected since, and to one that is gone. */
async function addIssue({ service, url, databaseUrl }: Publication) {
  const article = await addArticle(service, anArticle(PIECES.harbour))
  const issue = {
    id: randomUUID(),
    slug: SLUG,
    status: 'sent' as const,
    approved_at: '2026-11-14T18:00:00Z',
    seal: 'seal',
    audience: 0,
    started_at: '2026-11-15T08:00:00Z',
    ended_at: '2026-11-15T08:10:00Z',
  }
  await service.from('newsletter_issues').insert(issue).throwOnError()
  const content = (
    title: string,
  ) => `<p>Good morning.</p><p>This week a town looked inside its own machines.</p>
<h2>${title}</h2><h3><a href="${url}/article/${article.slug}">Harbour town audits its algorithms</a></h3>
<p>The council has read the code of five systems that decide about its citizens, and switched off two.</p>
<p><small>Mara Lindqvist · November 12, 2026</small></p>
<ul><li>One <strong>thing</strong></li><li>Another <code>thing()</code></li></ul><p><a href="${url}/article/never-was">A story that is gone</a></p><blockquote><p>Nobody had read it before.</p></blockquote><hr />`
  const message = {
    issue_id: issue.id,
    html: '',
    body_text: '',
    preheader: 'A town reads its own algorithms.',
  }
  await service
    .from('newsletter_messages')
    .insert([
      {
        ...message,
        language: 'en',
        subject: 'Audits, chips and a quiet week',
        content: content('Top stories'),
      },
      {
        ...message,
        language: 'de',
        subject: 'Prüfungen, Chips und eine ruhige Woche',
        content: content('Die wichtigsten Meldungen'),
      },
    ])
    .throwOnError()
  await addRecording({ databaseUrl }, issue.id)
  const note = { article_id: article.id, text: 'The council read six systems, not five.' }
  await service.from('article_corrections').insert(note).throwOnError()
}

/** Says that the German message has a recording, whose sound the test sends. */
async function addRecording(
  { databaseUrl }: Pick<Publication, 'databaseUrl'>,
  issueId: string,
): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    await sql`insert into private.newsletter_audio (issue_id, language) values (${issueId}, 'de')`
    await sql`
      update private.newsletter_audio set made_at = now(), model = 'a-voice', voice = 'mara', seconds = 20,
        bytes = ${SOUND.length}, parts = '[]'
      where issue_id = ${issueId}`
  } finally {
    await sql.end()
  }
}

test('an issue and the archive are accessible in every language', async ({ page, publication }) => {
  test.slow()
  await addIssue(publication)
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, ISSUE, { language })
    await expect(page.locator('#corrected')).toBeVisible()
    // Only the words differ from language to language.
    const widths = language === 'de' ? undefined : [SMALL]
    const found = await findAccessibilityProblems(page, widths)
    await openScreen(page, '/newsletter/issues', { language })
    await expect(page.locator('main li h2')).toHaveCount(1)
    return [...found, ...(await findProblemsOfKnownComponents(page, widths))]
  })
  expect(problems).toEqual([])
})

test('a reader without scripts comes from the landing page to an issue, in the language of the page', async ({
  browser,
  publication,
}) => {
  await addIssue(publication)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: publication.url })
  const page = await context.newPage()
  await page.goto('/newsletter?lang=de')
  await page.getByRole('link', { name: 'Alle Ausgaben' }).click()
  await page.getByRole('link', { name: 'Prüfungen, Chips und eine ruhige Woche' }).click()
  await expect(page).toHaveURL(`${ISSUE}?lang=de`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prüfungen, Chips und eine ruhige Woche')
  await expect(page.getByRole('heading', { name: 'Die wichtigsten Meldungen' })).toBeVisible()
  await context.close()
})

test('a reader hears an issue by keyboard, also without scripts, and finds its podcast', async ({
  browser,
  publication,
}) => {
  await addIssue(publication)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: publication.url })
    const asked: string[] = []
    await context.route('**/newsletter/audio/*.mp3', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'audio/mpeg', body: SOUND })
    })
    const page = await context.newPage()
    await page.goto('/newsletter/issues?lang=de')
    const podcast = page.getByRole('link', { name: 'Als Podcast', exact: true })
    const feed = await page.request.get((await podcast.getAttribute('href')) ?? '')
    expect(await feed.text()).toContain('<title>Prüfungen, Chips und eine ruhige Woche</title>')
    await podcast.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const statement = 'Eine Maschine liest diese Ausgabe vor (Stimmmodell a-voice).'
    await expect(page.getByText(statement)).toBeVisible()
    const audio = page.locator('audio')
    expect(asked).toEqual([])
    await audio.focus()
    await page.keyboard.press('Space')
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
      .toBeGreaterThan(0)
    expect(asked).not.toEqual([])
    await context.close()
  }
})
