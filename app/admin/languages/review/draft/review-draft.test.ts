import { expect, test, vi } from 'vitest'
import { createReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { obstacleOf } from '#app/admin/languages/review/draft/row-draft.ts'
import { nextProblem } from '#app/admin/languages/review/use-row-actions.ts'
import { aReview, aSegment } from '../../../../../tests/support/reviews.ts'

const [A, B, C] = [aSegment({ id: 'a' }), aSegment({ id: 'b' }), aSegment({ id: 'c' })]

test('typing in one row tells only those who listen to it, and who listens to all', () => {
  const draft = createReviewDraft(aReview([A, B]))
  const [first, second, all] = [vi.fn(), vi.fn(), vi.fn()]
  draft.subscribeRow(0, first)
  draft.subscribeRow(1, second)
  draft.subscribe(all)
  const untouched = draft.row(1)
  draft.change(0, { text: 'Neu' })
  expect([first, second, all].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1])
  expect(draft.row(1)).toBe(untouched)
  expect(draft.summary()).toMatchObject({ changed: 1, written: 2, approved: 0 })
})

test('another text has not been approved, and is not confirmed, until it is as it was', () => {
  const approved = aSegment({ id: 'a', approvedAt: '2026-11-22T12:00:00Z' })
  const draft = createReviewDraft(aReview([approved]))
  draft.change(0, { confirmed: true })
  draft.change(0, { text: 'Neu' })
  expect(draft.row(0)).toMatchObject({ approved: false, confirmed: false, isChecking: true })
  draft.change(0, { text: approved.text })
  expect(draft.row(0)).toMatchObject({ approved: true, isChecking: false })
  expect(draft.unsavedRows()).toEqual([])
})

test('findings for a text that has changed meanwhile are left out', () => {
  const draft = createReviewDraft(aReview([A]))
  draft.change(0, { text: 'Neu' })
  const finding = { sentence: 'Something is missing.', isStructural: false }
  draft.setFindings([[0, 'Ne', [finding]]])
  expect(draft.row(0)).toMatchObject({ findings: [], isChecking: true })
  draft.setFindings([[0, 'Neu', [finding]]])
  expect(draft.row(0)).toMatchObject({ findings: [finding], isChecking: false })
})

test('a row can be approved when it has a text, no conflict and nothing that was not confirmed', () => {
  const proposed = { text: 'Anders', origin: 'machine' as const }
  const draft = createReviewDraft(
    aReview([
      aSegment({ id: 'a', text: ' ' }),
      aSegment({ id: 'b', proposed }),
      aSegment({ id: 'c', problems: ['“5” is missing.'] }),
      aSegment({ id: 'd' }),
    ]),
  )
  expect(draft.rows().map(obstacleOf)).toEqual(['empty', 'conflict', 'findings', null])
  draft.change(1, { decided: true })
  draft.change(2, { confirmed: true })
  expect(draft.rows().map(obstacleOf)).toEqual(['empty', null, null, null])
  draft.setFindings([[2, draft.row(2).text, [{ sentence: 'A tag is missing.', isStructural: true }]]])
  expect(obstacleOf(draft.row(2))).toBe('findings')
})

test('all texts are sent in their order, with the positions of what was decided', () => {
  const draft = createReviewDraft(aReview([A, B, C]))
  draft.change(1, { text: 'Neu', decided: true })
  draft.change(2, { approved: true, confirmed: true })
  expect(draft.input()).toEqual({
    articleId: 'an-original',
    language: 'de',
    revision: 1,
    version: 'first',
    texts: [A.text, 'Neu', C.text],
    approved: [2],
    decided: [1],
    confirmed: [2],
    reasons: [],
  })
})

