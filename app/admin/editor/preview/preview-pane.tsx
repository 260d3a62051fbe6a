import type { EditorView } from '@codemirror/view'
import { useRef } from 'react'
import { usePreview } from '#app/admin/editor/preview/use-preview.ts'
import { useSyncedScrolling } from '#app/admin/editor/preview/use-synced-scrolling.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { t } from '#app/admin/messages.ts'
import type { Language } from '#core/i18n/languages.ts'

interface PreviewPaneProps {
  view: EditorView
  listen: ListenToUpdates
  title: string
  language: Language
}

/** The browser lays out and paints blocks when they come into sight; what hangs out of a block is shown all the same. */
const ONLY_WHAT_IS_SEEN =
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
      // Searching needs all the room of a small screen.
      className="relative min-h-0 min-w-0 overflow-y-auto overscroll-contain border-line bg-paper px-5 py-6 focus-visible:-outline-offset-2 max-md:border-t max-md:group-has-[.cm-search]:hidden md:border-l md:px-8"
    >
      {state === 'failed' && <p className="text-sm text-red">{t('editor.preview.failed')}</p>}
      <div className="preview-page measure">
        {title.trim() && (
          <p lang={language} className="preview-title mb-6 text-balance font-display font-medium">
            {title}
          </p>
        )}
        <div ref={target} lang={language} className={`prose ${ONLY_WHAT_IS_SEEN}`} />
      </div>
    </section>
  )
}
