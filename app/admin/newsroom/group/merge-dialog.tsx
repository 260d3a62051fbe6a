import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { TableSearch } from '#app/admin/kit/table/table-controls.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { describeExtent, describeOutlets, storiesQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { ListedNewsGroup } from '#core/domain/news-group.ts'

const SHOWN = 10

interface MergeDialogProps {
  group: Pick<ListedNewsGroup, 'id' | 'headline'>
  /** When it throws, the error is shown and the dialog stays open. */
  onMerge: (into: ListedNewsGroup) => Promise<void>
  onClose: () => void
}

/** Chooses the story into which all items of another one go. */
export function MergeDialog({ group, onMerge, onClose }: MergeDialogProps) {
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
