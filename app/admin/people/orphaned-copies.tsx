import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, unsavedArticlePath } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { ORPHANED_COPIES_KEY } from '#app/admin/people/people-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { adoptOrphanedCopy, discardOrphanedCopy, readOrphanedCopy } from '#core/data/working-copies.ts'
import type { OrphanedCopy } from '#core/domain/working-copy.ts'

const titleOf = ({ title }: OrphanedCopy) => title || t('people.orphans.untitled')

/** Returns where an administrator goes on with one. */
function pathOf({ id, article }: OrphanedCopy): string {
  if (!article) return unsavedArticlePath(id)
  const path = editArticlePath(article)
  return `${path}${path.includes('?') ? '&' : '?'}copy=${id}`
}

/** The unsaved texts of people who may not save them any more: to read, to go on with, or to discard. */
export function OrphanedCopies({ copies }: { copies: readonly OrphanedCopy[] }) {
  const [read, setRead] = useState<OrphanedCopy | null>(null)
  const [discarded, setDiscarded] = useState<OrphanedCopy | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const { toast } = useToast()
  const adopt = useDeskMutation({
    async run(client, { id }: OrphanedCopy) {
      if (!(await adoptOrphanedCopy(client, id))) throw new Refusal('copy_gone')
    },
    done: (_, copy) => navigate(pathOf(copy)),
    invalidates: [ORPHANED_COPIES_KEY],
  })
  const discard = useDeskMutation({ run: discardOrphanedCopy, invalidates: [ORPHANED_COPIES_KEY] })

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={t('people.orphans.title')} className="divide-y divide-line">
        {copies.map((copy) => {
          const title = titleOf(copy)
          return (
            <li
              key={copy.id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 text-sm first:pt-0"
            >
              <div className="min-w-0 grow basis-64">
                <p className="font-medium wrap-anywhere">{title}</p>
                <p className="mt-1 text-faint">
                  <FilledMessage
                    text={t('people.orphans.by', { who: copy.name ?? t('people.orphans.somebody') })}
                    values={{ time: <LocalTime iso={copy.updated_at} precision="minute" /> }}
                  />
                  {' · '}
                  {copy.article ? languageName(copy.article.language) : t('people.orphans.new')}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.orphans.readLabel', { title })}
                  onClick={() => setRead(copy)}
                >
                  {t('people.orphans.read')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.orphans.adoptLabel', { title })}
                  onClick={() => adopt.isPending || void adopt.attempt(copy)}
                >
                  {t('people.orphans.adopt')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.orphans.discardLabel', { title })}
                  onClick={() => setDiscarded(copy)}
                >
                  {t('people.orphans.discard')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {read && <OrphanedText copy={read} title={titleOf(read)} onClose={() => setRead(null)} />}
      {discarded && (
        <ConfirmDialog
          title={t('people.orphans.discardTitle')}
          action={t('people.orphans.discard')}
          onConfirm={async () => {
            await discard.mutateAsync(discarded.id)
            toast({ title: t('ui.success'), description: t('people.orphans.discarded') })
          }}
          onClose={() => setDiscarded(null)}
          focusAfter={list}
        >
          <p className="wrap-anywhere">
            {t('people.orphans.discardText', {
              who: discarded.name ?? t('people.orphans.somebody'),
              title: titleOf(discarded),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface OrphanedTextProps {
  copy: OrphanedCopy
  title: string
  onClose: () => void
}

const textQuery = (id: string) =>
  deskQuery([...ORPHANED_COPIES_KEY, 'text', id], (client) => readOrphanedCopy(client, id), { refuses: true })

/** Shows what somebody typed and may not save any more, as Markdown. */
function OrphanedText({ copy, title, onClose }: OrphanedTextProps) {
  const text = useQuery(textQuery(copy.id))
  return (
    <ModalDialog title={title} width="texts" onClose={onClose}>
      <QueryView query={text} what={t('people.orphans.what')} pending={<ListSkeleton rows={3} />}>
        {(form) => {
          if (!form) return <p className="text-soft">{t('people.orphans.gone')}</p>
          const content = typeof form.content === 'string' ? form.content : ''
          return (
            <>
              <textarea
                readOnly
                aria-label={title}
                rows={16}
                value={content}
                className="block w-full rounded-sm border border-edge bg-paper p-3 font-mono text-ink text-sm"
              />
              <div className="mt-6 flex flex-wrap justify-end gap-3">
                <CopyButton text={() => content}>{t('people.orphans.copy')}</CopyButton>
                <Button variant="secondary" onClick={onClose}>
                  {t('people.orphans.close')}
                </Button>
              </div>
            </>
          )
        }}
      </QueryView>
    </ModalDialog>
  )
}
