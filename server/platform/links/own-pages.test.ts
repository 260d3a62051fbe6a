import { expect, test } from 'vitest'
import { createOwnPages } from '#server/platform/links/own-pages.ts'

const SITE = 'https://aiwatch.example'

function answering(status: number) {
  const asked: string[] = []
  const pages = createOwnPages()
  pages.setApp((request) => {
    asked.push(`${request.method} ${request.url}`)
    return new Response(null, { status })
  })
  return { pages, asked }
}

test.each([
  [200, false],
  [301, false],
  [404, true],
  [410, true],
  [429, false],
  [503, false],
])('a page that answers %i is missing: %s', async (status, isMissing) => {
  const { pages, asked } = answering(status)
  expect(await pages.isMissing(`${SITE}/contact?lang=de#form`)).toBe(isMissing)
  expect(asked).toEqual([`HEAD ${SITE}/contact?lang=de`])
})

test.each(['/storage/v1/object/public/media/a.png', '/rest/v1/articles', 'no address'])(
  'of %s, which no page answers, nothing is said',
  async (path) => {
    const { pages, asked } = answering(404)
    expect(await pages.isMissing(path.startsWith('/') ? SITE + path : path)).toBe(false)
    expect(asked).toEqual([])
  },
)

test('nothing is missing where no app answers', async () => {
  expect(await createOwnPages().isMissing(`${SITE}/nowhere`)).toBe(false)
})
