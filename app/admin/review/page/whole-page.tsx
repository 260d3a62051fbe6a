import { useEffect, useRef, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { RenderedArticle } from '#app/admin/review/check/reviewed-texts.ts'
import type { TextReader } from '#app/admin/review/check/text-reader.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { useSyncedPanes } from '#app/admin/review/page/use-synced-panes.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { Language } from '#core/i18n/languages.ts'

type BothSides = Record<'source' | 'target', RenderedArticle>

/** Both versions as readers see them, one beside the other. What has no translation yet is shown in English. */
export function WholePage({ draft, reader }: { draft: ReviewDraft; reader: TextReader | null }) {
  const { language } = draft.review()
  const [sides, setSides] = useState<BothSides | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const panes = { source: useRef<HTMLElement>(null), target: useRef<HTMLElement>(null) }
  useSyncedPanes(panes.source, panes.target)

  useEffect(() => {
    if (!reader) return
    let isCurrent = true
    reader.render(draft.rows().map(({ text }) => text)).then(
      (rendered) => isCurrent && setSides(rendered),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [draft, reader])

  if (hasFailed) return <p className="text-red text-sm">{t('review.page.failed')}</p>
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Pane pane={panes.source} side={sides?.source} language="en" />
      <Pane pane={panes.target} side={sides?.target} language={language} />
    </div>
  )
}

interface PaneProps {
  pane: React.RefObject<HTMLElement | null>
  side: RenderedArticle | undefined
  language: Language
}

function Pane({ pane, side, language }: PaneProps) {
  return (
    <section
      ref={pane}
      aria-label={t('review.page.pane', { language: languageName(language) })}
      aria-busy={!side}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
      tabIndex={0}
      className="relative h-[45dvh] min-w-0 overflow-y-auto overscroll-contain border border-line bg-paper px-5 py-6 md:h-[calc(100dvh-9rem)] md:px-8"
    >
      {!side && <Skeleton className="h-40 w-full" />}
      <div className="preview-page measure" lang={language}>
        <p className="preview-title mb-3 text-balance font-display font-medium">{side?.title}</p>
        {side?.subtitle && <p className="mb-3 text-soft">{side.subtitle}</p>}
        {side?.excerpt && <p className="mb-6 text-faint text-sm">{side.excerpt}</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safe HTML of the renderer that readers' pages have */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: side?.blocks.join('') ?? '' }} />
      </div>
    </section>
  )
}