test('a refused answer counts as not written until it is mended, approved, or kept with a reason', () => {
  const text = 'Drei'
  const refused = { text, reasons: ['The original says “2”.'], mayStand: true }
  const segment = aSegment({ id: 'a', text, refused, problems: ['The original says “2”.'] })
  const draft = createReviewDraft(aReview([segment, B]))
  expect(draft.summary()).toMatchObject({ written: 1, refused: 1, withFindings: 1 })
  expect(nextProblem(draft.rows(), -1)).toBe(0)
  draft.change(0, { confirmed: true })
  expect(draft.summary()).toMatchObject({ written: 1, refused: 1 })
  draft.change(0, { confirmed: true, reason: ' So it is. ' })
  expect(draft.summary()).toMatchObject({ written: 2, refused: 0 })
  expect(draft.input()).toMatchObject({ confirmed: [0], reasons: [{ position: 0, reason: 'So it is.' }] })
  expect(nextProblem(draft.rows(), -1)).toBeNull()
  draft.change(0, { text: 'Zwei' })
  expect(draft.row(0)).toMatchObject({ confirmed: false, reason: '' })
  expect(draft.summary()).toMatchObject({ written: 2, refused: 0 })
})

test('what is typed while a review is being saved is still unsaved afterwards', () => {
  const draft = createReviewDraft(aReview([A, B]))
  draft.change(0, { text: 'Gesendet' })
  const sent = draft.input()
  draft.change(0, { text: 'Gesendet und mehr' })
  draft.change(1, { approved: true })
  const stored = aReview([{ ...A, text: 'Gesendet', origin: 'person' }, B], 'second')
  const rebased = draft.rebase(stored, sent)
  expect(rebased.conflicts).toEqual([])
  expect(draft.row(0).text).toBe('Gesendet und mehr')
  expect(draft.row(1).approved).toBe(true)
  expect(draft.input().version).toBe('second')
})

test('what was saved is not unsaved any more, also when the server has tidied it', () => {
  const draft = createReviewDraft(aReview([A]))
  draft.change(0, { text: ' Neu ', approved: true })
  const stored = aReview([{ ...A, text: 'Neu', approvedAt: '2026-11-22T12:00:00Z' }], 'second')
  draft.rebase(stored, draft.input())
  expect(draft.unsavedRows()).toEqual([])
  expect(draft.row(0)).toMatchObject({ text: 'Neu', approved: true })
})

test('what is only remembered stays in its row', () => {
  const empty = aSegment({ id: 'a', text: '', origin: null })
  const draft = createReviewDraft(aReview([empty, { ...B, text: '' }]))
  draft.change(0, { text: 'Angefangen' })
  const rebased = draft.rebase(aReview([empty, { ...B, text: '' }], 'second'), draft.input())
  expect(rebased.conflicts).toEqual([])
  expect(draft.row(0).text).toBe('Angefangen')
})

test('another version takes unsaved texts over, and reports conflicts', () => {
  const draft = createReviewDraft(aReview([A, B, C]))
  draft.change(0, { text: 'Meins' })
  draft.change(1, { text: 'Auch meins' })
  draft.change(2, { text: 'Ohne Ort' })
  const rebased = draft.rebase(
    aReview(
      [{ ...B, text: 'Ihres' }, { ...A, id: 'moved' }, aSegment({ id: 'c', source: 'Another source.' })],
      'second',
    ),
  )
  expect(draft.rows().map(({ text }) => text)).toEqual(['Ihres', 'Meins', 'Der Text von c.'])
  expect(rebased.conflicts).toMatchObject([{ position: 0, theirs: 'Ihres', mine: { text: 'Auch meins' } }])
  expect(rebased.orphaned).toMatchObject([{ text: 'Ohne Ort' }])
  const textsOf = () => draft.unsavedRows().map(({ text }) => text)
  expect(textsOf()).toEqual(['Meins', 'Auch meins', 'Ohne Ort'])
  draft.discardUndecided()
  expect(textsOf()).toEqual(['Meins'])
})

test('an approval does not move to a changed text', () => {
  const draft = createReviewDraft(aReview([A]))
  draft.change(0, { approved: true })
  const rebased = draft.rebase(aReview([{ ...A, text: 'Ihres' }], 'second'))
  expect(draft.row(0)).toMatchObject({ text: 'Ihres', approved: false })
  expect([rebased.conflicts, rebased.orphaned]).toEqual([[], []])
})

test('a refusal is shown at its rows, and takes their approval back', () => {
  const draft = createReviewDraft(aReview([A, B]))
  draft.change(1, { text: 'Neu', approved: true })
  draft.refuse([{ position: 1, sentences: ['The tag <b1> is missing.'] }])
  expect(draft.row(1)).toMatchObject({
    approved: false,
    findings: [{ sentence: 'The tag <b1> is missing.', isStructural: false }],
  })
})
