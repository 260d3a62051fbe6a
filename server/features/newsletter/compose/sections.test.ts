import { expect, test } from 'vitest'
import { SECTIONS } from '#core/domain/newsletter-issue.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { isDecided, LEFT_OUT_REASONS } from '#server/features/newsletter/compose/sections.ts'

test('no reason of composing is taken for an editor’s', () => {
  const reasons = [
    ...SECTIONS.flatMap((section) => [LEFT_OUT_REASONS.notAmong(section), LEFT_OUT_REASONS.noPlace(section)]),
    ...LANGUAGE_CODES.map((language) => LEFT_OUT_REASONS.notTranslated(language)),
    LEFT_OUT_REASONS.notChosen(),
    LEFT_OUT_REASONS.sentOn('2026-11-15'),
    LEFT_OUT_REASONS.onlyDraft(),
    LEFT_OUT_REASONS.otherDays(),
  ]
  for (const left_out of reasons)
    expect([left_out, isDecided({ pinned: false, left_out })]).toEqual([left_out, false])
})

test('what is pinned, or left out for another reason, is decided', () => {
  expect(isDecided({ pinned: false, left_out: null })).toBe(false)
  expect(isDecided({ pinned: true, left_out: null })).toBe(true)
  expect(isDecided({ pinned: false, left_out: 'Left out by an editor' })).toBe(true)
  expect(isDecided({ pinned: false, left_out: 'Not among the things I like' })).toBe(true)
})
