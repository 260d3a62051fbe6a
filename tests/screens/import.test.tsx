import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ImportPlan, ImportRecord } from '#core/domain/site-import.ts'
import { expectAddress } from './support/address.ts'
import { PASSWORD } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const PLAN: ImportPlan = {
  articles: 3,
  translations: 0,
  published: 2,
  drafts: 1,
  scheduled: 0,
  languages: [{ language: null, articles: 3 }],
  authors: [{ name: 'Nora Berg', articles: 3 }],
  authorCount: 1,
  pictures: { inside: 0, elsewhere: 0, siteless: 0 },
  site: 'https://harbour.example',
  oldAddresses: 3,
  terms: [
    {
      sourceId: 'Politics',
      taxonomy: 'tag',
      name: 'Politics',
      articles: 1,
      section: null,
      remembered: false,
    },
    { sourceId: 'Fishing', taxonomy: 'tag', name: 'Fishing', articles: 1, section: null, remembered: false },
  ],
  termCount: 2,
  collisions: [{ sourceId: '11', title: 'Herring is back', slug: 'herring', becomes: 'herring-2' }],
  collisionCount: 1,
  known: { unchanged: 0, changed: 0, touched: 0, deleted: 0 },
  findings: [],
  seconds: 2,
}
const REPORT = {
  created: 3,
  updated: 0,
  unchanged: 0,
  touched: 0,
  failed: 0,
  pictures: 0,
  picturesFailed: 0,
  oldAddresses: 3,
  seconds: 1,
}

const anImport = (record: Partial<ImportRecord>): ImportRecord => ({
  id: 'd0000000-0000-4000-8000-000000000001',
  name: 'harbour.ghost.json',
  size: 5,
  format: 'ghost',
  state: 'uploading',
  createdAt: '2026-11-28T09:00:00Z',
  createdBy: 'admin@example.com',
  articles: 3,
  problem: null,
  plan: null,
  choices: null,
  progress: null,
  notes: [],
  report: null,
  undone: null,
  replaced: 0,
  made: [],
  ...record,
})

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const file = (name: string, content: BlobPart = 'posts', type = 'application/json') =>
  new File([content], name, { type })

/** The functions of imports, as they change one record, and the storage of its parts. */
async function openImport(record: ImportRecord, { path = `/admin/import/${record.id}`, before = true } = {}) {
  const parts: string[] = []
  let isThere = before
  /** Resolved when parts arrive. */
  let arrival = Promise.resolve()
  let isAway = false
  const done = (changes: Partial<ImportRecord>) => () => {
    Object.assign(record, changes)
    return { id: record.id }
  }
  const screen = await openScreen(path, {
    functions: {
      'list-imports': () => ({ imports: isThere ? [record] : [] }),
      'find-import': () => (isThere ? record : json({ error: 'It is gone.' }, 404)),
      'begin-import': ({ name, size }: { name: string; size: number }) => {
        isThere = true
        return done({ name, size })()
      },
      'read-import': done({ state: 'planned', plan: PLAN }),
      'run-import': done({
        state: 'done',
        report: REPORT,
        replaced: 1,
        made: [
          { title: 'Who owns the quay?', slug: 'the-quay', language: 'en', published: true },
          { title: 'The regatta', slug: 'regatta', language: 'en', published: false },
        ],
      }),
      'undo-import': done({ state: 'undone', undone: { removed: 2, restored: 1, kept: 1 } }),
      'remove-import': () => {
        isThere = false
        return {}
      },
    },
    respond: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/storage/v1/object/list/imports') return json(parts.map((name) => ({ name })))
      const [, part] = /^\/storage\/v1\/object\/imports\/[\w-]{36}\/(\d+)$/.exec(pathname) ?? []
      if (part === undefined) return
      if (isAway) return new Response('away', { status: 503 })
      await arrival
      parts.push(part)
      return json({ Id: crypto.randomUUID(), Key: `imports/${record.id}/${part}` })
    },
  })
  return Object.assign(screen, {
    parts,
    goAway: (away: boolean) => {
      isAway = away
    },
    holdParts: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      arrival = promise
      return resolve
    },
  })
}

