import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { BlockChange } from '#app/admin/editor/preview/changed-blocks.ts'
import { replaceBlocks } from '#app/admin/editor/preview/replace-blocks.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'

/** While somebody types, the preview changes this often. */
const INTERVAL_MS = 400

/** Fills an element with the rendered text, and keeps it up to date. */
export function usePreview(view: EditorView, listen: ListenToUpdates) {
  const target = useRef<HTMLDivElement>(null)
  /** Where each block begins. */
  const lines = useRef<number[]>([])
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  useEffect(() => {
    const element = target.current
    const worker = new Worker(new URL('./render-preview.worker.ts', import.meta.url), { type: 'module' })
    let isBusy = false
    let isOutdated = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let cancel = () => {}
    const render = () => {
      timer = undefined
      isBusy = true
      isOutdated = false
      worker.postMessage(view.state.doc.toString())
    }
    const schedule = () => {
      isOutdated = true
      if (!isBusy) timer ??= setTimeout(render, INTERVAL_MS)
    }
    worker.onmessage = ({ data }: MessageEvent<BlockChange>) => {
      // Between two keys rather than before the next one is shown.
      cancel = whenIdle(() => {
        if (element) replaceBlocks(element, data)
        lines.current = data.lines
        setState('shown')
        isBusy = false
        if (isOutdated) schedule()
      }, INTERVAL_MS)
    }
    worker.onerror = () => setState('failed')
    render()
    const stop = listen((update) => update.docChanged && schedule())
    return () => {
      stop()
      clearTimeout(timer)
      cancel()
      worker.terminate()
      lines.current = []
      element?.replaceChildren()
    }
  }, [view, listen])
  return { target, lines, state }
}
