import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyForSections } from '#server/features/newsletter/render/personalise-message.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'

const HOSTILE =
  '<h2 style="x" onclick="y">Hi</h2><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><a href="/tech">b</a>'
let app: TestApp
let token: string
const issueId = randomUUID()

beforeAll(async () => {
  app = await startTestApp()
  const client = await app.administrator()
  token = (await client.auth.getSession()).data.session?.access_token ?? ''
  await app.database.sql`insert into public.newsletter_issues (id) values (${issueId})`
  await app.database.sql`
    insert into public.newsletter_editions (issue_id, language, subject, introduction, origin)
    values (${issueId}, 'en', 'Stored', 'Stored words.', 'rules')`
})
afterAll(() => app.stop())

async function preview(
  body: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
) {
  const response = await fetch(`${app.url}/functions/v1/preview-newsletter`, {
    method: 'POST',
    // After a body that is too large the connection ends.
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, answer: await response.json() }
}

test('shows what is in the editor, as it would be sent', async () => {
  const { status, answer } = await preview({ issueId, language: 'en', subject: 'Unsaved', content: HOSTILE })
  expect(status).toBe(200)
  expect(Object.keys(answer)).toEqual(['html', 'text', 'bytes', 'content', 'isEmpty'])
  expect(answer.content).toBe(sanitiseHtml(HOSTILE).replace('"/tech"', `"${app.url}/tech"`))
  expect(answer.html).toContain('<title>Unsaved</title>')
  expect(answer.html).not.toMatch(/alert\(1\)|onerror|javascript:|<script|[\uFDD0-\uFDEF]/)
  expect(answer.text).toContain(`b <${app.url}/tech>`)
  expect(answer.text).toContain('This is a test.')
  expect(answer.bytes).toBeGreaterThan(1_000)
  const [stored] = await app.database.sql`select subject, content from public.newsletter_editions`
  expect(stored).toEqual({ subject: 'Stored', content: null })
})

test('a subject of two hundred characters that are two each is shown, and one more is refused', async () => {
  const subject = '🗞'.repeat(200)
  const { status, answer } = await preview({ issueId, language: 'en', subject })
  expect([status, answer.html?.includes(`<title>${subject}</title>`)]).toEqual([200, true])
  expect((await preview({ issueId, language: 'en', subject: `${subject}x` })).status).toBe(400)
})

test('shows what is stored where nothing is given', async () => {
  const { answer } = await preview({ issueId, language: 'en' })
  expect(answer.content).toBe('<p>Stored words.</p>')
})

test('shows what is sent to who has chosen sections, and from the sealed message where there is one', async () => {
  const part = (section: string, text: string) => `<p data-part="${section}">${text}</p>`
  const content = part('tech', 'On chips.') + part('business', 'On banks.')
  const ask = async (sections: string[]) =>
    (await preview({ issueId, language: 'en', content, sections })).answer
  const tech = await ask(['tech'])
  expect(tech).toMatchObject({ isEmpty: false, bytes: Buffer.byteLength(tech.html) })
  expect(tech.html).toContain('On chips.')
  expect(tech.html + tech.text).not.toMatch(/On banks|[\uFDD0-\uFDEF]/)
  expect(await ask(['hack'])).toMatchObject({ isEmpty: true })
  const sealed = randomUUID()
  const { sql } = app.database
  await sql`insert into public.newsletter_issues (id) values (${sealed})`
  await sql`
    insert into public.newsletter_editions (issue_id, language, subject, introduction, origin)
    values (${sealed}, 'en', 'Stored', 'Stored words.', 'rules')`
  await sql`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
    values (${sealed}, 'en', 'Sealed', '', ${`<p>Sealed.</p>${onlyForSections(['tech'], '<p>Chips.</p>')}`}, 'Sealed.', '')`
  await sql`update public.newsletter_issues set status = 'approved', slug = '2026-11-29', seal = '', approved_at = now() where id = ${sealed}`
  const parts = await preview({ issueId: sealed, language: 'en', sections: ['business'] })
  expect(parts.answer).toMatchObject({ html: '<p>Sealed.</p>', text: 'Sealed.', isEmpty: true })
})

test.each<[string, unknown, number]>([
  ['nothing', {}, 400],
  ['no section', { issueId, language: 'en', sections: [] }, 400],
  ['thirteen sections', { issueId, language: 'en', sections: Array(13).fill('tech') }, 400],
  ['no JSON', 'x', 400],
  ['a language that there is not', { issueId, language: 'xx' }, 400],
  ['a subject that is too long', { issueId, language: 'en', subject: 'x'.repeat(201) }, 400],
  ['a content that is too long', { issueId, language: 'en', content: 'x'.repeat(400_001) }, 400],
  ['something else', { issueId, language: 'en', html: '' }, 400],
  ['more than a megabyte', { issueId, language: 'en', content: 'x'.repeat(1_100_000) }, 413],
  ['an issue that there is not', { issueId: randomUUID(), language: 'en' }, 404],
  ['an edition that there is not', { issueId, language: 'fr' }, 404],
])('%s is refused with a sentence', async (_name, body, expected) => {
  const { status, answer } = await preview(body)
  expect(status).toBe(expected)
  expect(answer.error).toMatch(/^\w.*\.$/)
})
