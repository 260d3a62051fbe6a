import type { FeedItem } from '#server/features/import/feed/feed-item.ts'
import { escapeHtml } from '#server/features/import/html/escape-html.ts'
import { isObject, listField, textField } from '#server/features/import/json/json-fields.ts'
import type { JsonObject } from '#server/features/import/json/record-reader.ts'

/** Items of JSON Feed 1.0 and 1.1. */
export function readJsonItem(item: JsonObject): FeedItem {
  const text = (name: string) => textField(item, name)
  const people = [...listField(item, 'authors'), item.get('author') ?? null].filter(isObject)
  return {
    id: text('id') || text('url'),
    address: text('url') || text('external_url'),
    title: escapeHtml(text('title')),
    content: text('content_html') || plain(text('content_text')),
    summary: escapeHtml(text('summary')),
    published: text('date_published'),
    updated: text('date_modified'),
    authors: people.map((person) => textField(person, 'name')).filter(Boolean),
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
