import {
  type ArticleForm,
  FORM_FIELDS,
  type FormField,
  inputOf,
} from '#app/admin/article/form/article-form.ts'
import { t } from '#app/admin/messages.ts'
import type { Article } from '#core/domain/article.ts'
import { type ArticleInput, articleInput, draftInput } from '#core/domain/article-input.ts'

export interface FieldIssue {
  field: FormField
  message: string
}

/** What is written: without a date the database keeps or gives one. */
export type CheckedValues = Omit<ArticleInput, 'publish_date'> & { publish_date?: string }
export type CheckedForm = { values: CheckedValues } | { issues: FieldIssue[] }

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
