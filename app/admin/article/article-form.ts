import { t } from '#app/admin/messages.ts'
import { type Article, CATEGORIES, type Category } from '#core/domain/article.ts'
import { type ArticleInput, articleInput, draftInput } from '#core/domain/article-input.ts'
import type { FormValues } from '#core/domain/working-copy-input.ts'

/** The values of the form while it is typed; nothing in it has to be valid. */
export interface ArticleForm {
  title: string
  slug: string
  subtitle: string
  excerpt: string
  content: string
  category: Category
  author: string
  reading_time: string
  hero_image: string | null
  /** An ISO date; empty for the moment of publishing. */
  publish_date: string
  featured: boolean
}

export type FormField = keyof ArticleForm

/** In the order of the page. */
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
] as const satisfies FormField[]

export function emptyForm({ author, readingTime }: { author: string; readingTime: string }): ArticleForm {
  return {
    title: '',
    slug: '',
    subtitle: '',
    excerpt: '',
    content: '',
    category: 'news',
    author,
    reading_time: readingTime,
    hero_image: null,
    publish_date: '',
    featured: false,
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
  }
}

/** A draft has the time of its creation until somebody chooses another or publishes it. */
function isUndated({ published, publish_date, created_at }: Article): boolean {
  return !published && publish_date === created_at
}

/** The fields of a form that was kept; what is missing or of another type is taken from `otherwise`. */
export function formOfCopy(kept: FormValues, otherwise: ArticleForm): ArticleForm {
  const text = (field: FormField, fallback: string) => {
    const value = Object.hasOwn(kept, field) ? kept[field] : undefined
    return typeof value === 'string' ? value : fallback
  }
  const { hero_image: image, featured } = kept
  return {
    title: text('title', otherwise.title),
    slug: text('slug', otherwise.slug),
    subtitle: text('subtitle', otherwise.subtitle),
    excerpt: text('excerpt', otherwise.excerpt),
    content: text('content', otherwise.content),
    category: CATEGORIES.find((category) => category === kept.category) ?? otherwise.category,
    author: text('author', otherwise.author),
    reading_time: text('reading_time', otherwise.reading_time),
    hero_image: typeof image === 'string' || image === null ? image : otherwise.hero_image,
    publish_date: text('publish_date', otherwise.publish_date),
    featured: typeof featured === 'boolean' ? featured : otherwise.featured,
  }
}

/** What of the form is written, before it is checked. */
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
    published,
    language,
    original_article_id,
  }
}

/** The fields in which two forms differ, in the order of the page. */
export function differingFields(one: ArticleForm, other: ArticleForm): FormField[] {
  return FORM_FIELDS.filter((field) =>
    field === 'publish_date' ? !isSameTime(one[field], other[field]) : one[field] !== other[field],
  )
}

/** The database writes the same moment in another way. */
function isSameTime(one: string, other: string): boolean {
  return one === other || Date.parse(one) === Date.parse(other)
}

/** What somebody typed over `before`, when the stored article has become `after`: what they did not touch follows it. */
export function rebase(typed: ArticleForm, before: ArticleForm, after: ArticleForm): ArticleForm {
  const touched = new Set(differingFields(typed, before))
  const kept = FORM_FIELDS.filter((field) => touched.has(field)).map((field) => [field, typed[field]])
  return { ...after, ...Object.fromEntries(kept) }
}

export interface FieldIssue {
  field: FormField
  message: string
}

/** What is written: without a date the database keeps or gives one. */
export type CheckedValues = Omit<ArticleInput, 'publish_date'> & { publish_date?: string }
type CheckedForm = { values: CheckedValues } | { issues: FieldIssue[] }

interface CheckOptions {
  published: boolean
  language: ArticleInput['language']
  original_article_id: string | null
  /** As it is stored; null for a new one. */
  article: Pick<Article, 'published' | 'created_at'> | null
}

/** Checks a form by the rules of a draft or, to be published, of an article. */
export function checkForm(form: ArticleForm, options: CheckOptions): CheckedForm {
  const { article, published } = options
  if (published && article?.published && form.publish_date === '')
    return { issues: [{ field: 'publish_date', message: t('article.date.required') }] }
  const schema = published ? articleInput : draftInput
  // An empty date is decided later; the schema has to see one.
  const date = form.publish_date || new Date(0).toISOString()
  const parsed = schema.safeParse({ ...inputOf(form, options), publish_date: date })
  if (!parsed.success) return { issues: inOrder(parsed.error.issues) }
  const { publish_date, ...values } = parsed.data
  if (form.publish_date !== '') return { values: { ...values, publish_date } }
  // A draft that has lost its date is dated as if it had never had one.
  return { values: article && !published ? { ...values, publish_date: article.created_at } : values }
}

/** The first issue of each field, in the order of the page. */
function inOrder(issues: readonly { path: PropertyKey[]; message: string }[]): FieldIssue[] {
  return FORM_FIELDS.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ field, message: issue.message }] : []
  })
}
