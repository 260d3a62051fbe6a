import { expect, test } from 'vitest'
import { suggestSlug } from '#app/admin/stories/trash/restore-dialog.tsx'
import { isSlug } from '#core/domain/article-slug.ts'

test('a slug like one that is taken has the next number, and is a slug', () => {
  expect(suggestSlug('harbour')).toBe('harbour-2')
  expect(suggestSlug('harbour-2')).toBe('harbour-3')
  expect(suggestSlug('harbour-9999')).toBe('harbour-10000')
  expect(suggestSlug('2026')).toBe('2026-2')
  for (const slug of ['a'.repeat(200), `${'a'.repeat(197)}-bc`, `${'a'.repeat(198)}-9`])
    expect(suggestSlug(slug)).toSatisfy(isSlug)
})
