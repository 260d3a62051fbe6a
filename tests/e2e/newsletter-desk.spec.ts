import { withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import {
  addNews,
  addSubscribers,
  chooseNow,
  generate,
  openIssue,
  openNewsletter,
  openStep,
  readEnglish,
  stepHeader,
  subject,
} from './support/newsletter-desk.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const WINDOW = { width: 1280, height: 900 }

// Without motion, because axe would measure colours in the middle of a transition.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: WINDOW,
})

const items = (page: Page, section: string) =>
  page.getByRole('region', { name: section, exact: true }).getByRole('article')
/** Looks at the page in all sizes and themes, and leaves it as wide as it was. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await findAccessibilityProblems(page), what).toEqual([])
  await page.setViewportSize(WINDOW)
}
const saved = (page: Page) => expect(page.getByText(/^Saved at /)).toBeVisible()

test('an issue is generated, found in the command bar, and arranged by keyboard and pointer', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await openNewsletter(page)
  await expect(page.getByText('There are no issues yet.')).toBeVisible()
  const sunday = page.getByRole('region', { name: 'This Sunday' })
  await expect(sunday).toContainText('Nothing goes out on Sunday unless somebody approves it.')
  await expectAccessible(page, 'no issue')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('briefing')
  await expect(page.getByRole('option', { name: 'Newsletter', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await generate(page, 'Created with 5 recent articles')
  await expect(page.getByText('Composed by rules, without a language model').first()).toBeVisible()
  await openIssue(page)
  await openStep(page, 'Editions')
  await expect(page.getByRole('tab', { name: 'Portuguese Missing' })).toBeVisible()
  await openStep(page, 'Subject and text')

  const top = items(page, 'Top stories')
  const first = (await top.first().getAttribute('aria-label')) ?? ''
  const second = (await top.nth(1).getAttribute('aria-label')) ?? ''
  const down = page.getByRole('button', { name: `Move “${first}” down` })
  await down.press('Enter')
  await expect(top.first()).toHaveAccessibleName(second)
  await expect(down).toBeFocused()
  await expect(page.getByText(`“${first}” is now number 2 of`)).toBeAttached()
  await page.locator('[draggable=true]').nth(1).dragTo(top.first())
  await expect(top.first()).toHaveAccessibleName(first)

  await page.getByRole('button', { name: `Leave out “${second}”` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Told last week')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave out' }).click()
  await expect(top.filter({ hasText: second })).toHaveCount(0)
  const stored = async () => {
    const { data } = await publication.service.from('newsletter_items').select('left_out').throwOnError()
    return data.map(({ left_out }) => left_out)
  }
  await expect.poll(stored).toContain('Told last week')
  await page.getByText(/^Left out \(/).click()
  await expect(page.getByText('Told last week')).toBeVisible()
  await expectAccessible(page, 'a draft')
  await page.getByRole('button', { name: `Put back “${second}”` }).click()
  await expect(top.last()).toHaveAccessibleName(second)
  await expect.poll(stored).not.toContain('Told last week')
})

test('what is typed is stored by itself, and a content by hand is cleaned, previewed and given up', async ({
  page,
  publication,
}) => {
  test.slow()
  await addNews(publication)
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  await subject(page).fill('Ships and chips')
  await page.getByRole('textbox', { name: /^Summary of “A bakery/ }).fill('Bread, forecast.')
  await saved(page)
  // The subject may be saved before the summary is.
  await expect.poll(async () => (await readEnglish(publication)).subject).toBe('Ships and chips')
  await expect
    .poll(async () => (await publication.service.from('newsletter_summaries').select('summary, origin')).data)
    .toContainEqual({ summary: 'Bread, forecast.', origin: 'person' })
  await expect(page.getByText('Written or changed by a person.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByText(/Reviewed .*\d.*\./)).toBeVisible()

  await page.getByRole('button', { name: 'Edit the content yourself' }).click()
  const visual = page.getByRole('textbox', { name: 'Content' })
  await expect(visual).toContainText('Bread, forecast.')
  await expectAccessible(page, 'the visual editor')
  await visual.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Dear readers')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  const content = async () => (await readEnglish(publication)).content
  await expect.poll(content).toMatch(/^<p><strong>Dear readers<\/strong><\/p>\n<p>/)
  await page.keyboard.press('Control+z')
  await expect.poll(content).toMatch(/^<p>Dear readers<\/p>\n<p>/)

  // What is pasted comes in as clean as it will be sent.
  await page.keyboard.press('Control+End')
  await visual.evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      '<p style="color:red" onclick="x()">Pasted <b>bold</b> <a href="javascript:x()">trap</a><script>x()</script></p><ul><li>One</li></ul>',
    )
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect.poll(content).toContain('Pasted <strong>bold</strong> trap')
  await expect.poll(content).toMatch(/<ul><li>One<\/li><\/ul>/)
  expect(await content()).not.toMatch(/script|style|onclick/)

  await page.getByRole('button', { name: 'Picture' }).click()
  const picture = page.getByRole('dialog', { name: 'Picture' })
  await picture.getByLabel('Address of the picture').fill('/favicon.svg')
  await picture.getByRole('button', { name: 'Insert the picture' }).click()
  await expect(picture.getByText('Say what the picture shows.')).toBeVisible()
  await expect(picture.getByLabel('Alt text')).toBeFocused()
  await page.keyboard.type('An eye')
  await page.keyboard.press('Enter')
  await expect(visual).toBeFocused()
  await expect.poll(content).toContain('<img src="/favicon.svg" alt="An eye">')

  await page.getByRole('tab', { name: 'Source' }).click()
  const source = page.getByRole('textbox', { name: 'Content' })
  await source.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '<h2>By hand</h2>\n<p onclick="x()">A <a href="/about">link</a></p><script>alert(1)</script><p data-section="tech">Technology</p><h3>Processors</h3>',
  )
  await expect.poll(content).toContain('<h2>By hand</h2>')
  await expectAccessible(page, 'the source')

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe[title^="Preview of"]')
  await expect(frame.getByRole('heading', { name: 'By hand' })).toBeVisible()
  const html = await frame.locator('html').innerHTML()
  expect(html).not.toMatch(/<script|onclick/)
  await expect(page.getByText(/kB \([\d,]+ of 102,400 bytes\)/)).toBeVisible()
  const iframe = page.locator('iframe[title^="Preview of"]')
  await expect(iframe).toBeInViewport({ ratio: 0.8 })
  expect(await iframe.getAttribute('sandbox')).not.toMatch(/allow-scripts|allow-same-origin/)
  await page.getByRole('checkbox', { name: 'Hack' }).press(' ')
  await expect(page.getByText('Nothing in this edition is of these sections')).toBeVisible()
  await expect(frame.getByRole('heading', { name: 'Processors' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Technology' }).press(' ')
  await expect(frame.getByRole('heading', { name: 'Processors' })).toBeVisible()
  await expect(page.getByText('Nothing in this edition is of these sections')).toBeHidden()
  await expectAccessible(page, 'the preview')
  await page.getByRole('radio', { name: 'Phone' }).click()
  expect((await iframe.boundingBox())?.width).toBe(375)
  const background = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await background()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  await page.getByRole('tab', { name: 'Text part' }).click()
  await expect(page.getByText('By hand', { exact: false }).last()).toBeVisible()

  await page.getByRole('button', { name: 'Back to the items' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await content()).toContain('By hand')
  await page.getByRole('button', { name: 'Back to the items' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the items' }).click()
  await expect.poll(content).toBe(null)
  await expect(items(page, 'Top stories').first()).toBeVisible()
})

test('two people write the same subject, and neither is overwritten unseen', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await withoutLiveUpdates(page)
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  /** Stored just before the page stores its own, after everything that it has fetched. */
  let theirs: string | null = 'Theirs'
  await page.route('**/rest/v1/newsletter_editions*', async (route) => {
    if (route.request().method() === 'PATCH' && theirs !== null) {
      const theirsFirst = { subject: theirs }
      theirs = null
      await publication.service
        .from('newsletter_editions')
        .update(theirsFirst)
        .eq('language', 'en')
        .throwOnError()
    }
    await route.continue()
  })
  await subject(page).fill('Mine')
  await expect(page.getByText('Somebody else has changed this text')).toBeVisible()
  await expect(page.getByText('Theirs', { exact: true })).toBeVisible()
  await expect(page.getByText(/decide which one stays\. This browser keeps it\./).first()).toBeVisible()
  expect((await readEnglish(publication)).subject).toBe('Theirs')
  await expectAccessible(page, 'a conflict')

  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await readEnglish(publication)).subject).toBe('Mine')
  theirs = 'Theirs again'
  await subject(page).fill('Mine again')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(subject(page)).toHaveValue('Theirs again')
})

