import { useState } from 'react'
import { AnswerRefusal, answerOf, Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { formatAge, languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { RESERVED } from '#app/admin/newsroom/group/origin-list.tsx'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { changeNewsFeed, type FeedChange, removeNewsFeed, requestNewsFeed } from '#core/data/news-feeds.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'
import { OUTLET_MAX_LENGTH, outletInput } from '#core/domain/news-item.ts'

type FeedsFilter = 'state'

const FEED_STATES = ['failing', 'paused', 'reserved'] as const
type FeedState = (typeof FEED_STATES)[number]

export const FEEDS_TABLE: TableSpec<'outlet', FeedsFilter> = {
  sorts: ['outlet'],
  defaultSort: { by: 'outlet', descending: false },
  filters: { state: FEED_STATES },
  pageSize: 50,
}

/** The feeds that an address asks for, of all of them: they are few, so that no request is needed to search them. */
export function chooseFeeds(
  all: readonly NewsFeed[],
  { search, filters: { state }, page }: TableAddress<'outlet', FeedsFilter>,
): { rows: NewsFeed[]; total: number } {
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  const found = all.filter((feed) => {
    const text = `${feed.outlet} ${feed.title} ${feed.url}`.toLocaleLowerCase('en')
    return words.every((word) => text.includes(word)) && (state === null || isIn(feed, state as FeedState))
  })
  const first = (page - 1) * FEEDS_TABLE.pageSize
  return { rows: found.slice(first, first + FEEDS_TABLE.pageSize), total: found.length }
}

function isIn({ failing_since, is_paused, reservation }: NewsFeed, state: FeedState): boolean {
  switch (state) {
    case 'failing':
      return failing_since !== null && !is_paused
    case 'paused':
      return is_paused
    case 'reserved':
      return reservation !== null
  }
}

const FAILURES: Record<Exclude<FeedFailure, 'status'>, string> = {
  name: t('newsroom.failure.name'),
  private: t('newsroom.failure.private'),
  connection: t('newsroom.failure.connection'),
  timeout: t('newsroom.failure.timeout'),
  redirects: t('newsroom.failure.redirects'),
  gone: t('newsroom.failure.gone'),
  too_large: t('newsroom.failure.tooLarge'),
  not_a_feed: t('newsroom.failure.notAFeed'),
  broken: t('newsroom.failure.broken'),
  forbidden: t('newsroom.failure.forbidden'),
}

/** Says why a feed could not be read. */
const describeFailure = (failure: FeedFailure, detail: string | null): string =>
  failure === 'status' ? t('newsroom.failure.status', { status: detail ?? '' }) : FAILURES[failure]

/** The state of a feed, as its badge shows it; null when all is as it should be. */
function stateOf({ is_paused, failing_since }: Pick<NewsFeed, 'is_paused' | 'failing_since'>) {
  if (is_paused) return { tone: 'grey', label: t('newsroom.feed.paused') } as const
  if (failing_since) return { tone: 'red', label: t('newsroom.feed.failing') } as const
  return null
}

/** Says when a feed was last read, in words. */
function describeLastSuccess({
  succeeded_at,
  requested_at,
}: Pick<NewsFeed, 'succeeded_at' | 'requested_at'>): string {
  if (succeeded_at) return t('newsroom.feed.read', { age: formatAge(succeeded_at) })
  return t(requested_at ? 'newsroom.feed.neverRead' : 'newsroom.feed.waiting')
}

interface FeedListProps {
  feeds: readonly NewsFeed[]
  /** The element that gets the focus when a feed is removed. */
  focusAfter: React.RefObject<HTMLElement | null>
}

/** The feeds with their state, and what can be done with each. */
export function FeedList({ feeds, focusAfter }: FeedListProps) {
  const [asked, setAsked] = useState<{ what: 'rename' | 'remove'; feed: NewsFeed } | null>(null)
  return (
    <>
      <ul aria-label={t('newsroom.feeds')} className="divide-y divide-line border-line border-y">
        {feeds.map((feed) => (
          <li key={feed.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5 py-4">
            <FeedFacts feed={feed} />
            <FeedActs
              feed={feed}
              onRename={() => setAsked({ what: 'rename', feed })}
              onRemove={() => setAsked({ what: 'remove', feed })}
            />
          </li>
        ))}
      </ul>
      {asked?.what === 'rename' && <RenameFeed feed={asked.feed} onClose={() => setAsked(null)} />}
      {asked?.what === 'remove' && (
        <RemoveFeed feed={asked.feed} focusAfter={focusAfter} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

function FeedFacts({ feed }: { feed: NewsFeed }) {
  const { outlet, title, url, language, items, failing_since, failure, failure_detail, reservation } = feed
  const state = stateOf(feed)
  const facts = [
    describeLastSuccess(feed),
    t('newsroom.feed.items', { count: items }),
    language && languageName(language),
  ].filter(Boolean)
  return (
    <div className="min-w-0 grow basis-80 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium text-base wrap-anywhere">{outlet}</bdi>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </p>
      {title && title !== outlet && <p className="text-soft wrap-anywhere">{title}</p>}
      <p>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block min-h-6 text-faint wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {url}
          <span className="sr-only"> {t('newsroom.link.new')}</span>
        </a>
      </p>
      <p className="mt-0.5 text-soft">{facts.join(' · ')}</p>
      {failing_since && failure && (
        <p className="mt-1 max-w-prose text-red wrap-anywhere">
          <FilledMessage
            text={t('newsroom.feed.failingSince')}
            values={{ when: <LocalTime iso={failing_since} precision="minute" /> }}
          />{' '}
          {describeFailure(failure, failure_detail)}
        </p>
      )}
      {reservation && (
        <p className="mt-1 max-w-prose text-faint">
          {RESERVED[reservation]} {t('newsroom.reserved')}
        </p>
      )}
    </div>
  )
}

interface FeedActsProps {
  feed: NewsFeed
  onRename: () => void
  onRemove: () => void
}

function FeedActs({ feed, onRename, onRemove }: FeedActsProps) {
  const acts = useFeedActs()
  const { outlet, is_paused } = feed
  const labelled = (action: string) => t('newsroom.feed.action', { action, outlet })
  const actions = [
    ...(is_paused ? [] : [{ name: t('newsroom.feed.ask'), run: () => void acts.ask(feed) }]),
    {
      name: t(is_paused ? 'newsroom.feed.resume' : 'newsroom.feed.pause'),
      run: () => void acts.setPaused(feed, !is_paused),
    },
    { name: t('newsroom.feed.rename'), run: onRename },
    { name: t('newsroom.feed.remove'), run: onRemove },
  ]
  return (
    <div className="-mx-3 flex flex-wrap sm:mx-0">
      {actions.map(({ name, run }) => (
        <Button
          key={name}
          size="sm"
          variant="ghost"
          aria-label={labelled(name)}
          aria-disabled={acts.isPending}
          onClick={() => acts.isPending || run()}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

interface RemoveFeedProps {
  feed: NewsFeed
  focusAfter: React.RefObject<HTMLElement | null>
  onClose: () => void
}

/** Removes a feed; what it has brought stays. */
function RemoveFeed({ feed, focusAfter, onClose }: RemoveFeedProps) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: removeNewsFeed, invalidates: [NEWSROOM_KEY] })
  const { id, outlet } = feed
  return (
    <ConfirmDialog
      title={t('newsroom.feed.remove.title')}
      action={t('newsroom.feed.remove')}
      focusAfter={focusAfter}
      onConfirm={async () => {
        if (!(await remove.mutateAsync(id))) throw new Refusal('feed_gone')
        toast({ title: t('ui.success'), description: t('newsroom.feed.remove.done', { outlet }) })
      }}
      onClose={onClose}
    >
      <p>{t('newsroom.feed.remove.text', { outlet })}</p>
    </ConfirmDialog>
  )
}

/** Changes by which name sentences tell whose feed it is. */
function RenameFeed({ feed, onClose }: { feed: NewsFeed; onClose: () => void }) {
  const { toast } = useToast()
  const change = useDeskMutation({ run: changeFeed, invalidates: [NEWSROOM_KEY] })
  const state = useDeskForm({
    schema: outletInput,
    initial: { outlet: feed.outlet },
    async submit({ outlet }) {
      await change.mutateAsync({ id: feed.id, change: { outlet } })
      toast({ title: t('ui.success'), description: t('newsroom.feed.rename.done', { outlet }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('newsroom.feed.rename.title')}
      state={state}
      action={t('newsroom.feed.rename')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="outlet"
        label={t('newsroom.field.outlet')}
        hint={t('newsroom.field.outlet.hint')}
        maxLength={OUTLET_MAX_LENGTH}
        autoComplete="off"
      />
    </FormDialog>
  )
}

const INVALIDATES = [NEWSROOM_KEY]

/** @throws Refusal when the feed is gone */
async function changeFeed(client: Client, { id, change }: { id: string; change: FeedChange }): Promise<void> {
  if (!(await changeNewsFeed(client, id, change))) throw new Refusal('feed_gone')
}

/** Asks a feed now, and pauses it. */
function useFeedActs() {
  const request = useDeskMutation({
    run: (client, { id }: NewsFeed) => requestNewsFeed(client, id),
    done(answer, { outlet }) {
      const { added, failure, detail } = answerOf(answer)
      if (failure) throw new AnswerRefusal(describeFailure(failure, detail))
      return t('newsroom.feed.asked', { outlet, count: added })
    },
    invalidates: INVALIDATES,
  })
  const pause = useDeskMutation({
    run: (client, { feed: { id }, isPaused }: { feed: NewsFeed; isPaused: boolean }) =>
      changeFeed(client, { id, change: { is_paused: isPaused } }),
    done: (_, { feed: { outlet }, isPaused }) =>
      t(isPaused ? 'newsroom.feed.pause.done' : 'newsroom.feed.resume.done', { outlet }),
    invalidates: INVALIDATES,
  })

  return {
    isPending: request.isPending || pause.isPending,
    ask: request.attempt,
    setPaused: (feed: NewsFeed, isPaused: boolean) => pause.attempt({ feed, isPaused }),
  }
}
