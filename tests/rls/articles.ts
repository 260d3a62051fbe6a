import type { Kind } from './expected-access.ts'

/** The articles of the fixture rows, one of each kind. */
export const ARTICLES: Partial<Record<Kind, string>> = {
  published: '1d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10',
  draft: '2d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e11',
  own: '3d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e12',
  'handed in': '4d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e13',
  ready: '5d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e14',
  German: '6d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e15',
  'German published': '7d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e16',
  'German of a draft': '8d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e17',
  French: '9d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e18',
  'French of a ready draft': 'ed6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e22',
  'French published': 'ad6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e19',
}
/** Two other articles that are published: one with translations, and one that has none. */
export const REPORT = 'bd6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e20'
export const INTERVIEW = 'cd6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e21'

/** The kinds of pictures in the bucket of articles. */
const PICTURES: Record<string, Kind> = { 'own.png': 'own', 'shown.png': 'in use', 'theirs.png': 'of others' }
const LANGUAGES: Record<string, Kind> = { de: 'German', fr: 'French' }

const KIND_OF_ARTICLE = new Map<unknown, Kind>([
  ...Object.entries(ARTICLES).map(([kind, id]) => [id, kind as Kind] as const),
  [REPORT, 'published'],
  [INTERVIEW, 'published'],
])

/** The kind of a row for somebody, by the column that decides it. */
export function kindOf(row: Record<string, unknown>, by: string, me: string | null): Kind {
  const value = row[by]
  if (by === 'language') return LANGUAGES[String(value)] ?? 'of others'
  if (by === 'name') return PICTURES[String(value)] ?? 'of others'
  if (by === 'published') return value ? 'published' : 'draft'
  return KIND_OF_ARTICLE.get(value) ?? (value === me ? 'own' : 'of others')
}

/** An issue of the newsletter of the fixture rows, and one of its items. */
export const ISSUE = '6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10'
export const ITEM = 'b8f2a0d4-3c55-4e1e-9a54-7d0e6c1f2b33'
/** A note of somebody on the published original. */
export const NOTE = 'fd6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e23'
export const WEBHOOK = '3d3f0b0e-7c55-4a0c-9f0e-0d8e6f5b7a21'
