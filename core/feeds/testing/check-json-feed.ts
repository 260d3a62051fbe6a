import { isAbsolute } from '#core/feeds/testing/check-rss.ts'

interface Item {
  id?: unknown
  url?: unknown
  content_html?: unknown
  content_text?: unknown
  date_published?: unknown
  date_modified?: unknown
  image?: unknown
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** The problems of a feed by JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) and by WebSub; empty for a valid feed. */
export function checkJsonFeed(source: string): string[] {
  const { version, title, home_page_url, feed_url, hubs, items } = JSON.parse(source)
  if (!Array.isArray(items) || !Array.isArray(hubs)) return ['There are no items, or no hubs.']
  const ids = items.map((item: Item) => item.id)
  return [
    ...(version === 'https://jsonfeed.org/version/1.1' ? [] : ['The version is not that of JSON Feed 1.1.']),
    ...(typeof title === 'string' && title ? [] : ['There is no title.']),
    ...[home_page_url, feed_url, ...hubs.map(({ url }) => url)].flatMap(checkAddress),
    ...(hubs.length === 1 && hubs[0].type === 'WebSub' ? [] : ['There is not one hub of the type WebSub.']),
    ...(new Set(ids).size === items.length ? [] : ['Items do not have an id each of their own.']),
    ...items.flatMap(checkItem),
  ]
}

function checkItem({
  id,
  url,
  content_html,
  content_text,
  date_published,
  date_modified,
  image,
}: Item): string[] {
  const dates = [date_published, date_modified].filter((date) => date !== undefined)
  return [
    ...(typeof id === 'string' && id ? [] : ['An item has no id that is a text.']),
    ...[url, ...(image === undefined ? [] : [image])].flatMap(checkAddress),
    ...(typeof content_html === 'string' || typeof content_text === 'string'
      ? []
      : ['An item has no content.']),
    ...dates.flatMap((date) =>
      RFC_3339.test(String(date)) && !Number.isNaN(Date.parse(String(date)))
        ? []
        : [`A date is not one of RFC 3339: ${date}`],
    ),
  ]
}

function checkAddress(address: unknown): string[] {
  return typeof address === 'string' && isAbsolute(address) ? [] : [`An address is not absolute: ${address}`]
}
