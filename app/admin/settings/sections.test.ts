import { expect, test } from 'vitest'
import { findSection, SECTION_GROUPS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { findSettings } from '#app/admin/settings/settings-index.tsx'

const sections = SECTION_GROUPS.flatMap((group) => group.sections)

test('every setting is edited in exactly one section', () => {
  const keys = sections.flatMap((section) => section.keys as readonly string[])
  expect(keys.toSorted()).toEqual(Object.keys(SETTING_LABELS).toSorted())
})

test('an unknown section is none', () => {
  for (const slug of [undefined, '', 'nonsense', '__proto__', 'constructor'])
    expect(findSection(slug)).toBeNull()
  expect(findSection('mail')?.title).toBe('Mail')
})

test.each([
  ['reply', ['Reply address']],
  ['ADDRESS reply', ['Reply address']],
  ['smtp', ['Mail']],
  ['   ', []],
  ['no such thing', []],
  ['(.*', []],
])('%o finds %o', (typed, names) => {
  expect(findSettings(typed).map(({ section, label }) => label ?? section.title)).toEqual(names)
})
