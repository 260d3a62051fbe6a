import { expect, test } from 'vitest'
import { runCommand } from '#app/admin/editor/testing/run-command.ts'
import {
  BOLD,
  ITALIC,
  indentListItem,
  renumber,
  STRIKETHROUGH,
  setHeading,
  toggleInline,
  toggleList,
  toggleQuote,
} from '#app/admin/editor/text/formatting.ts'
import { toggleCode } from '#app/admin/editor/toolbar/format-commands.ts'

test.each([
  ['a ‹word› b', 'a **‹word›** b'],
  ['a **‹word›** b', 'a ‹word› b'],
  ['a ‹**word**› b', 'a ‹word› b'],
  ['a wo¦rd b', 'a **wo¦rd** b'],
  ['a **wo¦rd** b', 'a wo¦rd b'],
  ['a  ¦', 'a  **¦**'],
  ['a‹ word ›b', 'a **‹word›** b'],
  ['- ‹one\n- two›', '- **‹one**\n- **two›**'],
  ['‹> ## one\n\ntwo›', '> ## **‹one**\n\n**two›**'],
  ['*a ‹b› c*', '*a **‹b›** c*'],
])('bold makes %j %j', (before, after) => {
  expect(runCommand(toggleInline(BOLD), before)).toBe(after)
})

test('italic and strikethrough have their own marks, and go into others', () => {
  expect(runCommand(toggleInline(ITALIC), '**a ‹b› c**')).toBe('**a *‹b›* c**')
  expect(runCommand(toggleInline(STRIKETHROUGH), '‹a›')).toBe('~~‹a›~~')
  expect(runCommand(toggleInline(STRIKETHROUGH), '~~‹a›~~')).toBe('‹a›')
})

test.each([
  [2, 'a¦', '## a¦'],
  [3, '## a¦', '### a¦'],
  [0, '### a¦', 'a¦'],
  [2, '> a¦', '> ## a¦'],
  [2, '¦', '## ¦'],
  [2, '‹a\n\nb›', '## ‹a\n\n## b›'],
])('heading %i makes %j %j', (level, before, after) => {
  expect(runCommand(setHeading(level), before)).toBe(after)
})

test.each([
  ['bullet', '‹a\nb›', '- ‹a\n- b›'],
  ['bullet', '- ‹a\n- b›', '‹a\nb›'],
  ['ordered', '- ‹a\n- b\n\n- c›', '1. ‹a\n2. b\n\n3. c›'],
  ['task', 'a¦', '- [ ] a¦'],
  ['bullet', '- [x] a¦', '- a¦'],
  ['bullet', '> a¦', '> - a¦'],
] as const)('a %s list makes %j %j', (kind, before, after) => {
  expect(runCommand(toggleList(kind), before)).toBe(after)
})

test('a quote takes blank lines with it', () => {
  expect(runCommand(toggleQuote, '‹a\n\nb›')).toBe('> ‹a\n> \n> b›')
  expect(runCommand(toggleQuote, '> ‹a\n> \n> b›')).toBe('‹a\n\nb›')
})

test.each([
  ['a ‹b› c', 'a `‹b›` c'],
  ['a `‹b›` c', 'a ‹b› c'],
  ['a ‹b`c› d', 'a ``‹b`c›`` d'],
  ['a ‹`b›', 'a `` ‹`b› ``'],
  ['‹a\nb›', '```\n¦a\nb\n```'],
  ['a\n¦', 'a\n\n```\n¦\n```'],
  ['‹```\na›', '````\n¦```\na\n````'],
])('code makes %j %j', (before, after) => {
  expect(runCommand(toggleCode, before)).toBe(after)
})

test.each([
  ['- a\n- b¦', '- a\n  - b¦'],
  ['1. a\n2. b¦\n3. c', '1. a\n   1. b¦\n2. c'],
  ['- a\n- b¦\n  - c\n- d', '- a\n  - b¦\n    - c\n- d'],
  ['> - a\n> - b¦', '> - a\n>   - b¦'],
])('an item moves one level deeper, with what is in it: %j becomes %j', (before, after) => {
  expect(runCommand(indentListItem('deeper'), before)).toBe(after)
  expect(runCommand(indentListItem('back'), after)).toBe(before)
})

test.each(['- a¦', 'a¦', '- a\n  - b¦', '```\n- a\n- b¦\n```'])('the item in %j cannot go deeper', (text) => {
  expect(runCommand(indentListItem('deeper'), text)).toBeNull()
})

test('numbers follow from the first, level by level', () => {
  expect(renumber(['3. a', '3. b', '   7. c', '   7. d', '- e', '9) f'])).toEqual([
    '3. a',
    '4. b',
    '   1. c',
    '   2. d',
    '- e',
    '9) f',
  ])
})