test('what could not be stored is here again after the page was closed', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|Failed to load resource/)
  await addNews(publication)
  await openNewsletter(page)
  await generate(page)
  const stored = (await readEnglish(publication)).subject
  await page.route('**/rest/v1/newsletter_editions*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await subject(page).fill('Typed without a connection')
  await expect(page.getByText('No connection. This browser keeps it.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave with unsaved changes?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/drafts')
  expect((await readEnglish(publication)).subject).toBe(stored)

  await page.unroute('**/rest/v1/newsletter_editions*')
  await page.getByRole('link', { name: 'Newsletter Issues' }).click()
  await expect(subject(page)).toHaveValue('Typed without a connection')
  await expect.poll(async () => (await readEnglish(publication)).subject).toBe('Typed without a connection')
})

test('what is missing is said before anything is sent', async ({ page, publication }) => {
  await addNews(publication)
  await openNewsletter(page)
  await page.getByRole('button', { name: 'New empty issue' }).click()
  await expect(page.getByText('This issue has no items.', { exact: false })).toBeVisible()
  await openStep(page, 'Check')
  await page.getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, 'Please enter a test email address')
  await page.getByLabel('Test email address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, 'Please fill in both subject and content')
  await chooseNow(page)
  await page.getByRole('button', { name: 'Send to all' }).click()
  await expectToast(page, 'Please fill in both subject and content')

  await openStep(page, 'Subject and text')
  await page.getByText('Generate it again, or begin another issue').click()
  await generate(page)
  await subject(page).fill('🙂'.repeat(200))
  await expect(page.getByText('200/200')).toBeVisible()
  await saved(page)
  await subject(page).fill('🙂'.repeat(201))
  await expect(page.getByText('201/200')).toBeVisible()
  await openStep(page, 'Send')
  await page.getByRole('button', { name: 'Send to all' }).click()
  await expectToast(page, 'Subject must be 200 characters or less')
  expect(Array.from((await readEnglish(publication)).subject)).toHaveLength(200)

  await openStep(page, 'Subject and text')
  await subject(page).fill('Ships and chips')
  await openStep(page, 'Send')
  await page.getByRole('button', { name: 'Send to all' }).click()
  await expectToast(page, 'There are no active subscribers to send the newsletter to')
})

