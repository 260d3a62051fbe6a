import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { LocalTime, ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { AddAddress, AddText } from '#app/admin/newsroom/add-item.tsx'
import { useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import type { FormField } from '#app/admin/stories/article-form/article-form.ts'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { countStates } from '#app/admin/stories/sources/live/open-sentences.ts'
import { SentenceCard } from '#app/admin/stories/sources/panel/sentence-card.tsx'
import { SourceList } from '#app/admin/stories/sources/panel/source-list.tsx'
import { type SourcedDraft, SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { searchNewsItems } from '#core/data/news-items.ts'

/** A source whose text is to be read; each wish is an object of its own. */
export type ReadWish = { source: number } | null

const NONE: ReadonlySet<string> = new Set()

/** Shows what the article rests on, and the sentence under the cursor beside what it cites. */
export function SourcesPanel({ onField }: { onField: (field: FormField) => void }) {
  const { draft, isShown, add } = use(SourcesContext)
  const [reading, setReading] = useState<ReadWish>(null)
  const hasNewsroom = useHasNewsroom()
  if (!draft)
    return (
      isShown && (
        <RailSection id="source-list" title={t('sources.title')} intro={t('sources.beginIntro')}>
          <AddSource known={NONE} groupId={null} isOpen onAdd={add} />
        </RailSection>
      )
    )
  return (
    <>
      <Summary draft={draft} />
      <SentenceCard draft={draft} reading={reading} onField={onField} />
      <RailSection id="source-list" title={t('sources.title')}>
        <SourceList draft={draft} onRead={(source) => setReading({ source })} />
        {hasNewsroom && draft.rights.edits && (
          <AddSource
            known={new Set(draft.sources.flatMap(({ item_id }) => item_id ?? []))}
            groupId={draft.stored.article.group_id}
            onAdd={add}
          />
        )}
      </RailSection>
      <HowItCame draft={draft} />
    </>
  )
}

/** Says how many sentences need somebody, and the way from one to the next. */
function Summary({ draft: { states, wasJudged, walk } }: { draft: SourcedDraft }) {
  const { red, amber, green, signed } = countStates(states)
  const open = red + amber
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-soft">
        {!wasJudged
          ? t('sources.judging')
          : open === 0
            ? t('sources.none')
            : [
                red > 0 ? t('sources.count.red', { count: red }) : '',
                amber > 0 ? t('sources.count.amber', { count: amber }) : '',
                t('sources.count.green', { count: green + signed }),
              ]
                .filter(Boolean)
                .join(' · ')}
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-keyshortcuts="Control+Alt+Shift+K"
          aria-disabled={open === 0}
          onClick={() => walk('previous')}
        >
          {t('sources.previous')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-keyshortcuts="Control+Alt+K"
          aria-disabled={open === 0}
          onClick={() => walk('next')}
        >
          {t('sources.next')}
        </Button>
      </div>
    </div>
  )
}

/** Says what the model did, a second opinion of it, and what all of this proves. */
function HowItCame({ draft }: { draft: SourcedDraft }) {
  const { article } = draft.stored
  const hasNewsroom = useHasNewsroom()
  const { model, drafted_at, dropped, questioned_at, questioned_model } = article
  return (
    <div className="mt-6 space-y-3 border-line border-t pt-4 text-sm">
      {model && drafted_at && (
        <p className="text-soft">
          {t('sources.drafted', { model })} <LocalTime iso={drafted_at} precision="minute" />
        </p>
      )}
      {dropped.length > 0 && (
        <Folded title={t('sources.dropped', { count: dropped.length })}>
          <ul className="space-y-2">
            {dropped.map(({ text }) => (
              <li key={text} className="border-line border-l-2 pl-3 text-soft wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {hasNewsroom && draft.rights.edits && <SecondOpinion draft={draft} />}
      {questioned_at && (
        <p className="text-faint">
          {t('sources.question.last', { model: questioned_model ?? '' })}{' '}
          <LocalTime iso={questioned_at} precision="minute" />
        </p>
      )}
      <p className="text-faint">{t('sources.proves')}</p>
    </div>
  )
}

/** Asks the model which sentences it doubts, where there is one. */
function SecondOpinion({ draft: { actions } }: { draft: SourcedDraft }) {
  const problem = useModelProblem()
  const [isAsking, setIsAsking] = useState(false)
  const [said, setSaid] = useState('')
  if (problem !== null) return null

  async function ask() {
    if (isAsking) return
    setIsAsking(true)
    setSaid('')
    const doubts = await actions.question()
    setIsAsking(false)
    if (doubts !== null)
      setSaid(doubts === 0 ? t('sources.question.none') : t('sources.question.done', { count: doubts }))
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" aria-disabled={isAsking} onClick={() => void ask()}>
        {isAsking ? t('ui.oneMoment') : t('sources.question.ask')}
      </Button>
      <p role="status" className="text-soft">
        {said}
      </p>
    </div>
  )
}

const DEBOUNCE_MS = 300

interface AddSourceProps {
  /** The items that are sources already. */
  known: ReadonlySet<string>
  groupId: string | null
  /** True if it is open from the beginning. */
  isOpen?: boolean
  /** Resolves to whether the article rests on them now. */
  onAdd: (itemIds: string[]) => Promise<boolean>
}

/** Adds a source: a page by its address, a text with its origin, or an item of the newsroom. */
function AddSource({ known, groupId, isOpen = false, onAdd }: AddSourceProps) {
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState<'address' | 'text' | null>(null)

  async function add(itemId: string): Promise<void> {
    setSaid((await onAdd([itemId])) ? t('sources.add.done') : '')
  }

  return (
    <Folded title={t('sources.add.title')} isOpen={isOpen} className="mt-2">
      <div className="space-y-5 pt-1 pb-2">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setAsking('address')}>
            {t('newsroom.add.address')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAsking('text')}>
            {t('newsroom.add.text')}
          </Button>
        </div>
        <AddItem known={known} groupId={groupId} onAdd={add} />
      </div>
      {asking === 'address' && <AddAddress onClose={() => setAsking(null)} onAdded={add} />}
      {asking === 'text' && <AddText onClose={() => setAsking(null)} onAdded={add} />}
      <Announcement>{said}</Announcement>
    </Folded>
  )
}

const itemsQuery = (asked: { search: string; groupId: string | null }) => ({
  ...deskQuery(['news-items', 'search', asked], (client) => searchNewsItems(client, asked)),
  placeholderData: keepPreviousData,
})

interface AddItemProps extends Pick<AddSourceProps, 'known' | 'groupId'> {
  onAdd: (itemId: string) => Promise<void>
}

/** An item of the newsroom: those of the story first, others by words of their titles. */
function AddItem({ known, groupId, onAdd }: AddItemProps) {
  const [search, setSearch] = useState('')
  const settled = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const { data = [] } = useQuery(itemsQuery({ search: settled, groupId }))
  const [busy, setBusy] = useState<string | null>(null)
  const offered = data.filter(({ id }) => !known.has(id))

  async function add(id: string) {
    if (busy !== null) return
    setBusy(id)
    await onAdd(id)
    setBusy(null)
  }

  return (
    <div>
      <TextField
        type="search"
        label={t('sources.add.search')}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {offered.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {offered.map(({ id, title, outlet, published_at }) => (
            <li key={id} className="flex items-start justify-between gap-3 py-2">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{outlet}</span> {title}{' '}
                <span className="text-faint">
                  <ShortTime iso={published_at} />
                </span>
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('sources.add.label', { title })}
                aria-disabled={busy !== null}
                onClick={() => void add(id)}
              >
                {busy === id ? t('ui.oneMoment') : t('sources.add.action')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        settled !== '' && <p className="mt-2 text-soft">{t('sources.add.none')}</p>
      )}
    </div>
  )
}
