import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendNewsletter } from '#core/data/newsletter-sending.ts'
import { newsletterIssuePath } from '#core/paths.ts'
import { HOSTILE_HTML } from '#server/features/newsletter/testing/hostile-html.ts'
import { startTestApp } from '../support/app.ts'
import { launchOptions } from '../support/chromium.ts'
import { addReaders } from '../support/newsletter-issues.ts'

const app = await startTestApp()
const { sql } = app.database
const admin = await app.administrator()
let browser: Browser
let page: Page
/** The documents that the browser is given, each in a frame. */
let shown: string[] = []
/** The dialogs that a browser was made to open, and its requests for anything but the documents and pictures. */
let happened: string[] = []

beforeAll(async () => {
  await addReaders(sql, 1)
  browser = await chromium.launch(await launchOptions())
  page = await browser.newPage()
  page.on('dialog', (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  await page.route('**', (route) => {
    const request = route.request()
    const asked = PAGES.indexOf(request.url())
    const body = asked < 0 ? undefined : asked === 0 ? framesOf(shown.length) : shown[asked - 1]
    if (body !== undefined) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' })
    if (request.resourceType() !== 'image') happened.push(`a request for ${request.url()}`)
    return route.abort()
  })
})
afterAll(async () => {
  await browser.close()
  await app.stop()
})

/** The page with the frames, and their pages. */
const PAGES = ['', '1', '2', '3'].map((name) => `http://mail.example/${name}`)
const framesOf = (count: number) =>
  PAGES.slice(1, 1 + count)
    .map((address) => `<iframe src="${address}"></iframe>`)
    .join('')

/** Finds the active parts of documents, as the parser of a browser understands them, with scripts on. */
async function dangersIn(...documents: { html: string; inside: string }[]): Promise<string[]> {
  happened = []
  shown = documents.map(({ html }) => html)
  await page.goto(PAGES[0] as string, { waitUntil: 'load' })
  const found = await Promise.all(documents.map(({ inside }, n) => actingIn(PAGES[n + 1] as string, inside)))
  return [...happened, ...found.flat()]
}

function actingIn(address: string, inside: string): Promise<string[]> {
  const frame = page.frame({ url: address })
  if (!frame) throw new Error(`${address} has gone elsewhere`)
  return frame.evaluate((selector) => {
    const acting =
      'script, iframe, object, embed, form, input, button, base, link, meta, svg, math, template, style, video, audio, details'
    return [...document.querySelectorAll(selector)].flatMap((root) =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.matches(acting) ? [`<${element.localName}>`] : []),
        ...[...element.attributes].flatMap(({ name, value }) =>
          /^on|^(?:srcdoc|formaction|ping|xlink:href)$/i.test(name) ||
          (/^(?:href|src|action|data|background)$/i.test(name) &&
            !/^(?:https?:|mailto:|\/(?![/\\]))/.test(value))
            ? [`${element.localName} ${name}=${value}`]
            : [],
        ),
      ]),
    )
  }, inside)
}

test('what is dangerous is found where nothing has made it harmless', async () => {
  const html =
    '<div id="x"><img src="/a" onerror="alert(1)"><a href="javascript:alert(1)">x</a><script>alert(2)</script></div>'
  const dangers = await dangersIn({ html, inside: '#x' })
  expect(dangers).toEqual(
    expect.arrayContaining(['a dialog: 2', 'img onerror=alert(1)', 'a href=javascript:alert(1)', '<script>']),
  )
})

let sent = 0

test.each(HOSTILE_HTML.map((hostile, number) => [number, hostile] as const))(
  'hostile content %i does nothing in the preview, in the mail and on the web',
  async (number, hostile) => {
    const content = `<p>Before.</p>${hostile}<p>After.</p>`
    const [draft] = await sql<
      [{ id: string }]
    >`insert into public.newsletter_issues default values returning id`
    await sql`
      insert into public.newsletter_editions (issue_id, language, subject, introduction, origin)
      values (${draft.id}, 'en', 'x', '', 'person')`
    const preview = await admin.functions.invoke('preview-newsletter', {
      body: { issueId: draft.id, language: 'en', content },
    })
    const subject = `Number ${number}`
    const outcome = await sendNewsletter(admin, { subject, content })
    if (outcome.status === 'refused') {
      // Two of them are not text that a database can store.
      expect([hostile, outcome.message]).toEqual([hostile, 'The content must be text'])
      return
    }
    sent += 1
    const [mail] = await sql<[{ html: string; slug: string }]>`
      select body_html as html, slug from public.outbox_mails
      join public.newsletter_deliveries as delivery on delivery.message_id = substring(outbox_mails.message_id from 2 for 36)::uuid
      join public.newsletter_issues as issue on issue.id = issue_id where outbox_mails.subject = ${subject}`
    const web = await (await app.fresh(newsletterIssuePath(mail.slug, 'en'))).text()
    expect(mail.html).toContain('Before.')
    expect(web).toContain('Before.')
    // The layouts of mails and pages are ours, and have a body of their own.
    const words = /<main[\s\S]*<\/main>/.exec(web)?.[0] ?? ''
    expect(words).toContain('Before.')
    const dangers = await dangersIn(
      { html: preview.data.html, inside: 'body' },
      { html: mail.html, inside: 'body' },
      { html: `<!doctype html>${words}`, inside: '.prose' },
    )
    expect([hostile, dangers]).toEqual([hostile, []])
  },
)

test('most of them were sent', () => {
  expect(sent).toBeGreaterThan(60)
})
