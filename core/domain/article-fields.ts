import type { Article } from '#core/domain/article.ts'

/** The properties of a field of an article that editors write. */
interface ArticleField {
  kind: 'text' | 'content' | 'slug' | 'section' | 'image' | 'date' | 'switch'
  /** Its name on the desk and, in lower case, in a sentence. */
  label: string
  /** The maximum number of characters, as the database counts them. */
  longest?: number
  /** The error for a published article without it. A field that may be missing has none. */
  required?: string
  /** Each translation has its own, made of that of the original. */
  translated?: true
  /** Compared with the sources of an article that rests on sources. */
  judged?: true
  /** Said by a shared link in place of a text of the article. */
  shared?: true
  /** Shown on cards in lists. */
  listed?: true
}

/**
 * The fields of an article that editors write, in the order in which they are named and get the focus. Form, rules, comparison, restoring,
 * translation, judgement, cards, exports and imports read them. The constraints of the table `articles` are the same rules.
 */
const FIELDS = [
  [
    'title',
    {
      kind: 'text',
      label: 'Title',
      longest: 500,
      required: 'A title is required',
      translated: true,
      judged: true,
      listed: true,
    },
  ],
  ['slug', { kind: 'slug', label: 'Slug', required: 'A slug is required', listed: true }],
  [
    'subtitle',
    { kind: 'text', label: 'Subtitle', longest: 1000, translated: true, judged: true, listed: true },
  ],
  [
    'excerpt',
    {
      kind: 'text',
      label: 'Excerpt',
      longest: 5000,
      required: 'An excerpt is required',
      translated: true,
      judged: true,
      listed: true,
    },
  ],
  [
    'content',
    {
      kind: 'content',
      label: 'Content',
      required: 'The content is required',
      translated: true,
      judged: true,
    },
  ],
  ['category', { kind: 'section', label: 'Category', required: 'Please choose a section', listed: true }],
  [
    'author',
    { kind: 'text', label: 'Author', longest: 200, required: 'An author is required', listed: true },
  ],
  [
    'reading_time',
    {
      kind: 'text',
      label: 'Reading time',
      longest: 100,
      required: 'A reading time is required',
      listed: true,
    },
  ],
  ['publish_date', { kind: 'date', label: 'Publish date', listed: true }],
  ['hero_image', { kind: 'image', label: 'Hero image', longest: 2000, listed: true }],
  ['featured', { kind: 'switch', label: 'Featured article', listed: true }],
  [
    'social_title',
    { kind: 'text', label: 'Title of the shared link', longest: 300, judged: true, shared: true },
  ],
  [
    'social_description',
    { kind: 'text', label: 'Description of the shared link', longest: 1000, judged: true, shared: true },
  ],
  ['social_image', { kind: 'image', label: 'Picture of the shared link', longest: 2000 }],
] as const satisfies [keyof Article, ArticleField][]

type Fields = { [Field in (typeof FIELDS)[number] as Field[0]]: Field[1] }
export const ARTICLE_FIELDS = Object.fromEntries(FIELDS) as Fields

export type ArticleFieldName = keyof Fields
export const ARTICLE_FIELD_NAMES = FIELDS.map(([name]) => name)

export const fieldLabel = (field: ArticleFieldName): string => ARTICLE_FIELDS[field].label

/** The name of a field in a sentence. */
export const fieldInSentence = (field: string): string =>
  (FIELDS.find(([name]) => name === field)?.[1].label ?? field).toLowerCase()

type NamesWith<Property, List = typeof FIELDS> = List extends readonly [infer First, ...infer Rest]
  ? First extends readonly [infer Name, Record<Property & PropertyKey, true>]
    ? readonly [Name, ...NamesWith<Property, Rest>]
    : NamesWith<Property, Rest>
  : readonly []

/** The names of the fields with this property, in their order. */
export function fieldsWith<Property extends 'translated' | 'judged' | 'shared' | 'listed'>(
  property: Property,
) {
  return ARTICLE_FIELD_NAMES.filter(
    (field) => property in ARTICLE_FIELDS[field],
  ) as unknown as NamesWith<Property>
}

/** The names of the fields with these properties. */
export type FieldsLike<Like> = {
  [Field in ArticleFieldName]: Fields[Field] extends Like ? Field : never
}[ArticleFieldName]

/** A text that the database keeps as null when it is empty. */
export type OptionalText = Exclude<FieldsLike<{ kind: 'text' }>, FieldsLike<{ required: string }>>
export const isOptionalText = (field: string): field is OptionalText =>
  FIELDS.some(
    ([name, properties]) => name === field && properties.kind === 'text' && !('required' in properties),
  )
