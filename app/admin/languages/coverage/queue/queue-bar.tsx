import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { type RowSelection, useRowSelection } from '#app/admin/kit/table/use-row-selection.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { QueueDialog } from '#app/admin/languages/coverage/queue/queue-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import {
  type CoverageOptions,
  listTranslationCoverage,
  MAX_COVERED_ARTICLES,
} from '#core/data/translation-coverage.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { CoveredArticle } from '#core/domain/translation-coverage.ts'

interface CoverageSelection {
  /** The rows of this page. */
  page: RowSelection<CoveredArticle>
  /** Those of this page that are selected, or everything that matches. */
  selected: readonly CoveredArticle[]
  /** The number of articles that match the filters, on all pages. */
  total: number
  /** True if the whole page is selected, and there are more pages. */
  offersAll: boolean
  /** True if all matching articles are selected, up to the limit. */
  isEverything: boolean
  /** Selects all matching articles. Throws its errors. */
  selectEverything: () => Promise<void>
  clear: () => void
}

interface SelectionOptions {
  rows: readonly CoveredArticle[]
  total: number
  options: CoverageOptions
}

/** Keeps the selection of articles of the matrix: of the page that is shown, or all that match its filters. */
export function useCoverageSelection({ rows, total, options }: SelectionOptions): CoverageSelection {
  const scope = JSON.stringify(options)
  const selection = useRowSelection({ rows, keyOf: ({ id }) => id, nameOf, scope })
  const [stored, setStored] = useState<{ scope: string; articles: readonly CoveredArticle[] } | null>(null)
  const everything = stored?.scope === scope ? stored.articles : null
  const isWholePage = rows.length > 0 && selection.selected.length === rows.length
  const forget =
    <Rest extends unknown[]>(action: (...rest: Rest) => void) =>
    (...rest: Rest) => {
      setStored(null)
      action(...rest)
    }
  return {
    page: { ...selection, toggle: forget(selection.toggle), toggleAll: forget(selection.toggleAll) },
    selected: everything && isWholePage ? everything : selection.selected,
    clear: forget(selection.clear),
    total,
    offersAll: isWholePage && total > rows.length && everything === null,
    isEverything: everything !== null && isWholePage,
    async selectEverything() {
      const all = { ...options, page: 1, pageSize: MAX_COVERED_ARTICLES }
      const { rows: articles } = await signedIn((client) => listTranslationCoverage(client, all))
      setStored({ scope, articles })
    },
  }
}

const LINK = 'min-h-9 text-sm underline underline-offset-4 hover:text-soft'

interface QueueBarProps {
  selection: CoverageSelection
  /** The one that the matrix shows, when it shows only one. */
  language: TranslatedLanguage | null
  results: React.RefObject<HTMLElement | null>
}

/** The actions for the selected articles, in a bar that sticks to the lower edge. */
export function QueueBar({ selection, language, results }: QueueBarProps) {
  const { selected, total, offersAll, isEverything, clear } = selection
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { toast } = useToast()
  const isCut = isEverything && total > selected.length
  const text =
    selected.length === 0
      ? ''
      : isCut
        ? t('coverage.queue.cut', {
            shown: MAX_COVERED_ARTICLES.toLocaleString('en'),
            total: total.toLocaleString('en'),
          })
        : t('coverage.queue.selected', { count: selected.length })

  async function selectAll() {
    if (isBusy) return
    setIsBusy(true)
    await selection
      .selectEverything()
      .catch((error: unknown) =>
        toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' }),
      )
    setIsBusy(false)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      {selected.length > 0 && (
        <fieldset
          aria-label={t('coverage.queue.group')}
          className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-ink border-t bg-paper py-3"
        >
          {/* The status above is announced. */}
          <p aria-hidden className="font-medium text-sm tabular-nums">
            {text}
          </p>
          {offersAll && (
            <button type="button" aria-disabled={isBusy} className={LINK} onClick={() => void selectAll()}>
              {isBusy
                ? t('ui.oneMoment')
                : t('coverage.queue.selectAll', { count: total, total: total.toLocaleString('en') })}
            </button>
          )}
          <button
            type="button"
            className={LINK}
            onClick={() => {
              clear()
              results.current?.focus({ preventScroll: true })
            }}
          >
            {t('coverage.queue.clear')}
          </button>
          <Button size="sm" className="ml-auto max-sm:basis-full" onClick={() => setIsAsking(true)}>
            {t('coverage.queue.action')}
          </Button>
        </fieldset>
      )}
      {isAsking && (
        <QueueDialog
          articles={selected}
          language={language}
          results={results}
          onQueued={clear}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
