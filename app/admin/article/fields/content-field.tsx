import type { Ref } from 'react'
import { useImperativeHandle, useRef } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useArticleCheckResult } from '#app/admin/article/check-scope.tsx'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface ContentFieldProps {
  form: UseFormReturn<ArticleForm>
  language: Language
  ref?: Ref<MarkdownEditorHandle>
}

/** The text of the article. */
export function ContentField({ form, language, ref }: ContentFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const { settled, check } = useArticleCheckResult()
  const editor = useRef<MarkdownEditorHandle>(null)
  useImperativeHandle(ref, () => ({
    flush: () => editor.current?.flush(),
    focus: () => editor.current?.focus(),
    select: (from, to) => editor.current?.select(from, to),
  }))
  return (
    <Field label={fieldLabel('content')} error={fieldState.error?.message}>
      {(control) => (
        <MarkdownEditor
          ref={(handle) => {
            editor.current = handle
            // React Hook Form moves the focus here when the content is what is missing.
            field.ref({ focus: () => editor.current?.focus() })
          }}
          control={control}
          label={fieldLabel('content')}
          value={field.value}
          onChange={(markdown) => {
            field.onChange(markdown)
            if (fieldState.error) form.clearErrors('content')
          }}
          onBlur={field.onBlur}
          language={language}
          title={settled.title}
          marks={check.marks}
        />
      )}
    </Field>
  )
}
