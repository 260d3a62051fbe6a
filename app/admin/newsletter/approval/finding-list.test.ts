import { expect, test } from 'vitest'
import { joinMissingEditions, placeOf } from '#app/admin/newsletter/approval/finding-list.tsx'
import type { ChecklistCode, ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import type { Language } from '#core/i18n/languages.ts'

const finding = (code: ChecklistCode, language: Language | null = null, detail: string | null = null) =>
  ({ code, language, detail, blocks: false }) satisfies ChecklistFinding

test('missing editions are one line, with how many get English instead', () => {
  const findings = [
    finding('no_test'),
    finding('no_edition', 'de', '1207'),
    finding('no_reply_address'),
    finding('no_edition', 'fr', '100'),
  ]
  const joined = joinMissingEditions(findings)
  expect(joined.map(({ code }) => code)).toEqual(['no_test', 'no_edition', 'no_reply_address'])
  expect(joined[1]?.detail).toBe(
    '1,307 subscribers get English: there is no edition in German (1,207) and French (100).',
  )
  expect(joinMissingEditions([finding('no_test')])).toEqual([finding('no_test')])
})

test('a finding leads to its step, and to the field in it', () => {
  expect(placeOf(finding('no_subject', 'en'), 'en')).toEqual({ search: '?step=write', hash: '#subject-en' })
  expect(placeOf(finding('no_preheader', 'de'), 'en')).toEqual({
    search: '?step=editions&edition=de',
    hash: '#preheader-de',
  })
  expect(placeOf(finding('no_content', 'de'), 'de')).toEqual({
    search: '?step=write',
    hash: '#issue-content-de',
  })
  expect(placeOf(finding('stale_edition', 'it'), 'en')).toEqual({
    search: '?step=editions&edition=it',
    hash: '',
  })
  expect(placeOf(finding('no_test'), 'en')).toEqual({ search: '?step=check', hash: '#issue-test' })
  expect(placeOf(finding('no_transport'), 'en')).toBe('/admin/settings/mail')
})
