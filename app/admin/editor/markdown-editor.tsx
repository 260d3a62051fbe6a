import { useEffect, useState } from 'react'
import { EditorSkeleton } from '#app/admin/editor/editor-skeleton.tsx'
import type { MarkdownEditorProps } from '#app/admin/editor/markdown-editor-props.ts'
import { PlainEditor } from '#app/admin/editor/plain-editor.tsx'

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
