import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PreviewAnswer, PreviewRequest } from '#core/domain/newsletter-composing.ts'
import { findProblems } from '../support/find-problems.ts'
import { anIssue, button, ISSUE_ID, ISSUE_PATH, TITLES } from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'

const DERIVED = `<p>Good morning.</p>\n<h2>Top stories</h2><h3>${TITLES[0]}</h3>`
const SECTIONS = '<p data-section="tech">Technology</p><h3>Processors</h3>'

/** A preview with the styles of a mail that matter to its frame. */
function preview({ content = DERIVED, sections = [] }: PreviewRequest): PreviewAnswer {
  const isEmpty = sections.length > 0 && !sections.includes('tech')
  const shown = isEmpty ? content.replace(SECTIONS, '') : content
  const dark = '<style>@media (prefers-color-scheme: dark) { body { background: #000 } }</style>'
  const html = `<html lang="en"><head>${dark}</head><body>${shown}</body></html>`
  return { html, text: 'By hand', bytes: 4_321, content: DERIVED, isEmpty }
}

async function openContent(content: string | null = null) {
  const screen = await openScreen(ISSUE_PATH, {
    tables: anIssue({}, [{ content }]),
    functions: { 'check-newsletter': { findings: [] }, 'preview-newsletter': preview },
  })
  return {
    ...screen,
    stored: () => screen.tables.newsletter_editions?.[0]?.content as string | null,
  }
}

const field = () => page.getByRole('textbox', { name: 'Content' })

const command = (keys: string) => userEvent.keyboard(`{Control>}${keys}{/Control}`)

