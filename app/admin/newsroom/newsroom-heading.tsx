import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useSearchParams } from 'react-router'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { FEEDS_PATH, NEWSROOM_PATH, WAYS_IN, type WayIn } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'
import { AddAddress, AddressField, AddText, placeAddressError } from '#app/admin/newsroom/add-item.tsx'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addNewsFeed } from '#core/data/news-feeds.ts'
import { addressInput } from '#core/domain/news-item.ts'

const VIEWS = [
  { to: NEWSROOM_PATH, label: t('newsroom.stories') },
  { to: FEEDS_PATH, label: t('newsroom.feeds') },
]

const LABELS: Record<WayIn, string> = {
  feed: t('newsroom.add.feed'),
  address: t('newsroom.add.address'),
  text: t('newsroom.add.text'),
}
const DIALOGS: Record<WayIn, (props: { onClose: () => void }) => React.ReactNode> = {
  feed: AddFeed,
  address: AddAddress,
  text: AddText,
}

interface NewsroomHeadingProps {
  /** True if it offers the ways in, which the page may do itself. */
  hasWays?: boolean
}

/** The heading of the lists of the newsroom, with the ways in; the address of the page says which one is open. */
export function NewsroomHeading({ hasWays = true }: NewsroomHeadingProps) {
  const [params, setParams] = useSearchParams()
  const { search } = useLocation()
  const open = WAYS_IN.find((way) => way === params.get('add'))
  const Dialog = open && DIALOGS[open]

  const close = () =>
    setParams(
      (present) => {
        present.delete('add')
        return present
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('newsroom.title')}</h1>
        {hasWays && (
          <div className="flex flex-wrap gap-1.5 sm:gap-2">
            {WAYS_IN.map((way) => (
              <Link
                key={way}
                to={{ search: withWay(search, way) }}
                replace
                preventScrollReset
                className={buttonStyles({ variant: 'secondary', size: 'sm' })}
              >
                {LABELS[way]}
              </Link>
            ))}
          </div>
        )}
      </div>
      <ViewTabs label={t('newsroom.views')} tabs={VIEWS} />
      {Dialog && <Dialog onClose={close} />}
    </>
  )
}

function withWay(search: string, way: WayIn): string {
  const params = new URLSearchParams(search)
  params.set('add', way)
  return `?${params}`
}

interface FoundFeed {
  url: string
  title: string
}

/** Adds a feed by its address, or by that of a page, which may name several. */
function AddFeed({ onClose }: { onClose: () => void }) {
  const { toast } = useToast()
  const [found, setFound] = useState<readonly FoundFeed[] | null>(null)
  const add = useDeskMutation({ run: addNewsFeed, invalidates: [NEWSROOM_KEY] })
  const state = useDeskForm({
    schema: addressInput,
    initial: { address: '' },
    async submit({ address }) {
      const answer = answerOf(await add.mutateAsync(address))
      if ('found' in answer) return setFound(answer.found)
      toast({ title: t('ui.success'), description: t('newsroom.add.feed.done') })
      onClose()
    },
    placeError: placeAddressError,
  })

  function goBack() {
    flushSync(() => setFound(null))
    state.form.setFocus('address', { shouldSelect: true })
  }

  return (
    <FormDialog
      title={t('newsroom.add.feed')}
      width="list"
      intro={<p className="mb-5 text-sm text-soft">{t('newsroom.add.feed.intro')}</p>}
      instead={found && <FoundFeeds found={found} onBack={goBack} onClose={onClose} />}
      state={state}
      action={t('newsroom.add.action')}
      busyAction={t('newsroom.add.reading')}
      onClose={onClose}
    >
      <AddressField state={state} />
    </FormDialog>
  )
}

interface FoundFeedsProps {
  found: readonly FoundFeed[]
  onBack: () => void
  onClose: () => void
}

/** The feeds of a page, each with a button that adds it. */
function FoundFeeds({ found, onBack, onClose }: FoundFeedsProps) {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const add = useDeskMutation({
    run: addNewsFeed,
    done(answer, url) {
      answerOf(answer)
      setAdded((before) => new Set(before).add(url))
    },
    failed: setProblem,
    invalidates: [NEWSROOM_KEY],
  })

  function addOne(url: string) {
    if (add.isPending || added.has(url)) return
    setProblem('')
    void add.attempt(url)
  }

  return (
    <>
      <p ref={focus} tabIndex={-1} className="font-medium text-sm">
        {t('newsroom.add.feed.found', { count: found.length })}
      </p>
      <ul className="mt-3 max-h-[50dvh] divide-y divide-line overflow-y-auto border-line border-y">
        {found.map(({ url, title }) => (
          <li key={url} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 pr-1">
            <div className="min-w-0 grow basis-60 text-sm">
              <p className="font-medium wrap-anywhere">{title || url}</p>
              {title && <p className="text-faint wrap-anywhere">{url}</p>}
            </div>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t(added.has(url) ? 'newsroom.add.feed.added.label' : 'newsroom.add.feed.label', {
                title: title || url,
              })}
              aria-disabled={add.isPending || added.has(url)}
              onClick={() => addOne(url)}
            >
              {t(added.has(url) ? 'newsroom.add.feed.added' : 'newsroom.add.action')}
            </Button>
          </li>
        ))}
      </ul>
      {problem && <p className="mt-4 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <Announcement>{added.size > 0 ? t('newsroom.add.feed.done') : ''}</Announcement>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onBack}>
          {t('newsroom.add.feed.other')}
        </Button>
        <Button onClick={onClose}>{t('newsroom.add.close')}</Button>
      </div>
    </>
  )
}

/** The button that was pressed is gone. */
const focus = (element: HTMLElement | null) => element?.focus()
