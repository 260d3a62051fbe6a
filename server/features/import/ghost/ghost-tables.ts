import {
  BrokenJson,
  flagField,
  isObject,
  readJson,
  textField,
} from '#server/platform/documents/json/read-json.ts'
import type { JsonObject } from '#server/platform/documents/json/record-reader.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

/** The tables that are read before the articles, because exports have them after them. */
export interface GhostTables {
  users: Map<string, { name: string; slug: string }>
  tags: Map<string, { name: string; slug: string; isInternal: boolean }>
  /** By article, in their order. */
  authors: Map<string, string[]>
  articleTags: Map<string, string[]>
  meta: Map<string, GhostMeta>
  language: string
  /** The numbers of rows of which nothing is read, by the names of their tables. */
  unread: Map<string, number>
  /** The number of all rows that were seen. */
  rows: number
  isBroken: boolean
}

interface GhostMeta {
  alt: string
  caption: string
  socialTitle: string
  socialDescription: string
  socialImage: string
  description: string
}

const TABLES = new Set(['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta', 'settings'])
const MAX_ROW_LENGTH = 200_000
/** Of all tables together. */
const MAX_ROWS = 3_000_000
const MAX_UNREAD = 200

/** The table whose row a path leads to; empty for anything else. */
export function tableOf(path: readonly string[]): string {
  const [table = '', item] = path.slice(-2)
  return item === '*' && path.at(-3) === 'data' && path.length <= 5 ? table : ''
}

/** Of articles and what other tables have nothing is read here, but that it is there. */
const isPartOfRow = (path: readonly string[]) =>
  /^(?:id|uuid|title)$/.test(path.at(-1) ?? '') && tableOf(path.slice(0, -1)) !== ''

export async function readTables(file: SourceFile): Promise<GhostTables> {
  const tables: GhostTables = {
    users: new Map(),
    tags: new Map(),
    authors: new Map(),
    articleTags: new Map(),
    meta: new Map(),
    language: '',
    unread: new Map(),
    rows: 0,
    isBroken: false,
  }
  const order = new Map<string, number>()
  const isRecord = (path: readonly string[]) => TABLES.has(tableOf(path)) || isPartOfRow(path)
  try {
    for await (const { path, value } of readJson(file.open(), { isRecord, maxLength: MAX_ROW_LENGTH })) {
      const table = tableOf(path)
      const other = table === '' ? tableOf(path.slice(0, -1)) : 'posts'
      if (other !== 'posts') {
        if (path.at(-1) === 'id') countRow(tables.unread, other)
      } else if (++tables.rows > MAX_ROWS) break
      else if (isObject(value) && table !== '') addRow(tables, table, value, order)
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    tables.isBroken = true
  }
  const place = (article: string, other: string) => order.get(`${article} ${other}`) ?? 0
  for (const relation of [tables.authors, tables.articleTags])
    for (const [article, others] of relation) others.sort((a, b) => place(article, a) - place(article, b))
  return tables
}

function addRow(tables: GhostTables, table: string, row: JsonObject, order: Map<string, number>): void {
  const text = (name: string) => textField(row, name)
  const id = text('id')
  const relate = (relation: Map<string, string[]>, other: string) => {
    const article = text('post_id')
    const others = relation.get(article)
    if (others) others.push(other)
    else relation.set(article, [other])
    const place = Number(row.get('sort_order')) || 0
    if (place !== 0) order.set(`${article} ${other}`, place)
  }
  if (table === 'users') tables.users.set(id, { name: text('name'), slug: text('slug') })
  else if (table === 'tags') {
    const isInternal =
      text('visibility') === 'internal' || text('name').startsWith('#') || flagField(row, 'hidden')
    tables.tags.set(id, { name: text('name'), slug: text('slug'), isInternal })
  } else if (table === 'posts_tags') relate(tables.articleTags, text('tag_id'))
  else if (table === 'posts_authors') relate(tables.authors, text('author_id'))
  else if (table === 'posts_meta') tables.meta.set(text('post_id'), metaOf(row))
  else if (/^(?:locale|lang|default_locale)$/.test(text('key'))) tables.language = text('value')
  else countRow(tables.unread, table)
}

function countRow(unread: GhostTables['unread'], table: string): void {
  const count = unread.get(table) ?? 0
  if (count > 0 || unread.size < MAX_UNREAD) unread.set(table, count + 1)
}

/** The fields that were columns of the articles themselves before Ghost 3. */
export function metaOf(row: JsonObject): GhostMeta {
  const text = (...names: string[]) => names.map((name) => textField(row, name)).find(Boolean) ?? ''
  return {
    alt: text('feature_image_alt'),
    caption: text('feature_image_caption'),
    socialTitle: text('og_title', 'twitter_title', 'meta_title'),
    socialDescription: text('og_description', 'twitter_description'),
    socialImage: text('og_image', 'twitter_image'),
    description: text('meta_description'),
  }
}
