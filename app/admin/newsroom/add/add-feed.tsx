import { useState } from 'react'
import { flushSync } from 'react-dom'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { DeskForm, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { AddressField, CancelButton, placeAddressError } from '#app/admin/newsroom/add/add-address.tsx'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addNewsFeed } from '#core/data/news-feeds.ts'
import { addressInput } from '#core/domain/news-item-input.ts'

interface FoundFeed {
  url: string
  title: string
}

/** Adds a feed by its address, or by that of a page, which may name several. */
export function AddFeed({ onClose }: { onClose: () => void }) {
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
  const busy = state.form.formState.isSubmitting

  function goBack() {
    flushSync(() => setFound(null))
    state.form.setFocus('address', { shouldSelect: true })
  }

  return (
    <ModalDialog title={t('newsroom.add.feed')} width="list" onClose={() => busy || onClose()}>
      <p className="mb-5 text-sm text-soft">{t('newsroom.add.feed.intro')}</p>
      {found ? (
        <FoundFeeds found={found} onBack={goBack} onClose={onClose} />
      ) : (
        <DeskForm
          state={state}
          action={t('newsroom.add.action')}
          busyAction={t('newsroom.add.reading')}
          inDialog
          more={<CancelButton busy={busy} onClose={onClose} />}
        >
          <AddressField state={state} />
        </DeskForm>
      )}
    </ModalDialog>
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
