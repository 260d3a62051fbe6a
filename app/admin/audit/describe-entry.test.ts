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

test('an action of a later version of the program is named as it is', () => {
  expect(describe('burn_everything', { __proto__: null, text: 7 })).toEqual({
    title: 'burn_everything',
    details: [],
  })
})
