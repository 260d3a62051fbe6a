import { useEffect, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import type { ContentEditorProps } from '#app/admin/newsletter/content/content-editor-props.ts'
import { PlainSource } from '#app/admin/newsletter/content/plain-source.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

export type EditorKind = 'visual' | 'source'
type Editor = React.ComponentType<ContentEditorProps>

const loaded = new Map<EditorKind, Editor>()

/** An editor that is loaded when it is shown; if it cannot be, a plain field for the HTML takes its place. */
export function LazyEditor({ kind, ...props }: ContentEditorProps & { kind: EditorKind }) {
  const [, setTurn] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (loaded.has(kind)) return
    let isShown = true
    loadEditor(kind).then(
      (Editor) => {
        loaded.set(kind, Editor)
        if (isShown) setTurn((turn) => turn + 1)
      },
      () => isShown && setHasFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [kind])

  const Editor = loaded.get(kind)
  if (Editor) return <Editor {...props} />
  if (hasFailed) return <PlainSource {...props} />
  return (
    <div className="space-y-4 p-5">
      <p role="status" className="sr-only">
        {t('editor.loading')}
      </p>
      <Skeleton className="h-8 w-full max-w-xl" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

/** Modules for browsers only (`.client`): the server would load both editors at its start, although it never shows them. */
async function loadEditor(kind: EditorKind): Promise<Editor> {
  if (kind === 'visual')
    return (await import('#app/admin/newsletter/content/visual/visual-editor.client.tsx')).VisualEditor
  return (await import('#app/admin/newsletter/content/source/source-editor.client.tsx')).SourceEditor
}
