import { t } from '#app/admin/messages.ts'
import { nameOfSourceState } from '#app/admin/sources/panel/describe-sentence.ts'
import { MarkedWords } from '#app/admin/sources/panel/marked-words.tsx'
import { ShortTime } from '#app/admin/ui/short-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ReadSource } from '#core/data/sourced-articles.ts'
import type { Citation } from '#core/domain/sourced-article.ts'

interface CitedSentenceProps {
  cite: Citation
  /** Undefined for one that the article does not have. */
  source: ReadSource | undefined
  /** The sentence of the article. */
  sentence: string
  onUncite: () => void
}

/** A sentence of a source, with the very words that the sentence of the article has from it. */
export function CitedSentence({ cite, source, sentence, onUncite }: CitedSentenceProps) {
  const state = source ? nameOfSourceState(source.state) : t('sources.source.unknown')
  const id = `${cite.source}.${cite.sentence}`
  return (
    <li className="rounded-sm border border-line p-3">
      <div className="mb-1.5 flex items-start justify-between gap-x-3 text-faint">
        <p className="min-w-0 py-1.5 wrap-anywhere">
          <span className="mr-1 font-semibold text-ink tabular-nums">{cite.source}</span> {source?.outlet}{' '}
          {source && <ShortTime iso={source.published_at} />}{' '}
          {state && <span className="font-medium text-ink">{state}</span>}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 shrink-0"
          aria-label={t('sources.cite.removeLabel', { id })}
          onClick={onUncite}
        >
          {t('sources.cite.remove')}
        </Button>
      </div>
      <p lang={source?.language ?? undefined} dir="auto" className="wrap-anywhere">
        <MarkedWords text={cite.text} sentence={sentence} />
      </p>
    </li>
  )
}
