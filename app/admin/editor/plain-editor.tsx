import { useImperativeHandle, useRef } from 'react'
import { EDITOR_HEIGHT } from '#app/admin/editor/editor-skeleton.tsx'
import type { MarkdownEditorProps } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

/** The same field without the editor, for when that could not be loaded. */
export function PlainEditor({
  control,
  label,
  value,
  onChange,
  onBlur,
  language,
  readOnly,
  ref,
}: MarkdownEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    flush() {},
    focus: () => field.current?.focus(),
    select(from, to) {
      field.current?.focus()
      field.current?.setSelectionRange(from, to)
    },
  }))
  return (
    <div className={`${EDITOR_HEIGHT} flex flex-col gap-3`}>
      <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
        <p>{t('editor.failed')}</p>
        {/* Browsers remember that a module could not be loaded for as long as the page is open; connection-watch.ts stops reloads. */}
        <Button
          variant="secondary"
          size="sm"
          onClick={() => window.location.assign(window.location.pathname + window.location.search)}
        >
          {t('editor.reload')}
        </Button>
      </div>
      <textarea
        {...control}
        ref={field}
        lang={language}
        aria-label={label}
        className={`${control.className} grow font-mono`}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </div>
  )
}
