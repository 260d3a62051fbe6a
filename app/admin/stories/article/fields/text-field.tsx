import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { slugUseQuery } from '#app/admin/stories/article/article-queries.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { fieldLabel } from '#app/admin/stories/article-form/field-label.ts'
import { describeState, TONES } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { SHORT_TEXTS } from '#core/domain/article.ts'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

interface ArticleTextFieldProps {
  form: UseFormReturn<ArticleForm>
  name: (typeof SHORT_TEXTS)[number] | 'author' | 'reading_time'
  /** The number of characters from which a counter is shown. */
  countFrom?: number
  rows?: number
  hint?: React.ReactNode
  /** The language of the text, for the spell checker. */
  lang?: Language
  large?: boolean
  onChange?: (value: string, before: string) => void
  onBlur?: () => void
}

/** A field for one of the short texts of an article. Typing renders only this field. */
export function ArticleTextField(props: ArticleTextFieldProps) {
  const { form, name, rows, hint, lang, large, onChange, onBlur } = props
  const { longest } = ARTICLE_FIELDS[name]
  const { countFrom = longest * 0.8 } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const used = field.value.length > longest * 4 ? field.value.length : [...field.value].length
  const error = fieldState.error?.message ?? (used > longest ? t('article.tooLong', { longest }) : undefined)
  const counter = used >= countFrom ? t('article.count', { used, longest }) : undefined
  const control = {
    ...field,
    lang,
    'aria-required': 'required' in ARTICLE_FIELDS[name],
    onChange(event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const before = field.value
      field.onChange(event.target.value)
      if (fieldState.error) form.clearErrors(name)
      onChange?.(event.target.value, before)
    },
    onBlur() {
      field.onBlur()
      onBlur?.()
    },
  }
  return (
    <Field label={fieldLabel(name)} hint={joined(hint, counter, useFieldVerdict(name))} error={error}>
      {({ className, ...tied }) =>
        rows ? (
          <textarea {...control} {...tied} rows={rows} className={`${className} leading-relaxed`} />
        ) : (
          <input
            type="text"
            autoComplete="off"
            {...control}
            {...tied}
            className={large ? `${className} font-display text-title-sm` : className}
          />
        )
      }
    </Field>
  )
}

function joined(
  hint: React.ReactNode,
  counter: string | undefined,
  verdict: React.ReactNode,
): React.ReactNode {
  if (!counter && !verdict) return hint
  return (
    <>
      {hint} {counter && <span className="tabular-nums">{counter}</span>} {verdict}
    </>
  )
}

const DEBOUNCE_MS = 400

interface SlugFieldProps {
  form: UseFormReturn<ArticleForm>
  articleId: string
  language: Language
  /** The slug of the published article; null for a draft. */
  publishedSlug: string | null
}

/** The slug. While it is typed, the field tells whether another article has it. */
export function SlugField({ form, articleId, language, publishedSlug }: SlugFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'slug' })
  const slug = useDebouncedValue(field.value, DEBOUNCE_MS)
  const { data: use } = useQuery({
    ...slugUseQuery({ slug, language, exceptId: articleId }),
    enabled: isSlug(slug),
    retry: false,
  })
  const isSettled = slug === field.value
  const isTaken = isSettled && use?.status === 'taken'
  const problem =
    isSettled && slug !== '' && !isSlug(slug)
      ? t('article.slug.malformed')
      : isTaken
        ? t('article.slug.taken', { title: use.title || t('article.untitled') })
        : undefined
  const note =
    isSettled && use?.status === 'redirects' ? t('article.slug.redirects', { title: use.title }) : ''
  const hasMoved = publishedSlug !== null && field.value !== publishedSlug && isSlug(field.value)
  const moving = hasMoved
    ? t('article.slug.moves', { address: articlePath({ slug: publishedSlug, language }) })
    : ''
  return (
    <>
      <Field
        label={fieldLabel('slug')}
        hint={[t('article.slug.hint'), note, moving].filter(Boolean).join(' ')}
        error={fieldState.error?.message ?? problem}
      >
        {(control) => (
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field}
            {...control}
            onChange={(event) => {
              field.onChange(event)
              form.clearErrors('slug')
            }}
          />
        )}
      </Field>
      <Announcement>{[problem, note].filter(Boolean).join(' ')}</Announcement>
    </>
  )
}

/** Shows below a short text what was found in its sentences; nothing while there is nothing to look at. */
function useFieldVerdict(name: string): React.ReactNode {
  const { draft } = use(SourcesContext)
  const field = JUDGED_FIELDS.find((judged) => judged === name)
  if (!draft || !field) return undefined
  const open = draft.sentences.flatMap((sentence, index) => {
    const state = draft.states[index]
    return sentence.field === field && state && state !== 'green' ? [{ sentence, state }] : []
  })
  if (open.length === 0) return undefined
  return open.map(({ sentence, state }) => (
    <span key={sentence.from} data-tone={TONES[state]} className="block text-accent">
      {describeState(state, sentence)}
    </span>
  ))
}
