import { type UseFormReturn, useController } from 'react-hook-form'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { t } from '#app/admin/messages.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { SHORT_TEXTS } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ArticleTextFieldProps {
  form: UseFormReturn<ArticleForm>
  name: (typeof SHORT_TEXTS)[number] | 'author' | 'reading_time'
  /** The most characters that it may have. */
  longest: number
  /** From so many characters on they are counted below the field. */
  countFrom?: number
  rows?: number
  required?: boolean
  hint?: React.ReactNode
  /** The language of the text, for the spell checker. */
  lang?: Language
  large?: boolean
  onChange?: (value: string, before: string) => void
}

/** A field for one of the short texts of an article. Only it is rendered while somebody types in it. */
export function ArticleTextField(props: ArticleTextFieldProps) {
  const {
    form,
    name,
    longest,
    countFrom = longest * 0.8,
    rows,
    required,
    hint,
    lang,
    large,
    onChange,
  } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const used = field.value.length > longest * 4 ? field.value.length : [...field.value].length
  const error = fieldState.error?.message ?? (used > longest ? t('article.tooLong', { longest }) : undefined)
  const counter = used >= countFrom ? t('article.count', { used, longest }) : undefined
  const control = {
    ...field,
    lang,
    'aria-required': required,
    onChange(event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const before = field.value
      field.onChange(event.target.value)
      if (fieldState.error) form.clearErrors(name)
      onChange?.(event.target.value, before)
    },
  }
  return (
    <Field label={fieldLabel(name)} hint={joined(hint, counter)} error={error}>
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

function joined(hint: React.ReactNode, counter: string | undefined): React.ReactNode {
  if (!counter) return hint
  return (
    <>
      {hint} <span className="tabular-nums">{counter}</span>
    </>
  )
}
