import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})

test('a task list has disabled checkboxes, each labelled by the text of its item', () => {
  expect(html('- [ ] open\n- [x] *done*\n- else')).toBe(
    [
      '<ul class="contains-task-list">',
      '<li class="task-list-item"><label><input type="checkbox" disabled> open</label></li>',
      '<li class="task-list-item"><label><input type="checkbox" checked disabled> <em>done</em></label></li>',
      '<li>else</li>',
      '</ul>',
    ].join('\n'),
  )
})

test('a list in a task is a list of its own', () => {
  expect(html('1. [X] a\n   - b\n   - c\n2. d')).toBe(
    [
      '<ol class="contains-task-list">',
      '<li class="task-list-item"><label><input type="checkbox" checked disabled> a</label>',
      '<ul>',
      '<li>b</li>',
      '<li>c</li>',
      '</ul>',
      '</li>',
      '<li>d</li>',
      '</ol>',
    ].join('\n'),
  )
})

test('only the first paragraph of an item is its task', () => {
  expect(html('- [ ] a\n\n  [ ] b')).toBe(
    [
      '<ul class="contains-task-list">',
      '<li class="task-list-item">',
      '<p><label><input type="checkbox" disabled> a</label></p>',
      '<p>[ ] b</p>',
      '</li>',
      '</ul>',
    ].join('\n'),
  )
})

test.each(['- [ ]', '- [ ]a', '- [y] a', '- [] a', '- # [ ] a', '- [x](/a)', '[ ] a', '- `[ ] a`'])(
  '%j is no task',
  (markdown) => {
    expect(html(markdown)).not.toMatch(/<input|class=/)
  },
)