test('without a mail server an issue is tested, approved and sent into the outbox, the first messages before a pause, and is nowhere called sent', async ({
  page,
  publication,
}) => {
  test.slow()
  await addNews(publication)
  await addSubscribers(
    publication,
    Array.from({ length: 53 }, (_, index) => `reader${index}@example.org`),
  )
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  await subject(page).fill('Ships and chips')
  await openStep(page, 'Check')
  const untested = page.getByText('No test has been sent since the last change.')
  await expect(untested).toBeVisible()
  await page.getByLabel('Test email address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, /The test is in the outbox.*ada@example\.org gets none/s)
  await expect(page.getByText('The present texts have been tested.')).toBeVisible()
  await expect(untested).toHaveCount(0)
  await page.getByRole('button', { name: 'Start a trial run' }).click()
  await expect(page.getByText(/^53 messages composed in .* Nothing was sent\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Run the checklist' }).click()
  await expect(page.getByText('Nobody reads the replies: there is no reply address.').first()).toBeVisible()
  await expectAccessible(page, 'an issue after a trial run')

  await chooseNow(page)
  await page.getByLabel('Send the first 50, then pause').check()
  await page.getByRole('button', { name: 'Send to all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send into the outbox?' })
  await expect(dialog).toContainText('none of your 53 active subscribers gets anything')
  await expect(dialog).toContainText('It pauses after the first 50.')
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Send into the outbox' }).click()
  const choice = dialog.getByLabel('Send into the outbox, I am trying it out')
  await expect(choice).toBeFocused()
  await expect(choice).toHaveAccessibleDescription('Please confirm that it is to go into the outbox.')
  await choice.check()
  await dialog.getByRole('button', { name: 'Send into the outbox' }).click()
  const progress = page.getByRole('region', { name: 'Paused' })
  await expect(progress).toContainText('50 of 53 messages in the outbox')
  await expect(progress.getByRole('heading', { name: 'Paused' })).toBeFocused()
  await expect(progress).toBeInViewport()
  await openStep(page, 'Subject and text')
  await expect(subject(page)).not.toBeEditable()
  await expectAccessible(page, 'a pause')
  await progress.getByRole('button', { name: 'Resume' }).click()
  await expectToast(page, 'The newsletter is in the outbox: 53 of 53 messages')
  await expect(page.getByRole('region', { name: 'In the outbox', exact: true })).toContainText(
    '53 of 53 messages in the outbox',
  )
  const history = page.getByRole('region', { name: 'History of this issue' })
  for (const event of ['Approved', 'Storing in the outbox began', 'Paused', 'In the outbox'])
    await expect(history.getByText(event, { exact: true }).first()).toBeVisible()
  const { count } = await publication.service
    .from('outbox_mails')
    .select('id', { count: 'exact', head: true })
    .like('recipient', 'reader%')
    .throwOnError()
  expect(count).toBe(53)
  await expect(page.getByText('Mail stays in the outbox')).toBeVisible()
  await expect(page.getByText(/\bsent successfully\b/)).toHaveCount(0)
  await page.goto('/admin/outbox')
  await expect(page.getByText('Mail stays in the outbox')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'In the outbox' }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Sent', exact: true })).toHaveCount(0)
})

test('an approved issue is read-only until it is reopened, and waits for its Sunday', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await addSubscribers(publication, ['ada@example.org'])
  await openNewsletter(page)
  await generate(page)
  await openStep(page, 'Send')
  await expect(page.getByRole('radio', { name: /^Sunday/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Send to all' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve and schedule' }).click()
  await page.getByLabel('Send into the outbox, I am trying it out').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve for the outbox' }).click()
  await expectToast(page, 'The issue is approved and scheduled')
  await expect(page.getByText(/^It goes into the outbox /)).toBeVisible()
  const lookOf = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('class')
  expect(await lookOf('Send to all now')).toBe(await lookOf('Generate Newsletter'))
  await expect(stepHeader(page, 'Check')).toContainText('checked when it was approved')
  await openStep(page, 'Subject and text')
  await expect(subject(page)).not.toBeEditable()
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0)

  await openIssue(page)
  await expectAccessible(page, 'a scheduled issue')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(subject(page)).toBeEditable()
  await page.getByRole('button', { name: 'Cancel the issue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the issue' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await page.goto('/admin/newsletter/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Issue not found' })).toBeVisible()
})

test('the health check says by which way newsletters leave, or that they do not, here and with the delivery', async ({
  page,
}) => {
  await openNewsletter(page)
  await expect(page.getByText('Mail stays in the outbox')).toBeVisible()
  const check = async () => {
    await page.getByRole('button', { name: 'Run the health check' }).click()
    await expect(page.getByText('Newsletters stay in the outbox')).toBeVisible()
    await expect(page.getByText('Not set')).toBeVisible()
  }
  await check()
  await page.getByRole('link', { name: 'Delivery and outbox' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  await check()
  await expect(page.getByRole('heading', { name: 'Sender’s Domain' })).toBeVisible()
  await expectAccessible(page, 'the delivery')
})

test('the page says when issues go out without an approval, because the settings say so', async ({
  page,
  publication: { service },
}) => {
  await service.from('settings').insert({ key: 'newsletter_automatic', value: true }).throwOnError()
  await openNewsletter(page)
  const sunday = page.getByRole('region', { name: 'This Sunday' })
  await expect(sunday).toContainText('On Sunday the generated issue goes out even if nobody approves it')
  await service.from('settings').delete().eq('key', 'newsletter_automatic').throwOnError()
  await page.reload()
  await expect(sunday).toContainText('Nothing goes out on Sunday unless somebody approves it.')
})
