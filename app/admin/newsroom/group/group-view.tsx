import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, groupPath, NEWSROOM_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { TableSearch } from '#app/admin/kit/table/table-controls.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { DraftForm } from '#app/admin/newsroom/group/draft-form.tsx'
import { ItemText } from '#app/admin/newsroom/group/item-text.tsx'
import { type GroupItem, OriginList } from '#app/admin/newsroom/group/origin-list.tsx'
import {
  describeExtent,
  describeOutlets,
  draftAddressesQuery,
  NEWSROOM_KEY,
  storiesQuery,
} from '#app/admin/newsroom/newsroom-queries.ts'
import { StoryActs, StoryFacts, useGroupActs } from '#app/admin/newsroom/story-list.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { markNewsGroupSeen, mergeNewsGroups, splitNewsGroup } from '#core/data/news-groups.ts'
import type { FoundNewsGroup, ListedNewsGroup } from '#core/domain/news-group.ts'

/** A story with its sources, and what can be made of it. */
export function GroupView({ found: { group, items, drafts } }: { found: FoundNewsGroup }) {
  const acts = useGroupActs()
  const newIds = useNewItems(group.id, items)
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string | null>(null)
  const page = useRef<HTMLDivElement>(null)
  // Others may have taken some of them out.
  const ticked = items.filter(({ id }) => ticks.has(id))
  const open = items.find(({ id }) => id === openId)

  function close() {
    page.current?.querySelector<HTMLElement>(`[data-read="${openId}"]`)?.focus()
    setOpenId(null)
  }

  return (
    <div ref={page}>
      <BackLink to={NEWSROOM_PATH}>{t('newsroom.title')}</BackLink>
      <div className="mb-6 border-line border-b pb-6">
        <h1 className="max-w-4xl font-display font-medium text-title-lg wrap-anywhere">{group.headline}</h1>
        <StoryFacts group={group} />
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <StoryActs
            group={group}
            onFollow={() => void acts.setFollowed(group, !group.is_followed)}
            onHide={() => void acts.setHidden(group, !group.is_hidden)}
          />
        </div>
        <PresenceNotice topic={`newsroom:${group.id}`} className="mt-4" />
      </div>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div>
          <ItemTools
            group={group}
            items={items}
            ticked={ticked}
            onTickAll={(areTicked) => setTicks(new Set(areTicked ? items.map(({ id }) => id) : []))}
          />
          <OriginList
            items={items}
            newIds={newIds}
            ticked={ticks}
            onTick={(id, isTicked) =>
              setTicks((before) => new Set([...before, id].filter((one) => isTicked || one !== id)))
            }
            open={openId}
            onRead={({ id }) => (id === openId ? close() : setOpenId(id))}
          />
        </div>
        <div className="space-y-6 lg:sticky lg:top-6">
          {open && <ItemText key={open.id} item={open} onClose={close} />}
          <div className={`space-y-6 ${open ? 'lg:hidden' : ''}`}>
            <DraftForm groupId={group.id} section={group.section} items={ticked} />
            <GroupDrafts drafts={drafts} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Marks items that are new since the last visit, until the story is closed. */
function useNewItems(groupId: string, items: readonly GroupItem[]): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useDeskMutation({ run: markNewsGroupSeen, invalidates: [[...NEWSROOM_KEY, 'stories']] })
  const unseen = items.flatMap(({ id, is_new }) => (is_new ? id : [])).join(' ')
  useEffect(() => {
    if (unseen) setNewIds((before) => new Set([...before, ...unseen.split(' ')]))
    mutate(groupId)
  }, [groupId, unseen, mutate])
  return newIds
}

interface ItemToolsProps {
  group: FoundNewsGroup['group']
  items: readonly GroupItem[]
  ticked: readonly GroupItem[]
  onTickAll: (areTicked: boolean) => void
}

/** The heading of the sources, with what can be done with those that are ticked. */
function ItemTools({ group, items, ticked, onTickAll }: ItemToolsProps) {
  const [isMerging, setIsMerging] = useState(false)
  const regroup = useRegroup()
  const areAll = ticked.length === items.length
  const canSplit = ticked.length > 0 && !areAll && !regroup.isPending
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id="sources" tabIndex={-1} className="font-display font-medium text-title">
        {t('newsroom.sources')}
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => onTickAll(!areAll)}>
          {t(areAll ? 'newsroom.tick.none' : 'newsroom.tick.all')}
        </Button>
        {items.length > 1 && (
          <Button
            size="sm"
            variant="secondary"
            aria-disabled={!canSplit}
            onClick={() =>
              canSplit && void regroup.split({ id: group.id, itemIds: ticked.map(({ id }) => id) })
            }
          >
            {t('newsroom.split')}
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={() => setIsMerging(true)}>
          {t('newsroom.merge')}
        </Button>
      </div>
      {isMerging && (
        <MergeDialog
          group={group}
          onMerge={(into) => regroup.merge({ id: group.id, itemIds: items.map(({ id }) => id) }, into.id)}
          onClose={() => setIsMerging(false)}
        />
      )}
    </div>
  )
}

interface Moved {
  id: string
  itemIds: readonly string[]
  /** True when the split takes back a merge, which needs no further message. */
  isUndo?: boolean
}

/** Puts stories together and takes items out of them, each of which can be undone. */
function useRegroup() {
  const { toast } = useToast()
  const navigate = useNavigate()
  const merging = useDeskMutation({
    run: (client, { id, into }: { id: string; into: string }) => mergeNewsGroups(client, id, into),
    done: ({ status }, { into }) => land(status, into),
    invalidates: [NEWSROOM_KEY],
  })
  const splitting = useDeskMutation({
    run: (client, { id, itemIds }: Moved) => splitNewsGroup(client, id, itemIds),
    async done({ status, id: made }, { id, itemIds, isUndo }) {
      if (status !== 'split' || made === null)
        throw new Refusal(status === 'all' ? 'story_split_all' : 'story_gone')
      await navigate(groupPath(made))
      if (isUndo) return
      const undo = <UndoButton onUndo={() => void merging.attempt({ id: made, into: id })} />
      return { title: t('newsroom.split.done', { count: itemIds.length }), description: undo }
    },
    invalidates: [NEWSROOM_KEY],
  })

  /** Leads to the story into which another one was put. @throws Refusal */
  async function land(status: string, into: string): Promise<void> {
    if (status !== 'merged') throw new Refusal(status === 'full' ? 'story_full' : 'story_gone')
    await navigate(groupPath(into))
  }

  return {
    isPending: merging.isPending || splitting.isPending,
    split: splitting.attempt,
    /** Throws its errors, for the dialog that asks for it. */
    async merge({ id, itemIds }: Moved, into: string): Promise<void> {
      const { status } = await merging.mutateAsync({ id, into })
      await land(status, into)
      const undo = <UndoButton onUndo={() => void splitting.attempt({ id: into, itemIds, isUndo: true })} />
      toast({ title: t('newsroom.merge.done'), description: undo })
    },
  }
}

/** Shows what was begun from a story already, and by whom. */
function GroupDrafts({ drafts }: Pick<FoundNewsGroup, 'drafts'>) {
  const { data: addresses = [] } = useQuery({
    ...draftAddressesQuery(drafts.map(({ article_id }) => article_id)),
    enabled: drafts.length > 0,
  })
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts-of-story">
      <h2 id="drafts-of-story" className="font-semibold text-sm">
        {t('newsroom.drafts')}
      </h2>
      <ul className="mt-1.5 space-y-1.5 text-sm">
        {drafts.map(({ article_id, title, begun_by_name, begun_at }) => {
          const slug = addresses.find(({ id }) => id === article_id)?.slug
          const name = title || t('newsroom.drafts.untitled')
          return (
            <li key={article_id}>
              {slug ? (
                <Link
                  to={editArticlePath({ slug })}
                  className="underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
                >
                  {name}
                </Link>
              ) : (
                <span className="wrap-anywhere">{name}</span>
              )}{' '}
              <span className="text-faint">
                {begun_by_name && <bdi>{begun_by_name}, </bdi>}
                <ShortTime iso={begun_at} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const SHOWN = 10

interface MergeDialogProps {
  group: Pick<ListedNewsGroup, 'id' | 'headline'>
  /** When it throws, the error is shown and the dialog stays open. */
  onMerge: (into: ListedNewsGroup) => Promise<void>
  onClose: () => void
}

/** Chooses the story into which all items of another one go. */
function MergeDialog({ group, onMerge, onClose }: MergeDialogProps) {
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const stories = useQuery({
    ...storiesQuery({ show: 'all', search, section: null, language: null, page: 1, pageSize: SHOWN + 1 }),
    placeholderData: keepPreviousData,
  })

  async function choose(into: ListedNewsGroup) {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      await onMerge(into)
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ModalDialog title={t('newsroom.merge.title')} width="list" onClose={() => busy || onClose()}>
      <p className="mb-4 text-sm text-soft">{t('newsroom.merge.intro', { headline: group.headline })}</p>
      <TableSearch label={t('newsroom.stories.search')} value={search} onSearch={setSearch} />
      <div className="mt-4">
        <QueryView query={stories} what={t('newsroom.stories.what')} pending={<ListSkeleton rows={3} />}>
          {({ rows }) => {
            const others = rows.filter(({ id }) => id !== group.id).slice(0, SHOWN)
            if (others.length === 0)
              return <p className="text-sm text-soft">{t('newsroom.stories.noMatch')}</p>
            return (
              <ul
                aria-label={t('newsroom.stories')}
                className="max-h-[45dvh] divide-y divide-line overflow-y-auto border-line border-y"
              >
                {others.map((other) => (
                  <li
                    key={other.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 pr-1"
                  >
                    <div className="min-w-0 grow basis-60 text-sm">
                      <p className="font-medium wrap-anywhere">{other.headline}</p>
                      <p className="text-faint wrap-anywhere">
                        {[describeExtent(other), describeOutlets(other.outlets)].join(' · ')}
                      </p>
                    </div>
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={t('newsroom.merge.label', { headline: other.headline })}
                      aria-disabled={busy}
                      onClick={() => void choose(other)}
                    >
                      {t('newsroom.merge.action')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }}
        </QueryView>
      </div>
      {problem && <p className="mt-4 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
          {t('ui.cancel')}
        </Button>
      </div>
    </ModalDialog>
  )
}
