import { Command as CommandList } from 'cmdk'
import { useMemo, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { likeness, MarkedWords } from '#app/admin/stories/sources/panel/marked-words.tsx'
import type { SourcedDraft } from '#app/admin/stories/sources/sources-context.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Citation } from '#core/domain/sourced-article.ts'
import type { JudgedSentence, JudgedSource } from '#core/newsroom/judge/judge.ts'

interface SentenceFinderProps {
  draft: SourcedDraft
  /** The source that is read; null to search in all of them. */
  source: number | null
  /** The one that is to cite; null where the cursor is in none. */
  sentence: JudgedSentence | null
  onCite: (found: Pick<Citation, 'source' | 'sentence'>) => void
  onClose: () => void
}

/** Finds the sentence of a source that is to be cited. The arrows choose, Enter cites, Escape leads back to the text. */
export function SentenceFinder({ draft, source, sentence, onCite, onClose }: SentenceFinderProps) {
  const [search, setSearch] = useState('')
  const { sources } = draft
  const like = sentence?.text ?? ''
  const found = useMemo(
    () => findSentences(sources, { search, like, source }),
    [sources, search, like, source],
  )
  const outlet = sources.find(({ number }) => number === source)?.outlet
  const label = outlet ? t('sources.finder.source', { outlet }) : t('sources.finder.all')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from everywhere in it
    <div
      ref={showAll}
      // Text that only screen readers see stays in it, and does not make the page longer.
      className="relative mt-3 scroll-mb-4 rounded-sm border border-edge"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <CommandList label={label} shouldFilter={false} loop>
        <div className="flex items-center gap-2 border-line border-b px-2">
          <CommandList.Input
            autoFocus
            value={search}
            onValueChange={setSearch}
            placeholder={label}
            maxLength={200}
            className="min-h-11 w-full min-w-0 bg-transparent px-1 text-sm outline-offset-2 placeholder:text-faint"
          />
          <Button variant="ghost" size="sm" onClick={onClose}>
            {t('sources.finder.close')}
          </Button>
        </div>
        <CommandList.List label={label} tabIndex={0} className="relative max-h-80 overflow-y-auto p-1">
          <CommandList.Empty className="p-3 text-sm text-soft">
            {sources.every(({ sentences }) => sentences.length === 0)
              ? t('sources.finder.unread')
              : t('sources.finder.none')}
          </CommandList.Empty>
          {found.map((one) => (
            <CommandList.Item
              key={`${one.source}.${one.sentence}`}
              value={`${one.source}.${one.sentence}`}
              onSelect={() => onCite(one)}
              className="cursor-pointer rounded-sm px-2 py-1.5 text-sm wrap-anywhere data-[selected=true]:bg-line"
            >
              <span className="mr-2 font-semibold text-faint tabular-nums">
                {one.source}
                <span className="sr-only"> {one.outlet}</span>
              </span>
              <MarkedWords text={one.text} sentence={search || like} />
            </CommandList.Item>
          ))}
        </CommandList.List>
      </CommandList>
      <p className="border-line border-t px-3 py-2 text-faint text-label">
        {sentence ? t('sources.finder.hint') : t('sources.finder.noSentence')}
      </p>
    </div>
  )
}

/** It opens where it may be out of sight. */
const showAll = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface FoundSentence {
  source: number
  outlet: string
  /** The place of the sentence in the text of its source, from 1. */
  sentence: number
  text: string
}

/** More cannot be looked through. */
const MAX_FOUND = 40
/** The number that a long page has. */
const MAX_READ = 400

interface FindOptions {
  search: string
  /** The sentence that is to cite one. */
  like: string
  /** The only source that is looked at; null for all of them. */
  source: number | null
}

/**
 * The sentences of sources that have all of the searched words, in their order. Without a search, the whole text of one source, or the
 * sentences of all that are most like the one which is to cite them.
 */
export function findSentences(
  sources: readonly JudgedSource[],
  { search, like, source }: FindOptions,
): FoundSentence[] {
  const all = sources
    .filter(({ number, state }) => (source === null || number === source) && state !== 'removed')
    .flatMap(({ number, outlet, sentences }) =>
      sentences.map(({ id, text }) => ({ source: number, outlet, sentence: id, text })),
    )
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  if (words.length > 0)
    return all
      .filter(({ text }) => {
        const lower = text.toLocaleLowerCase('en')
        return words.every((word) => lower.includes(word))
      })
      .slice(0, MAX_FOUND)
  if (source !== null) return all.slice(0, MAX_READ)
  return all
    .map((found) => ({ found, score: likeness(found.text, like) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ found }) => found)
}
