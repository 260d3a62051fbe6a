import { t } from '#app/admin/kit/messages.ts'
import type { Article } from '#core/domain/article.ts'
import {
  ARTICLE_FIELD_NAMES,
  ARTICLE_FIELDS,
  type ArticleFieldName,
  isOptionalText,
  type OptionalText,
} from '#core/domain/article-fields.ts'
import { type ArticleInput, articleInput, draftInput } from '#core/domain/article-input.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import type { FormValues } from '#core/domain/working-copy.ts'
import type { Language } from '#core/i18n/languages.ts'

export type FormField = ArticleFieldName

interface FormValue {
  image: string | null
  switch: boolean
}
/** The values of the form, not yet validated. A date is an ISO date; empty for the moment of publishing. */
export type ArticleForm = {
  [Field in FormField]: FormValue extends Record<(typeof ARTICLE_FIELDS)[Field]['kind'], infer Value>
    ? Value
    : string
} & {
  /** True if its translations stay as they are when `featured` is changed; of this save alone. */
  featured_alone: boolean
}

export function emptyForm({
  author,
  readingTime,
  category = ALL_CATEGORIES_PAGE,
}: {
  author: string
  readingTime: string
  category?: string
}): ArticleForm {
  return { ...formWith((field) => emptyValue(field)), category, author, reading_time: readingTime }
}

/** Makes a form of a value for each field. */
const formWith = (value: (field: FormField) => ArticleForm[FormField]): ArticleForm => ({
  ...(Object.fromEntries(ARTICLE_FIELD_NAMES.map((field) => [field, value(field)])) as Omit<
    ArticleForm,
    'featured_alone'
  >),
  featured_alone: false,
})

function emptyValue(field: FormField): ArticleForm[FormField] {
  const { kind } = ARTICLE_FIELDS[field]
  return kind === 'image' ? null : kind === 'switch' ? false : ''
}

/** A stored article in the form. A draft without a date of its own is dated when it is published. */
export function formOf(article: Article): ArticleForm {
  const form = formWith((field) => article[field] ?? emptyValue(field))
  return isUndated(article) ? { ...form, publish_date: '' } : form
}

/** A draft has the time of its creation until an editor sets another date or publishes it. */
function isUndated({ published, publish_date, created_at }: Article): boolean {
  return !published && publish_date === created_at
}

/** Tells whether publishing with this date schedules the article. The database has the same minute of tolerance. */
export function isDateAhead({ publish_date }: Pick<ArticleForm, 'publish_date'>): boolean {
  return Date.parse(publish_date) > Date.now() + 60_000
}

/** The fields of a stored copy; those that are missing or of another type are taken from `otherwise`. */
export function formOfCopy(kept: FormValues, otherwise: ArticleForm): ArticleForm {
  return formWith((field) => {
    const value = Object.hasOwn(kept, field) ? kept[field] : undefined
    const { kind } = ARTICLE_FIELDS[field]
    const fits =
      typeof value === (kind === 'switch' ? 'boolean' : 'string') || (kind === 'image' && value === null)
    return fits ? (value as ArticleForm[FormField]) : otherwise[field]
  })
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
    ...optionalTexts(form),
    published,
    language,
    original_article_id,
  }
}

/** The texts that an article may lack, null when they are empty. */
const optionalTexts = (form: ArticleForm) =>
  Object.fromEntries(
    ARTICLE_FIELD_NAMES.filter(isOptionalText).map((field) => [
      field,
      form[field].trim() === '' ? null : form[field],
    ]),
  ) as Record<OptionalText, string | null>

/** Returns what is in the form, as an article that could be stored. */
export function asArticle(
  form: ArticleForm,
  { id, language, article }: { id: string; language: Language; article: Article | null },
): Article {
  const now = new Date().toISOString()
  const unsaved = { original_article_id: null, published: false, created_at: now, updated_at: now }
  const texts = optionalTexts(form)
  return { ...unsaved, ...article, ...form, ...texts, id, language, publish_date: form.publish_date || now }
}

/** The fields in which two forms differ, in the order of the page. */
export function differingFields(one: ArticleForm, other: ArticleForm): FormField[] {
  return ARTICLE_FIELD_NAMES.filter((field) =>
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
  const kept = ARTICLE_FIELD_NAMES.filter((field) => touched.has(field)).map((field) => [field, typed[field]])
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
  /** The stored article; null for a new one. */
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
  return ARTICLE_FIELD_NAMES.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ field, message: issue.message }] : []
  })
}
