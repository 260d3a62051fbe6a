import type { NewsItem } from '#core/domain/news-item.ts'
import type { FetchedPage } from '#server/features/newsroom/pages/fetch-page.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'

type PageDescription = Pick<NewsItem, 'title' | 'outlet' | 'author' | 'language'> & {
  /** Null when the page does not say it. */
  published_at: string | null
}

/** Describes a page by what it says of itself, or else by its address. */
export function describePage({ page, url }: Pick<FetchedPage, 'page' | 'url'>): PageDescription {
  const { host, pathname } = new URL(url)
  const published = readDate(page.published)
  return {
    title: page.title || `${host}${pathname}`.slice(0, 300),
    outlet: page.outlet || host.replace(/^www\./, '').slice(0, 100),
    author: page.author,
    language: page.language,
    published_at: published && Date.parse(published) <= Date.now() ? published : null,
  }
}
