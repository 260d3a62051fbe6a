import { expect, test } from 'vitest'
import { formatTable, parseTable, splitRow } from '#app/admin/editor/table/markdown-table.ts'
import {
  addRow,
  alignTable,
  goToNextCell,
  goToPreviousCell,
  insertTable,
} from '#app/admin/editor/table/table-commands.ts'
import { runCommand, stateOf } from '#app/admin/editor/testing/run-command.ts'

const cells = (line: string) => splitRow(line).map(({ from, to }) => line.slice(from, to))
const format = (...lines: string[]) => {
  const table = parseTable(lines)
  return table && formatTable(table)
}

test.each([
  ['| a | b |', ['a', 'b']],
  ['a|b', ['a', 'b']],
  ['| a \\| b | `c \\| d` |', ['a \\| b', '`c \\| d`']],
  ['| | a |', ['', 'a']],
  ['|  |', ['']],
  ['| a', ['a']],
  ['a |', ['a']],
  ['| a \\', ['a \\']],
])('the row %j has the cells %j', (line, expected) => {
  expect(cells(line)).toEqual(expected)
})

test('columns are as wide as their widest cell, and follow their alignment', () => {
  expect(
    format('|a|long heading|c|d|', '|:-|-:|:-:|---|', '|1|2|3|', '| äö | 漢字 | 👩🏽‍👧🏽 | e |'),
  ).toEqual([
    '| a   | long heading |  c  | d   |',
    '| :-- | -----------: | :-: | --- |',
    '| 1   |            2 |  3  |     |',
    '| äö  |         漢字 | 👩🏽‍👧🏽  | e   |',
  ])
})

test('a formatted table stays as it is', () => {
  const once = format('a|b', '-|-', `${'x'.repeat(200)}|y`) ?? []
  expect(format(...once)).toEqual(once)
  expect(once[1]?.length).toBeLessThan(80)
})

test.each([
  ['no dashes', ['| a |', '| b |']],
  ['more cells than headings, which would be lost', ['| a |', '|---|', '| b | c |']],
  ['too many columns', ['|a'.repeat(200), '|-'.repeat(200)]],
])('lines with %s are left alone', (_what, lines) => {
  expect(parseTable(lines)).toBeNull()
})

test('Tab goes from cell to cell, aligns the table, and adds a row at the end', () => {
  const second = runCommand(goToNextCell, '|a¦|b|\n|-|-|\n|ccc|d|') ?? ''
  expect(second).toBe('| a   | ‹b›   |\n| --- | --- |\n| ccc | d   |')
  const third = runCommand(goToNextCell, second) ?? ''
  expect(third).toContain('| ‹ccc› | d   |')
  const last = runCommand(goToNextCell, runCommand(goToNextCell, third) ?? '') ?? ''
  expect(last).toBe('| a   | b   |\n| --- | --- |\n| ccc | d   |\n| ¦    |     |')
  expect(runCommand(goToPreviousCell, last)).toContain('| ccc | ‹d›   |')
})

test('Shift-Tab leaves at the first cell, and both do nothing outside of tables', () => {
  expect(runCommand(goToPreviousCell, '| a¦ | b |\n|---|---|')).toBeNull()
  expect(runCommand(goToNextCell, 'a | b¦')).toBeNull()
  expect(runCommand(goToNextCell, '```\n| a¦ | b |\n|---|---|\n```')).toBeNull()
})

test('Enter adds a row, and leaves the table in an empty last row', () => {
  const added = runCommand(addRow, '| a | b |\n| --- | --- |\n| c | d¦ |\n\nafter') ?? ''
  expect(added).toBe('| a   | b   |\n| --- | --- |\n| c   | d   |\n| ¦    |     |\n\nafter')
  expect(runCommand(addRow, added)).toBe('| a   | b   |\n| --- | --- |\n| c   | d   |\n\n¦\n\nafter')
})

test('a table in a quote keeps its marks', () => {
  expect(runCommand(goToNextCell, '> | a¦ | b |\n> |-|-|\n> | cc | d |')).toBe(
    '> | a   | ‹b›   |\n> | --- | --- |\n> | cc  | d   |',
  )
})

test('leaving a table aligns it', () => {
  const state = stateOf('|a|b|\n|-|-|\n|¦cccc|d|')
  expect(state.update({ changes: alignTable(state, 2) }).newDoc.toString()).toBe(
    '| a    | b   |\n| ---- | --- |\n| cccc | d   |',
  )
  expect(alignTable(stateOf('no table'), 2)).toEqual([])
})

test('a new table is a block of its own, its first heading selected', () => {
  expect(runCommand(insertTable({ column: 'Column', cell: 'Cell' }), 'text¦\nmore')).toBe(
    'text\n\n| ‹Column 1› | Column 2 |\n| --- | --- |\n| Cell | Cell |\n\nmore',
  )
})
