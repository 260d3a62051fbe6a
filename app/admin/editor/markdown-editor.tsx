import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { EDITOR_HEIGHT, EditorSkeleton } from '#app/admin/editor/editor-skeleton.tsx'
import type { MarkdownEditorProps } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

type CodeEditor = React.ComponentType<MarkdownEditorProps>

/** The field for the text of an article. The editor is loaded when it is shown; if that fails, a plain text field is used. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const [loaded, setLoaded] = useState<{ Editor: CodeEditor } | 'failed' | null>(
    () => LoadedEditor && { Editor: LoadedEditor },
  )

  useEffect(() => {
    let isShown = true
    // It may have been loaded between the first rendering and this.
    loadEditor().then(
      (Editor) => isShown && setLoaded((before) => before ?? { Editor }),
      () => isShown && setLoaded('failed'),
    )
    return () => {
      isShown = false
    }
  }, [])

  if (loaded === null) return <EditorSkeleton />
  if (loaded === 'failed') return <PlainEditor {...props} />
  return <loaded.Editor {...props} />
}

let LoadedEditor: CodeEditor | null = null

/** Starts loading the editor while an article is being loaded. */
export function preloadEditor(): void {
  // The field shows the failure.
  loadEditor().catch(() => {})
}

/** A module for browsers only (`.client`): the server would load CodeMirror at its start, although it never shows it. */
async function loadEditor(): Promise<CodeEditor> {
  const { CodeEditor } = await import('#app/admin/editor/code-editor.client.tsx')
  LoadedEditor = CodeEditor
  return CodeEditor
}

/** The same field without the editor, for when that could not be loaded. */
function PlainEditor({
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
    leaveFullScreen() {},
    cursorLine: () => value.slice(0, field.current?.selectionStart ?? 0).split('\n').length - 1,
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
