import type { RefObject } from 'react'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import type { MarkdownEditorHandle, MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/messages.ts'
import type { PageProblems } from '#app/admin/pages/use-save-page.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { PAGE_LENGTHS, type PageTexts } from '#core/domain/page.ts'
import type { Language } from '#core/i18n/languages.ts'

interface PageFieldsProps {
  typed: PageTexts
  language: Language
  problems: PageProblems
  marks: readonly MarkdownMark[]
  content: RefObject<MarkdownEditorHandle | null>
  onType: (field: keyof PageTexts, text: string) => void
}

/** What readers and search engines see of a page. */
export function PageFields({ typed, language, problems, marks, content, onType }: PageFieldsProps) {
  return (
    <div className="space-y-5">
      <TextField
        label={t('pages.field.title')}
        value={typed.title}
        lang={language}
        maxLength={2 * PAGE_LENGTHS.title}
        autoComplete="off"
        required
        error={problems.title}
        onChange={({ target }) => onType('title', target.value)}
      />
      <TextField
        label={t('pages.field.description')}
        hint={t('pages.field.description.hint')}
        value={typed.description}
        lang={language}
        maxLength={2 * PAGE_LENGTHS.description}
        autoComplete="off"
        error={problems.description}
        onChange={({ target }) => onType('description', target.value)}
      />
      <Field
        label={t('pages.field.content')}
        labelHidden
        error={problems.content}
        className="flex flex-col xl:h-[max(24rem,calc(100dvh-31rem))]"
      >
        {(control) => (
          <MarkdownEditor
            ref={content}
            control={control}
            label={t('pages.field.content')}
            placeholder={t('pages.field.content.placeholder')}
            value={typed.content}
            onChange={(markdown) => onType('content', markdown)}
            language={language}
            marks={marks}
          />
        )}
      </Field>
    </div>
  )
}
