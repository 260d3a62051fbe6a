import { isObject, textField } from '#server/features/import/json/json-fields.ts'
import type { Json, JsonObject } from '#server/features/import/json/record-reader.ts'

/** The names of fields in Hugo, Jekyll, Astro, Obsidian, Eleventy and their themes, in lower case. */
const NAMES = {
  title: ['title'],
  subtitle: ['subtitle', 'subheading', 'tagline'],
  excerpt: ['description', 'summary', 'excerpt', 'abstract'],
  date: [
    'date',
    'publishdate',
    'pubdate',
    'published_at',
    'publisheddate',
    'datepublished',
    'published',
    'created',
    'pubdatetime',
  ],
  updated: [
    'lastmod',
    'updated',
    'modified',
    'updateddate',
    'last_modified_at',
    'modifieddate',
    'moddatetime',
    'updated_at',
  ],
  slug: ['slug'],
  language: ['lang', 'language', 'locale'],
  translation: [
    'translationkey',
    'translation_key',
    'translation-key',
    'ref',
    'lang-ref',
    'lang_ref',
    'page_id',
    'translationof',
  ],
  authors: ['authors', 'author', 'by'],
  categories: ['categories', 'category', 'section', 'sections'],
  tags: ['tags', 'tag', 'keywords', 'topics'],
  image: [
    'image',
    'heroimage',
    'hero_image',
    'cover',
    'coverimage',
    'cover_image',
    'featured_image',
    'featuredimage',
    'feature_image',
    'featureimage',
    'banner',
    'thumbnail',
    'ogimage',
    'og_image',
    'images',
  ],
  alt: ['imagealt', 'image_alt', 'heroimagealt', 'coveralt', 'cover_alt', 'alt'],
  caption: ['imagecaption', 'image_caption', 'covercaption', 'caption'],
  address: ['url', 'permalink'],
  aliases: ['aliases', 'alias', 'redirect_from', 'redirects'],
  featured: ['featured', 'pinned', 'sticky'],
} as const
export type Field = keyof typeof NAMES

function fieldValue(fields: JsonObject, field: Field): Json {
  for (const name of NAMES[field]) {
    const value = fields.get(name)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return null
}

export function textOfField(fields: JsonObject, field: Field): string {
  const value = fieldValue(fields, field)
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

export const isSet = (fields: JsonObject, field: Field) => fieldValue(fields, field) === true

/** The date of a field; `published: true` is none. */
export function dateOfField(fields: JsonObject, field: 'date' | 'updated'): string {
  for (const name of NAMES[field]) {
    const value = fields.get(name)
    if (typeof value === 'string' && /\d/.test(value)) return value
  }
  return ''
}

/** Names of people or subjects: a list, one, or several in one text. `hasSpaces`: subjects are separated by them, as in Jekyll. */
export function namesOfField(
  fields: JsonObject,
  field: 'authors' | 'categories' | 'tags',
  hasSpaces = false,
): string[] {
  const value = fieldValue(fields, field)
  const topics = hasSpaces && value === fields.get(field) && !/[,;]/.test(String(value)) ? /\s+/ : /[,;]/
  const separator = field === 'authors' ? /[,;]| & | and / : topics
  const names = Array.isArray(value)
    ? value.map(nameOf)
    : typeof value === 'string'
      ? value.split(separator)
      : [nameOf(value)]
  const cleaned = names.map((name) =>
    name
      .replace(/^\[\[(?:[^[\]|]*\|)?|\]\]$|^[#@]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200),
  )
  return [...new Set(cleaned.filter(Boolean))]
}

function nameOf(value: Json): string {
  if (isObject(value))
    return textField(value, 'name') || textField(value, 'display_name') || textField(value, 'title')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The picture of an article: an address, an object with one, or the first of a list. */
export function pictureOfField(fields: JsonObject): { address: string; alt: string; caption: string } | null {
  const value = fieldValue(fields, 'image')
  const first = Array.isArray(value) ? (value[0] ?? null) : value
  const alt = textOfField(fields, 'alt')
  const caption = textOfField(fields, 'caption')
  if (typeof first === 'string') return { address: first.replace(/^!?\[\[|\]\]$/g, '').trim(), alt, caption }
  if (!isObject(first)) return null
  const text = (...names: string[]) => names.map((name) => textField(first, name)).find(Boolean) ?? ''
  const address = text('src', 'url', 'image', 'path', 'file', 'feature', 'filename')
  return address ? { address, alt: text('alt') || alt, caption: text('caption', 'title') || caption } : null
}

/** Addresses that lead to the article; other names of a note are none. */
export function aliasesOf(fields: JsonObject): string[] {
  const value = fieldValue(fields, 'aliases')
  const list = Array.isArray(value) ? value : [value]
  return list.filter((alias) => typeof alias === 'string').filter((alias) => alias.includes('/'))
}

export function isDraft(fields: JsonObject): boolean {
  const says = (name: string, expected: boolean) => {
    const value = fields.get(name)
    return value === expected || (typeof value === 'string' && value.toLowerCase() === String(expected))
  }
  return (
    says('draft', true) ||
    says('published', false) ||
    says('publish', false) ||
    fields.get('status') === 'draft'
  )
}
