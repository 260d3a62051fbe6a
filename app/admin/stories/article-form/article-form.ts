import { t } from '#app/admin/kit/messages.ts'
import type { Article } from '#core/domain/article.ts'
import { type ArticleInput, articleInput, draftInput } from '#core/domain/article-input.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import type { FormValues } from '#core/domain/working-copy-input.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The values of the form, not yet validated. */
export interface ArticleForm {
  title: string
  slug: string
  subtitle: string
  excerpt: string
  content: string
  category: string
  author: string
  reading_time: string
  hero_image: string | null
  /** An ISO date; empty for the moment of publishing. */
  publish_date: string
  featured: boolean
  /** Whether its translations stay as they are when that is changed; of this save alone. */
  featured_alone: boolean
  /** Of a shared link; empty for those of the article. */
  social_title: string
  social_description: string
  social_image: string | null
}

export type FormField = Exclude<keyof ArticleForm, 'featured_alone'>

/** In the order in which they are named and get the focus. */
export const FORM_FIELDS = [
  'title',
  'slug',
  'subtitle',
  'excerpt',
  'content',
  'category',
  'author',
  'reading_time',
  'publish_date',
  'hero_image',
  'featured',
  'social_title',
  'social_description',
  'social_image',
] as const satisfies FormField[]

export function emptyForm({
  author,
  readingTime,
  category = ALL_CATEGORIES_PAGE,
}: {
  author: string
  readingTime: string
  category?: string
}): ArticleForm {
  return {
    title: '',
    slug: '',
    subtitle: '',
    excerpt: '',
    content: '',
    category,
    author,
    reading_time: readingTime,
    hero_image: null,
    publish_date: '',
    featured: false,
    featured_alone: false,
    social_title: '',
    social_description: '',
    social_image: null,
  }
}

/** A stored article in the form. A draft without a date of its own is dated when it is published. */
export function formOf(article: Article): ArticleForm {
  const { title, slug, excerpt, content, category, author, reading_time, hero_image, featured } = article
  return {
    title,
    slug,
    subtitle: article.subtitle ?? '',
    excerpt,
    content,
    category,
    author,
    reading_time,
    hero_image,
    publish_date: isUndated(article) ? '' : article.publish_date,
    featured,
    featured_alone: false,
    social_title: article.social_title ?? '',
    social_description: article.social_description ?? '',
    social_image: article.social_image,
  }
}

/** A draft has the time of its creation until an editor sets another date or publishes it. */
function isUndated({ published, publish_date, created_at }: Article): boolean {
  return !published && publish_date === created_at
}

/** Whether publishing with this date schedules the article. The database has the same minute of tolerance. */
export function isDateAhead({ publish_date }: Pick<ArticleForm, 'publish_date'>): boolean {
  return Date.parse(publish_date) > Date.now() + 60_000
}

/** The fields of a stored copy; those that are missing or of another type are taken from `otherwise`. */
export function formOfCopy(kept: FormValues, otherwise: ArticleForm): ArticleForm {
  const text = (field: FormField, fallback: string) => {
    const value = Object.hasOwn(kept, field) ? kept[field] : undefined
    return typeof value === 'string' ? value : fallback
  }
  const image = (field: 'hero_image' | 'social_image') => {
    const value = kept[field]
    return typeof value === 'string' || value === null ? value : otherwise[field]
  }
  const { featured } = kept
  return {
    title: text('title', otherwise.title),
    slug: text('slug', otherwise.slug),
    subtitle: text('subtitle', otherwise.subtitle),
    excerpt: text('excerpt', otherwise.excerpt),
    content: text('content', otherwise.content),
    category: text('category', otherwise.category),
    author: text('author', otherwise.author),
    reading_time: text('reading_time', otherwise.reading_time),
    hero_image: image('hero_image'),
    publish_date: text('publish_date', otherwise.publish_date),
    featured: typeof featured === 'boolean' ? featured : otherwise.featured,
    featured_alone: false,
    social_title: text('social_title', otherwise.social_title),
    social_description: text('social_description', otherwise.social_description),
    social_image: image('social_image'),
  }
}

