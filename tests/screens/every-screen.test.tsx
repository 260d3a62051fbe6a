import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PAGES } from '#app/admin/shell/rooms.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'

const paths = PAGES.map(({ to }) => to)

test.each(paths)('%s opens in a publication without anything in it, and is accessible', async (path) => {
  await openScreen(path)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
})
