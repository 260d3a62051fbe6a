import { t } from '#app/admin/messages.ts'
import type { ContentEditorProps } from '#app/admin/newsletter/content/content-editor-props.ts'

/** The HTML in a plain field, for when no editor could be loaded. */
export function PlainSource({ value, onChange, label, readOnly }: ContentEditorProps) {
  return (
    <div className="flex min-h-0 grow flex-col">
      <p role="status" className="px-5 py-3 text-sm">
        {t('editor.failed')}
      </p>
      <textarea
        aria-label={label}
        className="min-h-0 grow resize-none bg-paper px-5 py-3 font-mono text-sm"
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