/** The input for the schema. */
export function inputOf(
  form: ArticleForm,
  {
    published,
    language,
    original_article_id,
  }: Pick<ArticleInput, 'published' | 'language' | 'original_article_id'>,
): ArticleInput {
  return {
    ...form,
    subtitle: form.subtitle.trim() === '' ? null : form.subtitle,
    social_title: form.social_title.trim() || null,
    social_description: form.social_description.trim() || null,
    published,
    language,
    original_article_id,
  }
}

/** What is in the form, as an article that could be stored. */
export function asArticle(
  form: ArticleForm,
  { id, language, article }: { id: string; language: Language; article: Article | null },
): Article {
  const now = new Date().toISOString()
  const unsaved = { original_article_id: null, published: false, created_at: now, updated_at: now }
  const subtitle = form.subtitle.trim() === '' ? null : form.subtitle
  return { ...unsaved, ...article, ...form, id, language, subtitle, publish_date: form.publish_date || now }
}

/** The fields in which two forms differ, in the order of the page. */
export function differingFields(one: ArticleForm, other: ArticleForm): FormField[] {
  return FORM_FIELDS.filter((field) =>
    field === 'publish_date' ? !isSameTime(one[field], other[field]) : one[field] !== other[field],
  )
}

/** The database formats the same time differently. */
function isSameTime(one: string, other: string): boolean {
  return one === other || Date.parse(one) === Date.parse(other)
}

/** The fields that two editors have both changed since `before`, to different values. */
export function conflictingFields(mine: ArticleForm, before: ArticleForm, theirs: ArticleForm): FormField[] {
  const [changedByMe, changedByThem] = [differingFields(mine, before), differingFields(theirs, before)]
  return differingFields(mine, theirs).filter(
    (field) => changedByMe.includes(field) && changedByThem.includes(field),
  )
}

/** Applies the changes from `before` to `typed` to a newer stored version, `after`. */
export function rebase(typed: ArticleForm, before: ArticleForm, after: ArticleForm): ArticleForm {
  const touched = new Set(differingFields(typed, before))
  const kept = FORM_FIELDS.filter((field) => touched.has(field)).map((field) => [field, typed[field]])
  return { ...after, ...Object.fromEntries(kept) }
}

export interface FieldIssue {
  field: FormField
  message: string
}

/** The values to store. Without a date, the database keeps the present one or sets one. */
export type CheckedValues = Omit<ArticleInput, 'publish_date'> & { publish_date?: string }
type CheckedForm = { values: CheckedValues } | { issues: FieldIssue[] }

interface CheckOptions {
  published: boolean
  language: ArticleInput['language']
  original_article_id: string | null
  /** As it is stored; null for a new one. */
  article: Pick<Article, 'published' | 'created_at'> | null
}

/** Validates a form by the rules for drafts or, to be published, by those for articles. */
export function checkForm(form: ArticleForm, options: CheckOptions): CheckedForm {
  const { article, published } = options
  if (published && article?.published && form.publish_date === '')
    return { issues: [{ field: 'publish_date', message: t('article.date.required') }] }
  const schema = published ? articleInput : draftInput
  // An empty date is set later, but the schema requires one.
  const date = form.publish_date || new Date(0).toISOString()
  const parsed = schema.safeParse({ ...inputOf(form, options), publish_date: date })
  if (!parsed.success) return { issues: inOrder(parsed.error.issues) }
  const { publish_date, ...values } = parsed.data
  if (form.publish_date !== '') return { values: { ...values, publish_date } }
  // A draft whose date was removed gets the date of its creation.
  return { values: article && !published ? { ...values, publish_date: article.created_at } : values }
}

/** The first issue of each field, in the order of the page. */
function inOrder(issues: readonly { path: PropertyKey[]; message: string }[]): FieldIssue[] {
  return FORM_FIELDS.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ field, message: issue.message }] : []
  })
}
