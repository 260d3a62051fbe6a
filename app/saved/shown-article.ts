import { keptPathOf } from '#core/domain/kept-page.ts'
import type { ShownArticle } from '#core/domain/saved-list.ts'

/** The article of the page that is shown; null on any other page. */
export function shownArticle(): ShownArticle | null {
  const path = keptPathOf(new URL(location.href))
  const described = document.querySelector<HTMLElement>('[data-saves]')?.dataset.saves
  return path && described ? { ...(JSON.parse(described) as Omit<ShownArticle, 'path'>), path } : null
}
