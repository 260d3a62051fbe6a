import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import {
  type Formats,
  formatsAtCursor,
  NO_FORMATS,
  sameFormats,
} from '#app/admin/editor/text/formats-at-cursor.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'

/** The formats at the cursor. Typing renders nothing again as long as they stay the same. */
export function useFormats(view: EditorView | null, listen: ListenToUpdates): Formats {
  const [formats, setFormats] = useState(NO_FORMATS)
  useEffect(() => {
    if (!view) return
    let shown = NO_FORMATS
    const show = () => {
      const found = formatsAtCursor(view.state)
      if (sameFormats(shown, found)) return
      shown = found
      setFormats(found)
    }
    setFormats(shown)
    show()
    return listen((update) => (update.docChanged || update.selectionSet) && show())
  }, [view, listen])
  return formats
}
