import { expect, test } from 'vitest'
import type { AuditAction } from '#core/domain/audit-log.ts'
import { describeEntry } from './describe-entry.ts'

const describe = (action: string, details: Record<string, unknown>) =>
  describeEntry({ action: action as AuditAction, details })

test('a removed text is counted, and a correction is quoted', () => {
  expect(describe('purge_article_text', { revisions: 6, working_copies: 1, trash: 0 })).toEqual({
    title: 'A text was removed for good',
    details: ['6 versions, 1 unsaved forms and 0 copies in the trash'],
  })
  expect(describe('add_correction', { text: 'It was Monday.' }).details).toEqual(['It was Monday.'])
  expect(
    describe('change_correction', { before: 'It was Monday.', text: 'It was {{text}}.' }).details,
  ).toEqual(['Before: It was Monday.', 'Now: It was {{text}}.'])
  expect(describe('delete_correction', { before: 'It was Monday.' }).details).toEqual([
    'Before: It was Monday.',
  ])
})

test('a review says of which language, and of how many texts', () => {
  expect(describe('review_translation', { language: 'de', segments: 12 })).toEqual({
    title: 'A translation was reviewed',
    details: ['Deutsch: all 12 texts are approved'],
  })
})

test('an approval of a newsletter says of which issue, and with which findings', () => {
  expect(describe('approve_newsletter', { slug: '2026-11-29', seal: 'f00d', accepted: ['no_test'] })).toEqual(
    {
      title: 'A newsletter was approved',
      details: ['Issue of 2026-11-29', 'With these findings of the checklist: no_test'],
    },
  )
  expect(describe('approve_newsletter', { slug: '2026-11-29', accepted: [] }).details).toEqual([
    'Issue of 2026-11-29',
  ])
})

test('a resend to uncertain recipients says how many messages', () => {
  expect(describe('resend_newsletter', { messages: 2 })).toEqual({
    title: 'Possibly sent messages of a newsletter were sent again',
    details: ['2 messages; some recipients may have got them twice'],
  })
})

test('subscribers who were deleted, and subscriptions that were ended or renewed, are counted', () => {
  expect(describe('delete_subscribers', { subscribers: 2 })).toEqual({
    title: 'Subscribers were deleted',
    details: ['2 subscribers are gone'],
  })
  expect(describe('change_subscribers', { removed: 1, returned: 0 }).details).toEqual([
    '1 subscriber gets no newsletter any more',
  ])
})

test('an action of a later version of the program is named as it is', () => {
  expect(describe('burn_everything', { __proto__: null, text: 7 })).toEqual({
    title: 'burn_everything',
    details: [],
  })
})
