import type { ArticleInput } from '#core/domain/article-input.ts'

interface FieldCases {
  field: keyof ArticleInput
  /** Values that a published article may have. */
  fit: unknown[]
  /** Values that only a draft may have. */
  unfinished: unknown[]
  /** Values that no article may have. */
  unfit: unknown[]
}

/** Everything that trim() removes, as one text. */
const BLANK = '\t\n\v\f\r \u00A0\u1680\u2000\u2007\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
const MEGABYTE = 1_048_576

const texts = (longest: number) => ({
  fit: [
    'A title',
    'x'.repeat(longest),
    '👩‍🚀'.repeat(Math.floor(longest / 3)),
    '\u200B',
    '\u202Eright to left',
    '<script>',
    '__proto__',
    '\u0001',
    'Zürich, “quoted” & more',
  ],
  unfit: [`x${'y'.repeat(longest)}`, '👩‍🚀'.repeat(longest), 'x'.repeat(MEGABYTE)],
})
const required = { unfinished: ['', '   ', '\u00A0', BLANK] }

/** Values that the program and the database must both take, both take in drafts only, or both refuse. */
export const ARTICLE_CASES: FieldCases[] = [
  { field: 'title', ...texts(500), ...required },
  { field: 'excerpt', ...texts(5000), ...required },
  { field: 'author', ...texts(200), ...required },
  { field: 'reading_time', ...texts(100), ...required },
  { field: 'subtitle', ...texts(1000), fit: [...texts(1000).fit, null, ''], unfinished: [] },
  { field: 'social_title', ...texts(300), fit: [...texts(300).fit, null, ''], unfinished: [] },
  { field: 'social_description', ...texts(1000), fit: [...texts(1000).fit, null, ''], unfinished: [] },
  { field: 'social_image', fit: [null, '/images/a.jpg'], unfinished: [], unfit: ['x'.repeat(2001)] },
  { field: 'hero_image', fit: [null, '/images/a.jpg'], unfinished: [], unfit: ['x'.repeat(2001)] },
  {
    field: 'content',
    fit: ['Text', '    code\n\nend  \n', 'x'.repeat(MEGABYTE), 'é'.repeat(MEGABYTE / 2), '\u202E\u0001👩‍🚀'],
    unfit: ['x'.repeat(MEGABYTE + 1), 'é'.repeat(MEGABYTE / 2 + 1)],
    ...required,
  },
  {
    field: 'slug',
    fit: ['a', '2026', 'a-b-c', 'a'.repeat(200)],
    unfinished: [],
    unfit: ['A', 'a--b', '-a', 'a-', 'ä', 'a b', 'a/b', 'a\n', 'a'.repeat(201)],
  },
  {
    field: 'category',
    fit: ['business', 'tech', 'opinion', 'hack', 'news'],
    unfinished: [],
    unfit: ['', 'Tech', 'a--b'],
  },
  { field: 'language', fit: ['en', 'de'], unfinished: [], unfit: ['nl', '', 'EN'] },
]

/** Text that no program can store in PostgreSQL. */
export const UNSTORABLE = ['a\u0000b', 'a\uD800b', '\uDC00']
