import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { nameOfSourceState } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import type { SourcedDraft } from '#app/admin/stories/sources/sources-context.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ReadSource } from '#core/data/sourced-articles.ts'

interface SourceListProps {
  draft: SourcedDraft
  /** Called when the text of a source is to be read. */
  onRead: (source: number) => void
}

/** The sources of the article, by the numbers under which sentences cite them. */
export function SourceList({ draft, onRead }: SourceListProps) {
  const { sources } = draft
  if (sources.length === 0) return <p className="text-sm text-soft">{t('sources.empty')}</p>
  return (
    <ol className="divide-y divide-line border-line border-y">
      {sources.map((source) => (
        <SourceRow key={source.number} draft={draft} source={source} onRead={onRead} />
      ))}
    </ol>
  )
}

function SourceRow({ draft, source, onRead }: SourceListProps & { source: ReadSource }) {
  const { number, outlet, title, url, published_at, state, item_id, seen_at } = source
  const { actions, rights, sentences } = draft
  const [isBusy, setIsBusy] = useState(false)
  const hasNewsroom = useHasNewsroom()
  const resting = sentences.filter(({ cites }) => cites.some((cite) => cite.source === number)).length
  const named = nameOfSourceState(state)
  const isRemoved = state === 'removed'
  const hasChanged = state === 'corrected' || state === 'withdrawn'

  async function run(action: () => Promise<unknown>) {
    if (isBusy) return
    setIsBusy(true)
    await action()
    setIsBusy(false)
  }
  async function open() {
    // A source without its whole text has the sentences of it that are cited.
    if (item_id && hasNewsroom) await actions.open(number, item_id)
    onRead(number)
  }

  return (
    <li className="py-2.5 text-sm">
      <div className="flex gap-2.5">
        <span className="shrink-0 font-semibold tabular-nums">{number}</span>
        <div className="min-w-0 grow">
          <p className={`wrap-anywhere ${isRemoved ? 'line-through' : ''}`}>
            <span className="font-medium">{outlet}</span>{' '}
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="underline decoration-line underline-offset-4 hover:decoration-current"
              >
                {title}
              </a>
            ) : (
              title
            )}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-faint">
            <LocalTime iso={published_at} precision="minute" />
            <span>{t('sources.source.rests', { count: resting })}</span>
            {named && (
              <Badge look="plain" tone={state === 'withdrawn' ? 'red' : 'orange'}>
                {named}
              </Badge>
            )}
            {hasChanged && seen_at && <span>{t('sources.source.seen')}</span>}
          </p>
        </div>
        <div className="-my-1 flex shrink-0 flex-wrap justify-end gap-x-1 self-start">
          {rights.edits && hasChanged && !seen_at && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('sources.source.markSeenLabel', { number, outlet })}
              aria-disabled={isBusy}
              onClick={() => void run(() => actions.markSeen(number))}
            >
              {t('sources.source.markSeen')}
            </Button>
          )}
          {!isRemoved && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('sources.source.readLabel', { number, outlet })}
              aria-disabled={isBusy}
              onClick={() => void run(open)}
            >
              {t('sources.source.read')}
            </Button>
          )}
          {rights.edits && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t(isRemoved ? 'sources.source.putBackLabel' : 'sources.source.removeLabel', {
                number,
                outlet,
              })}
              aria-disabled={isBusy}
              onClick={() => void run(() => actions.setRemoved(number, !isRemoved))}
            >
              {t(isRemoved ? 'sources.source.putBack' : 'sources.source.remove')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