/** The lines of the editor. */
const written = () =>
  [...field().element().querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')

test('a content by hand begins with that of the items, and is formatted, undone, and pasted clean', async () => {
  const { stored } = await openContent()
  await button('Edit the content yourself').click()
  await expect.poll(written).toBe(`Good morning.\n\n## Top stories\n\n### ${TITLES[0]}`)
  await expect.poll(stored).toBe(DERIVED)
  await expect.element(button('Quote')).toBeVisible()
  for (const name of ['Table', 'Task list']) expect(button(name).query()).toBeNull()
  expect(await findProblems()).toEqual([])
  await field().click()
  await command('{Home}')
  await userEvent.keyboard('Dear readers{Enter}{Enter}')
  await command('{Home}')
  await userEvent.keyboard('{Shift>}{End}{/Shift}')
  await command('b')
  await expect.element(button('Bold')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(stored).toMatch(/^<p><strong>Dear readers<\/strong><\/p>\n<p>/)
  await command('z')
  await expect.poll(stored).toMatch(/^<p>Dear readers<\/p>\n<p>/)

  // Pasted content is as clean as it will be sent.
  await command('{End}')
  const data = new DataTransfer()
  data.setData(
    'text/html',
    '<p style="color:red" onclick="x()">Pasted <b>bold</b> <a href="javascript:x()">trap</a><script>x()</script></p><ul><li>One</li></ul>',
  )
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  await expect.poll(stored).toContain('Pasted <strong>bold</strong> trap')
  expect(stored()).toMatch(/<ul>\n<li>One<\/li>\n<\/ul>/)
  expect(stored()).not.toMatch(/script|style|onclick/)
})

test('a picture has an address that mails keep', async () => {
  const { stored } = await openContent('<p>By hand</p>')
  await button('Image').click()
  const dialog = page.getByRole('dialog', { name: 'Image' })
  await dialog.getByLabelText('Address of the image').fill('http://images.example/eye.png')
  await dialog.getByLabelText('Alt text in English').fill('An eye')
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await expect.element(dialog.getByLabelText('Address of the image')).toHaveFocus()
  await dialog.getByLabelText('Address of the image').fill('/favicon.svg')
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await expect.poll(stored).toContain('<img src="/favicon.svg" alt="An eye">')
})

test('what Markdown cannot say is opened as source, and stays as it is until somebody writes', async () => {
  const content = '<table width="600"><tr><td style="color:red">By hand</td></tr></table>'
  const { stored } = await openContent(content)
  await expect.element(page.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText(/^This content is shown as HTML/)).toBeVisible()
  expect(written()).toBe(content)
  await page.getByRole('tab', { name: 'Text' }).click()
  expect(written()).toBe(content)
  expect(stored()).toBe(content)
  expect(await findProblems()).toEqual([])
  await press(field(), '{Control>}{End}{/Control}<p>More</p>')
  await expect.poll(stored).toBe(`${content}<p>More</p>`)
})

test('of two versions of a content, the other is shown as it is written, with its differences', async () => {
  /** Stored just before the page stores its own. */
  let theirs: string | null = '<p>Good <em>evening</em>.</p><h2>Top</h2>'
  const screen = await openScreen(ISSUE_PATH, {
    tables: anIssue({}, [{ content: '<p>Good morning.</p><h2>Top</h2>' }]),
    functions: { 'check-newsletter': { findings: [] } },
    respond: ({ method }) => {
      if (method !== 'PATCH' || theirs === null) return undefined
      Object.assign(edition(), { content: theirs, updated_at: new Date().toISOString() })
      theirs = null
      return undefined
    },
  })
  const edition = () => screen.tables.newsletter_editions?.[0] ?? {}
  await expect.poll(written).toBe('Good morning.\n\n## Top')
  await press(field(), '{Control>}{End}{/Control} stories')
  const notice = page.getByRole('status').filter({ hasText: 'Somebody else has changed this text' })
  await expect.poll(() => notice.element().textContent).toContain('Good *evening*.\n\n## Top')
  await expect.poll(() => notice.element().querySelector('mark')?.textContent).toContain('evening')
  expect(await findProblems()).toEqual([])

  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => edition().content).toBe('<p>Good morning.</p>\n<h2>Top stories</h2>')
  Object.assign(edition(), { content: null, updated_at: new Date(Date.now() + 1_000).toISOString() })
  await press(field(), '{Control>}{End}{/Control}, again')
  await expect.element(notice.getByText('They have gone back to the items.')).toBeVisible()
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(button('Edit the content yourself')).toBeVisible()
})

test('the source is edited, and the content given up after a question', async () => {
  const { stored } = await openContent('<p>By hand</p>')
  await page.getByRole('tab', { name: 'Source' }).click()
  // The browser gives what replaces coloured text its colour, until the line is drawn anew.
  await press(field(), '{Control>}a{/Control}{Delete}')
  await field().fill(`<h2>In source</h2>${SECTIONS}`)
  await expect.poll(stored).toBe(`<h2>In source</h2>${SECTIONS}`)
  expect(await findProblems()).toEqual([])
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect.poll(written).toBe('## In source\n\n<p data-section="tech">Technology</p>\n\n### Processors')

  const dialog = page.getByRole('dialog')
  await button('Back to the items').click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(stored()).toContain('In source')
  await button('Back to the items').click()
  await dialog.getByRole('button', { name: 'Back to the items' }).click()
  await expect.poll(stored).toBe(null)
  await expect.element(page.getByRole('article').first()).toHaveAccessibleName(TITLES[0] ?? '')
})

test('the preview is a frame without scripts, for the sections of a reader, as wide and dark as their device', async () => {
  const content = `<h2>By hand</h2>${SECTIONS}`
  const { sentTo } = await openContent(content)
  await button('Preview').click()
  const iframe = page.getByTitle(/^Preview of/)
  await expect.element(iframe).toBeVisible()
  const source = () => iframe.element().getAttribute('srcdoc')
  expect(source()).toContain('By hand')
  await expect.element(page.getByText(/4\.2 kB \(4,321 of 102,400 bytes\)/)).toBeVisible()
  await expect.element(iframe).toBeInViewport({ ratio: 0.8 })
  expect(iframe.element().getAttribute('sandbox')).not.toMatch(/allow-scripts|allow-same-origin/)
  const asked = { issueId: ISSUE_ID, language: 'en', subject: 'Ships and chips', content }
  expect(sentTo('preview-newsletter')).toEqual([asked])

  const nothing = page.getByText(/^Nothing in this edition is of these sections/)
  await press(page.getByRole('checkbox', { name: 'Hack' }), ' ')
  await expect.element(nothing).toBeVisible()
  expect(source()).not.toContain('Processors')
  await press(page.getByRole('checkbox', { name: 'Technology' }), ' ')
  await expect.poll(source).toContain('Processors')
  await expect.element(nothing).not.toBeInTheDocument()
  expect(sentTo('preview-newsletter').slice(1)).toEqual([
    { ...asked, sections: ['hack'] },
    { ...asked, sections: ['hack', 'tech'] },
  ])
  expect(await findProblems()).toEqual([])

  await page.getByRole('radio', { name: 'Phone' }).click()
  expect(iframe.element().getBoundingClientRect().width).toBe(375)
  expect(source()).toContain('@media (max-width: 0)')
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(source()).toContain('@media (min-width: 0)')
  await page.getByRole('tab', { name: 'Text part' }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'Text part' })).toMatchTextContent(/By hand/)
})

test('the editor chooses whether every story shows its picture', async () => {
  const { tables } = await openContent()
  const pictures = page.getByRole('checkbox', { name: 'A small picture for each story' })
  await press(pictures, ' ')
  await expect.poll(() => tables.newsletter_issues?.[0]?.shows_pictures).toBe(true)
  await expect.element(pictures).toBeChecked()
  expect(await findProblems()).toEqual([])
})
