import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import type { ReviewWorkerClient } from '#app/admin/languages/review/check/review-worker-client.ts'
import type { RenderedArticle } from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

type BothSides = Record<'source' | 'target', RenderedArticle>

/** Both versions as readers see them, side by side. Untranslated parts are shown in English. */
export function WholePage({ draft, reader }: { draft: ReviewDraft; reader: ReviewWorkerClient | null }) {
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

const TITLE = 'preview-title mb-3 text-balance font-display font-medium'

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
        {SHORT_TEXTS.filter((field) => side?.[field]).map((field) => (
          <p key={field} className={field === 'title' ? TITLE : 'mb-3 text-soft'}>
            {side?.[field]}
          </p>
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safe HTML of the renderer that readers' pages have */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: side?.blocks.join('') ?? '' }} />
      </div>
    </section>
  )
}

type Pane = RefObject<HTMLElement | null>

const LEADING = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'focusin']

/** Scrolls two versions of a text together: the block at the top of one is at the top of the other. */
function useSyncedPanes(left: Pane, right: Pane): void {
  useEffect(() => {
    const [one, other] = [left.current, right.current]
    if (!one || !other) return
    /** The side that the user scrolls; the other one follows. */
    let leader = one
    let frame = 0
    const lead = ({ currentTarget }: Event) => {
      leader = currentTarget as HTMLElement
    }
    const follow = ({ currentTarget }: Event) => {
      if (currentTarget !== leader) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const follower = leader === one ? other : one
        const [from, to] = [topsOf(leader), topsOf(follower)]
        const points = from.map((top, index) => [top, to[index] ?? to.at(-1) ?? 0] as const)
        follower.scrollTop = interpolate(points, leader.scrollTop)
      })
    }
    for (const side of [one, other]) {
      for (const event of LEADING) side.addEventListener(event, lead, { passive: true })
      side.addEventListener('scroll', follow, { passive: true })
    }
    return () => {
      cancelAnimationFrame(frame)
      for (const side of [one, other]) {
        for (const event of LEADING) side.removeEventListener(event, lead)
        side.removeEventListener('scroll', follow)
      }
    }
  }, [left, right])
}

/** Returns how far below the top each block begins; the beginning and the end count as blocks. */
function topsOf(pane: HTMLElement): number[] {
  const start = pane.getBoundingClientRect().top - pane.scrollTop
  const blocks = [...(pane.querySelector('.prose')?.children ?? [])]
  const tops = blocks.map((block) => block.getBoundingClientRect().top - start)
  return [0, ...tops, pane.scrollHeight]
}

interface ViewSwitchProps {
  view: 'blocks' | 'page'
  onChange: (view: 'blocks' | 'page') => void
}

const OPTION =
  'min-h-9 px-3 text-sm text-soft transition-colors hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper'

/** Switches between the blocks and the whole page. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <fieldset
      aria-label={t('review.view.label')}
      className="inline-flex overflow-hidden rounded-sm border border-edge"
    >
      <button
        type="button"
        className={OPTION}
        aria-pressed={view === 'blocks'}
        onClick={() => onChange('blocks')}
      >
        {t('review.view.blocks')}
      </button>
      <button
        type="button"
        className={OPTION}
        aria-pressed={view === 'page'}
        aria-keyshortcuts="v"
        onClick={() => onChange('page')}
      >
        {t('review.view.page')}
      </button>
    </fieldset>
  )
}

/** Linear interpolation between sorted points, clamped to the first and the last. */
export function interpolate(points: readonly (readonly [number, number])[], at: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((points[middle]?.[0] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const [before, after] = [points[low], points[low + 1]]
  if (!before) return 0
  if (!after || at <= before[0] || after[0] === before[0]) return before[1]
  return before[1] + ((at - before[0]) / (after[0] - before[0])) * (after[1] - before[1])
}