test('an export is uploaded, mapped to sections, imported, taken back and removed', async () => {
  const screen = await openImport(anImport({}), { path: '/admin/import', before: false })
  await expect.element(page.getByText('There is none yet.')).toBeVisible()
  const letArrive = screen.holdParts()
  await page.getByLabelText('Choose a file').upload(file('harbour.ghost.json'))
  await expect.element(heading('Import of harbour.ghost.json')).toBeVisible()
  await expect.element(heading('Uploading')).toBeVisible()
  letArrive()
  await expect.element(heading('What was found')).toHaveFocus()
  expect(screen.parts).toEqual(['0'])
  const found = page.getByRole('region', { name: 'What was found' })
  await expect.element(found).toMatchTextContent(/2 published, 1 draft.*Nora Berg/)
  await page.getByText('Addresses that are taken: 1').click()
  await expect.element(page.getByText(/^herring is taken and becomes herring-2/)).toBeVisible()
  await page.getByLabelText('Section of Politics').selectOptions('Opinion')
  await page.getByLabelText('Section of all other articles').selectOptions('Technology')
  expect(await findProblems()).toEqual([])
  // The choices are still there.
  await screen.reload()
  await expect.element(page.getByLabelText('Section of Politics')).toHaveValue('opinion')

  await button('Import 3 articles').click()
  await expect.element(heading('What was imported')).toHaveFocus()
  expect(screen.sentTo('run-import')).toMatchObject([
    {
      choices: {
        section: 'tech',
        drafts: false,
        terms: expect.arrayContaining([{ sourceId: 'Politics', section: 'opinion' }]),
      },
    },
  ])
  await expect
    .element(page.getByRole('region', { name: 'What was imported' }))
    .toMatchTextContent(/New articles3/)
  await expect
    .element(page.getByRole('link', { name: 'Read Who owns the quay?' }))
    .toHaveAttribute('href', '/article/the-quay')
  expect(await findProblems()).toEqual([])

  await button('Undo this import').click()
  await expect.element(dialog).toMatchTextContent(/3 articles.*1 article that it replaced comes back/)
  await dialog.getByRole('button', { name: 'Undo this import' }).click()
  await expect.element(heading('The import was undone')).toBeVisible()
  await expect.element(page.getByText('2 articles were taken back.')).toBeVisible()
  await expect.element(page.getByText('1 article that it had replaced is as it was.')).toBeVisible()
  await expect.element(page.getByText('1 article was changed here since, and stays.')).toBeVisible()
  await button('Remove this import').click()
  await dialog.getByRole('button', { name: 'Remove this import' }).click()
  await expectToast('The import was removed.')
  await expectAddress('/admin/import')
  await expect.element(page.getByText('There is none yet.')).toBeVisible()
})

test('an upload is stopped and goes on', async () => {
  const screen = await openImport(anImport({}), { path: '/admin/import', before: false })
  screen.goAway(true)
  await page.getByLabelText('Choose a file').upload(file('harbour.ghost.json'))
  await button('Stop').click()
  await expect.element(page.getByText(/^Stopped at/)).toBeVisible()
  screen.goAway(false)
  await button('Go On').click()
  await expect.element(heading('What was found')).toHaveFocus()
})

test('after a reload the same file is chosen again, and only what is missing is sent', async () => {
  const size = 9 * 1024 * 1024
  const screen = await openImport(anImport({ size }))
  screen.parts.push('0')
  const again = page.getByLabelText('Choose the Same File')
  await again.upload(file('harbour.ghost.json', 'another file'))
  await expect.element(page.getByText(/This is another file\./).first()).toBeVisible()
  expect(await findProblems()).toEqual([])
  await again.upload(file('harbour.ghost.json', new Uint8Array(size)))
  await expect.element(heading('What was found')).toHaveFocus()
  expect(screen.parts).toEqual(['0', '1'])
})

test('a file of another kind is refused at once, and one that is no export fails with a sentence', async () => {
  const problem = 'It is in none of the formats that can be imported.'
  const record = anImport({ state: 'failed', problem })
  const screen = await openImport(record, { path: '/admin/import' })
  await page.getByLabelText('Choose a file').upload(file('photo.png', 'x', 'image/png'))
  await expect.element(page.getByText(/This is no file that can be imported\./).first()).toBeVisible()
  await page.getByRole('link', { name: 'harbour.ghost.json' }).click()
  await expect.element(heading('The import has failed')).toBeVisible()
  await expect.element(page.getByText(problem)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByLabelText('Name of the site').fill(' Harbour ')
  await button('Try Again').click()
  await expect.element(heading('What was found')).toHaveFocus()
  expect(screen.sentTo('read-import')).toEqual([{ id: record.id, format: 'ghost', siteName: 'Harbour' }])
  await button('Remove this import').click()
  await dialog.getByRole('button', { name: 'Remove this import' }).click()
  await expect.element(page.getByText('There is none yet.')).toBeVisible()
})

test('an export is downloaded with the password, with the subscribers only if asked', async () => {
  const sent: [string, FormDataEntryValue | null][] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push([new URL(this.action).pathname, new FormData(this).get('token')])
  })
  const screen = await openScreen('/admin/import', {
    functions: {
      'open-export-download': ({ password }: { password: string }) =>
        password === PASSWORD
          ? { token: 'once' }
          : json({ error: 'The password is wrong.', code: 'wrong_password' }, 400),
    },
  })
  const ask = button('Download an export')
  await ask.click()
  await expect.element(dialog.getByLabelText(/^With subscribers/)).not.toBeChecked()
  await dialog.getByLabelText('Your password').fill('a wrong password')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('The password is wrong.').first()).toBeVisible()
  expect(await findProblems()).toEqual([])
  await dialog.getByLabelText(/^With subscribers/).click()
  await dialog.getByLabelText('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(ask).toHaveFocus()
  expect(sent).toEqual([['/functions/v1/download-export', 'once']])
  expect(screen.sentTo('open-export-download').at(-1)).toEqual({ password: PASSWORD, subscribers: true })
})
