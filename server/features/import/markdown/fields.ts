import { OPTIONAL_TEXTS } from '#core/domain/article.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { isObject, textField } from '#server/platform/documents/json/read-json.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

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
    'published_date',
    'publish_date',
    'pub_date',
    'date_published',
    'publishedat',
    'created_at',
    'createdat',
    'date created',
    'datecreated',
    'posted',
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
  sound: [
    'audio',
    'audio_url',
    'audiourl',
    'audio_file',
    'audiofile',
    'podcast',
    'podcast_file',
    'podcast_url',
    'episode_file',
    'mp3',
    'enclosure',
  ],
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

/** The first of the fields for it that is a date, or else the first that is there; `published: true` is none. */
export function dateOfField(fields: JsonObject, field: 'date' | 'updated'): string {
  const written = NAMES[field]
    .map((name) => textField(fields, name))
    .filter((text) => !/^(?:|true|false|yes|no)$/i.test(text.trim()))
  // Hugo shows one date, and publishes on the other.
  const begin = readDate(textField(fields, 'publishdate'))
  if (field === 'date' && begin && begin > new Date().toISOString()) return begin
  return written.find((text) => readDate(text) !== null) ?? written[0] ?? ''
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

/** The file of an episode: an address, or an object with one. */
export function soundOfField(fields: JsonObject): string {
  const value = fieldValue(fields, 'sound')
  const named = isObject(value)
    ? ['src', 'url', 'href', 'file', 'mp3'].map((name) => textField(value, name))
    : [value]
  const address = named.find((one) => typeof one === 'string' && one !== '')
  return typeof address === 'string' &&
    /^\S+\.(?:mp3|m4[abv]|og[gav]|opus|wav|aac|flac|mp4|webm)(?:[?#]\S*)?$/i.test(address)
    ? address
    : ''
}

/** Addresses that lead to the article; other names of a note are none. */
export function aliasesOf(fields: JsonObject): string[] {
  const value = fieldValue(fields, 'aliases')
  const list = Array.isArray(value) ? value : [value]
  return list.filter((alias) => typeof alias === 'string').filter((alias) => alias.includes('/'))
}

/** States in which a generator, a theme or an editor's program publishes nothing. */
const HELD_BACK =
  /^(?:draft|idea|wip|private|unlisted|hidden|pending|(?:in[ -])?review|scheduled|unpublished|archived?|trash|deleted|members?|paid|password)$/i
const MARKS: ReadonlyMap<string, string> = new Map([
  ['draft', 'true'],
  ['isdraft', 'true'],
  ['is_draft', 'true'],
  ['wip', 'true'],
  ['private', 'true'],
  ['unlisted', 'true'],
  ['hidden', 'true'],
  ['headless', 'true'],
  ['published', 'false'],
  ['publish', 'false'],
  ['public', 'false'],
  ['render', 'false'],
  ['permalink', 'false'],
])

const STATES = ['status', 'state', 'visibility']

const READ: ReadonlySet<string> = new Set([
  ...Object.values(NAMES).flat(),
  ...MARKS.keys(),
  ...STATES,
  ...['password', 'build', '_build', 'expirydate'],
  // The look of a page is the site's own.
  ...['layout', 'type', 'template', 'eleventyexcludefromcollections'],
])

/** The fields that only our own export has. */
const OWN: ReadonlySet<string> = new Set([
  ...'readingtime social unpublish translation corrections drafted sources'.split(' '),
  ...OPTIONAL_TEXTS,
])

/** The fields that say something which is not read. */
export const unreadFields = (fields: JsonObject, isOwn: boolean): string[] =>
  [...fields].flatMap(([name, value]) =>
    READ.has(name) || (isOwn && OWN.has(name)) || value === null || value === '' ? [] : [name],
  )

/** Tells whether its author shows a document to nobody, or not yet or no longer. */
export function isHeldBack(fields: JsonObject): boolean {
  const says = (name: string, value: string) => String(fields.get(name) ?? '').toLowerCase() === value
  if ([...MARKS].some(([name, value]) => says(name, value))) return true
  const states = STATES.map((name) => textField(fields, name).trim())
  if (states.some((state) => HELD_BACK.test(state)) || textField(fields, 'password')) return true
  const build = fields.get('build') ?? fields.get('_build')
  if (isObject(build) && /^(?:never|false)$/.test(String(build.get('render')))) return true
  const end = readDate(textField(fields, 'expirydate'))
  return end !== null && end < new Date().toISOString()
}
