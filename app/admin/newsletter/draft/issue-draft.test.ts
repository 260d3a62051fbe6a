import { expect, test } from 'vitest'
import { createIssueDraft, storable, type TextPlace } from '#app/admin/newsletter/draft/issue-draft.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'

const SUBJECT: TextPlace = { kind: 'edition', language: 'en', field: 'subject' }
const CONTENT: TextPlace = { kind: 'edition', language: 'en', field: 'content' }
const SUMMARY: TextPlace = { kind: 'summary', language: 'en', itemId: 'one' }

test('shows what is typed, and nothing is unsaved once it is stored', () => {
  const draft = createIssueDraft(issueOf({ subject: 'Chips' }))
  draft.type(SUBJECT, 'Chips and ships')
  expect(draft.read(SUBJECT)).toBe('Chips and ships')
  expect(draft.unsaved()).toEqual([{ place: SUBJECT, base: 'Chips', typed: 'Chips and ships' }])
  draft.rebase(issueOf({ subject: 'Chips and ships' }))
  expect(draft.unsaved()).toEqual([])
})

test('follows what others write where nothing was typed, and keeps what was', () => {
  const draft = createIssueDraft(issueOf({ subject: 'Chips', summary: 'Short.' }))
  draft.type(SUBJECT, 'Mine')
  draft.rebase(issueOf({ subject: 'Chips', summary: 'Longer.' }))
  expect(draft.read(SUMMARY)).toBe('Longer.')
  expect(storable(draft.unsaved())).toHaveLength(1)
})

test('a text that another editor has changed is in conflict until one version is chosen', () => {
  const draft = createIssueDraft(issueOf({ subject: 'Chips' }))
  draft.type(SUBJECT, 'Mine')
  draft.rebase(issueOf({ subject: 'Theirs' }))
  expect(draft.unsavedAt(SUBJECT)?.theirs).toBe('Theirs')
  expect(draft.read(SUBJECT)).toBe('Mine')
  expect(storable(draft.unsaved())).toEqual([])
  draft.type(SUBJECT, 'Mine still')
  expect(draft.unsavedAt(SUBJECT)?.theirs).toBe('Theirs')
  draft.keepMine(SUBJECT)
  expect(storable(draft.unsaved())).toEqual([{ place: SUBJECT, base: 'Theirs', typed: 'Mine still' }])
  draft.takeTheirs(SUBJECT)
  expect(draft.read(SUBJECT)).toBe('Theirs')
})

test('what is typed while a text is being stored is no conflict with it', () => {
  const draft = createIssueDraft(issueOf({ subject: 'Chips' }))
  draft.type(SUBJECT, 'Chips a')
  const sent = storable(draft.unsaved())
  draft.type(SUBJECT, 'Chips and')
  draft.markSaved(sent, issueOf({ subject: 'Chips a' }))
  expect(draft.unsaved()).toEqual([{ place: SUBJECT, base: 'Chips a', typed: 'Chips and' }])
})

test('a content that goes back to the items is unsaved, too', () => {
  const draft = createIssueDraft(issueOf({ content: '<p>Mine</p>' }))
  draft.type(CONTENT, null)
  expect(storable(draft.unsaved())).toEqual([{ place: CONTENT, base: '<p>Mine</p>', typed: null }])
})

test('the unsaved summary of a deleted item is orphaned, and never saved', () => {
  const draft = createIssueDraft(issueOf({ summary: 'Short.' }))
  draft.type(SUMMARY, 'Typed for a while.')
  draft.rebase({ ...issueOf({}), items: [] })
  expect(draft.unsaved()).toMatchObject([{ typed: 'Typed for a while.', isOrphaned: true }])
  expect(storable(draft.unsaved())).toEqual([])
})

test('a subject of 201 characters and an empty summary are not stored', () => {
  const draft = createIssueDraft(issueOf({ summary: 'Short.' }))
  draft.type(SUBJECT, '🙂'.repeat(201))
  draft.type(SUMMARY, ' ')
  expect(storable(draft.unsaved())).toEqual([])
  draft.type(SUBJECT, '🙂'.repeat(200))
  expect(storable(draft.unsaved())).toHaveLength(1)
})

test('what was left behind comes back, but not over what is typed now', () => {
  const draft = createIssueDraft(issueOf({ subject: 'Chips', summary: 'Short.' }))
  draft.type(SUBJECT, 'Now')
  draft.restore([
    { place: SUBJECT, base: 'Chips', typed: 'Before' },
    { place: SUMMARY, base: 'Shorter.', typed: 'Before' },
  ])
  expect(draft.read(SUBJECT)).toBe('Now')
  expect(draft.unsavedAt(SUMMARY)).toMatchObject({ typed: 'Before', theirs: 'Short.' })
})

function issueOf({
  subject = '',
  content = null,
  summary = 'Short.',
}: {
  subject?: string
  content?: string | null
  summary?: string
}): DeskIssue {
  return {
    editions: [{ language: 'en', subject, preheader: '', introduction: '', content }],
    items: [{ id: 'one', summaries: [{ language: 'en', summary }] }],
  } as unknown as DeskIssue
}
