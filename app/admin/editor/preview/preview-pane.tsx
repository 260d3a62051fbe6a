import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { type BlockChange, replaceBlocks } from '#app/admin/editor/preview/changed-blocks.ts'
import { useSyncedScrolling } from '#app/admin/editor/preview/use-synced-scrolling.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'
import { t } from '#app/admin/messages.ts'
import type { Language } from '#core/i18n/languages.ts'

interface PreviewPaneProps {
  view: EditorView
  listen: ListenToUpdates
  title: string
  language: Language
}

/** Blocks are laid out and painted when they scroll into view; overflow stays visible. */
const LAZY_BLOCKS =
  '*:[overflow-clip-margin:2rem] *:[contain-intrinsic-block-size:auto_6rem] *:[content-visibility:auto]'

/** The text as readers will see it. */
export function PreviewPane({ view, listen, title, language }: PreviewPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const { target, lines, state } = usePreview(view, listen)
  useSyncedScrolling({ view, pane, target, lines })
  return (
    <section
      ref={pane}
      aria-label={t('editor.preview.label')}
      aria-busy={state === 'loading'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
      tabIndex={0}
      // The search panel needs the room on a small screen.
      className="relative min-h-0 min-w-0 overflow-y-auto overscroll-contain border-line bg-paper px-5 py-6 focus-visible:-outline-offset-2 max-md:border-t max-md:group-has-[.cm-search]:hidden md:border-l md:px-8"
    >
      {state === 'failed' && <p className="text-sm text-red">{t('editor.preview.failed')}</p>}
      <div className="preview-page measure">
        {title.trim() && (
          <p lang={language} className="preview-title mb-6 text-balance font-display font-medium">
            {title}
          </p>
        )}
        <div ref={target} lang={language} className={`prose ${LAZY_BLOCKS}`} />
      </div>
    </section>
  )
}

/** The interval of updates during typing. */
const INTERVAL_MS = 400

/** Fills an element with the rendered text, and keeps it up to date. */
function usePreview(view: EditorView, listen: ListenToUpdates) {
  const target = useRef<HTMLDivElement>(null)
  /** The first line of each block. */
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
      // Waits for an idle moment, so that typing is not delayed.
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
