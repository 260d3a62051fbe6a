import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { parseDocument } from '../../../tests/support/read-head.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await seedDemo(app.database.sql)
})
afterAll(() => app.stop())

const open = async (path: string) => parseDocument(await (await app.fresh(path)).text())
const textsOf = (within: ParentNode | null | undefined, selector: string) =>
  [...(within?.querySelectorAll(selector) ?? [])].map((element) => element.textContent)

test('the landing page describes the briefing, its contents and its readers', async () => {
  await expect.poll(async () => (await open('/newsletter')).body.textContent).toContain('1,000+ subscribers')
  const document = await open('/newsletter')
  const main = document.querySelector('main')
  expect(textsOf(main, 'h1')).toEqual(['Your Sunday AI Briefing'])
  expect(textsOf(main, 'h3')).toEqual(
    expect.arrayContaining(['Market Intelligence', 'Technical Updates', 'Expert Commentary']),
  )
  expect(textsOf(main, '[aria-labelledby=landing-inside] li')).toEqual([
    'Top 5 AI stories of the week',
    'Market analysis and trends',
    'Key research papers explained',
    'Startup and funding highlights',
    'Expert opinions and insights',
    'What to watch next week',
  ])
  for (const text of ['4.9/5 rating', 'GDPR compliant', 'No spam', 'Free forever', 'Sample testimonials'])
    expect(main?.textContent).toContain(text)
  expect(main?.querySelectorAll('figure')).toHaveLength(3)
  for (const path of ['/', '/privacy', '/terms', '/contact'])
    expect(document.querySelector(`footer a[href="${path}"]`), path).not.toBeNull()
})

test('a category page ends with the newsletter block, its promise and the consent line', async () => {
  const headings = [...(await open('/opinion')).querySelectorAll('h2')]
  const block = headings.find((one) => one.textContent === 'The Sunday AI Briefing')?.closest('section')
  expect(textsOf(block, 'dt')).toEqual(['Market Analysis', 'Research Updates', 'Expert Opinions'])
  expect(block?.textContent).toContain('Weekly on Sunday. No spam. Unsubscribe any time.')
  expect(block?.textContent).toContain('By subscribing, you agree to our privacy policy.')
  expect(textsOf(block, 'a[href="/privacy"]')).toEqual(['privacy policy'])
})

test('the form of a page is posted to a page in its language, without scripts too', async () => {
  const form = (await open('/newsletter?lang=fr')).querySelector('main form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/subscribe?lang=fr'])
  expect(form?.querySelector('input[type=email]')?.getAttribute('name')).toBe('email')
  const body = new URLSearchParams({ email: 'louise.reader@example.org' })
  const answer = await fetch(`${app.url}/subscribe?lang=fr`, { method: 'POST', body })
  const said = parseDocument(await answer.text()).querySelector('main [role=status]')
  expect(said?.textContent).toMatch(/^Consultez votre boîte de réception/)
})
