import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PAGE_GROUPS } from '#app/admin/shell/pages.ts'
import { openScreen } from './support/open-screen.tsx'

const paths = PAGE_GROUPS.flatMap(({ pages }) => pages.map(({ to }) => to))

test.each(paths)('%s opens in a publication without anything in it', async (path) => {
  await openScreen(path)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument()
})
