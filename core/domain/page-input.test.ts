import { expect, test } from 'vitest'
import { newPageInput, pageInput } from '#core/domain/page-input.ts'

const problemsOf = (page: { title?: string; description?: string; content?: string }) =>
  pageInput
    .safeParse({ title: 'Imprint', description: '', content: '', ...page })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

test.each([
  [{}, []],
  [{ title: 'مرحبا 🎉 </script>' }, []],
  [{ title: ' ' }, ['title: A title is required']],
  [{ title: '\u200B\u200D' }, ['title: A title is required']],
  [{ title: 'Team\u202E' }, ['title: The title must be one line of plain text']],
  [{ description: 'Two\nlines' }, ['description: The description must be one line of plain text']],
  [{ content: 'A text\0' }, ['content: The text has characters that cannot be stored']],
  [{ content: '\uD800' }, ['content: The text has characters that cannot be stored']],
])('what the database refuses or nobody would see is said at the field: %j', (page, problems) => {
  expect(problemsOf(page)).toEqual(problems)
})

test('a new page needs a title that can be seen', () => {
  expect(newPageInput.safeParse({ title: '\u200B', slug: 'imprint' }).success).toBe(false)
  expect(newPageInput.safeParse({ title: 'Imprint', slug: 'imprint' }).success).toBe(true)
})
