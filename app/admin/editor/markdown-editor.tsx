import { type Ref, useEffect, useState } from 'react'
import { EditorSkeleton } from '#app/admin/editor/editor-skeleton.tsx'
import { PlainEditor } from '#app/admin/editor/plain-editor.tsx'
import type { FieldControl } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

export interface MarkdownEditorHandle {
  /** Calls `onChange` now, if something was typed since it was called. */
  flush: () => void
  focus: () => void
  /** Selects the text between two offsets of the Markdown, and scrolls there. */
  select: (from: number, to: number) => void
}

/** A place in the Markdown that something is to be said about. */
export interface MarkdownMark {
  from: number
  to: number
  message: string
}

export interface MarkdownEditorProps {
  /** From the `Field` around it. */
  control: FieldControl
  label: string
  /** The Markdown. When it is another than what was typed last, it replaces the text. */
  value: string
  /** Called a moment after something was typed, and before the page is left. */
  onChange: (markdown: string) => void
  onBlur?: () => void
  /** The language of the text, for the spell checker, links and the preview. */
  language: Language
  /** What the preview shows above the text. */
  title: string
  /** Underlined in the text. */
  marks?: readonly MarkdownMark[]
  readOnly?: boolean
  ref?: Ref<MarkdownEditorHandle>
}

type CodeEditor = React.ComponentType<MarkdownEditorProps>

/** The field for the text of an article. The editor is loaded when it is shown; if it cannot be, a plain field takes its place. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const [loaded, setLoaded] = useState<{ Editor: CodeEditor } | 'failed' | null>(
    () => LoadedEditor && { Editor: LoadedEditor },
  )

  useEffect(() => {
    if (LoadedEditor) return
    let isShown = true
    loadEditor().then(
      (Editor) => isShown && setLoaded({ Editor }),
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

/** Begins to load the editor, so that it is there when an article has come. */
export function preloadEditor(): void {
  // The field says so when it cannot be loaded.
  loadEditor().catch(() => {})
}

/** A module for browsers only (`.client`): the server would load CodeMirror at its start, although it never shows it. */
async function loadEditor(): Promise<CodeEditor> {
  const { CodeEditor } = await import('#app/admin/editor/code-editor.client.tsx')
  LoadedEditor = CodeEditor
  return CodeEditor
}
