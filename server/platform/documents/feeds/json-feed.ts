import { authorNames, type FeedItem, type FeedPart } from '#server/platform/documents/feeds/feed-item.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'
import { isObject, listField, readJson, textField } from '#server/platform/documents/json/read-json.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

const FIELDS = ['version', 'title', 'home_page_url', 'language', 'authors', 'author']
/** The most characters of JSON before it names its format. */
const MAX_BEFORE_VERSION = 200

/** Reads JSON Feed 1.0 and 1.1; nothing of other JSON, which has items as well. @throws BrokenJson */
export async function* readJsonFeed(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncIterable<FeedPart> {
  const isRecord = ([name = '', item, ...others]: readonly string[]) =>
    others.length === 0 && (item === undefined ? FIELDS.includes(name) : name === 'items' && item === '*')
  const before: FeedPart[] = []
  let isFeed = false
  for await (const { path, value, isTooLarge } of readJson(bytes, { isRecord, maxLength })) {
    const [name = ''] = path
    if (name === 'version') isFeed = String(value).startsWith('https://jsonfeed.org/version/')
    before.push(partOf(name, value, isTooLarge))
    if (isFeed) yield* before.splice(0)
    else if (before.length > MAX_BEFORE_VERSION) return
  }
}

function partOf(name: string, value: Json, isTooLarge: boolean): FeedPart {
  const text = typeof value === 'string' ? value : ''
  if (name === 'items') return isTooLarge ? { isTooLarge } : isObject(value) ? { item: readItem(value) } : {}
  if (name === 'title') return { about: { title: text } }
  if (name === 'home_page_url') return { about: { site: text } }
  if (name === 'language') return { about: { language: text } }
  return /^authors?$/.test(name) ? { about: { authors: namesOf(value) } } : {}
}

function namesOf(people: Json): string[] {
  const list = Array.isArray(people) ? people : [people]
  return authorNames(list.filter(isObject).map((person) => textField(person, 'name')))
}

function readItem(item: JsonObject): FeedItem {
  const text = (name: string) => textField(item, name)
  return {
    id: text('id') || text('url'),
    address: text('url') || text('external_url'),
    title: escapeHtml(text('title')),
    content: text('content_html') || plain(text('content_text')),
    base: '',
    summary: escapeHtml(text('summary')),
    published: text('date_published'),
    updated: text('date_modified'),
    authors: namesOf([...listField(item, 'authors'), item.get('author') ?? null]),
    tags: listField(item, 'tags').filter((tag) => typeof tag === 'string'),
    image: text('image') || text('banner_image'),
    media: listField(item, 'attachments')
      .filter(isObject)
      .map((attachment) => textField(attachment, 'url')),
    language: text('language'),
  }
}

const plain = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => (part.trim() ? `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>` : ''))
    .join('')
