import { useState } from 'react'
import { QueueDialog } from '#app/admin/coverage/queue/queue-dialog.tsx'
import type { CoverageSelection } from '#app/admin/coverage/queue/use-coverage-selection.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { MAX_COVERED_ARTICLES } from '#core/data/translation-coverage.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

const LINK = 'min-h-9 text-sm underline underline-offset-4 hover:text-soft'

interface QueueBarProps {
  selection: CoverageSelection
  /** The one that the matrix shows, when it shows only one. */
  language: TranslatedLanguage | null
  results: React.RefObject<HTMLElement | null>
}

/** What can be done with the selected articles; below them, and in sight while there are any. */
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
          data-bottom-bar
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
