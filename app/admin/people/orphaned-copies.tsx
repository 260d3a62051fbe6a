import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { editArticlePath, unsavedArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { OrphanedText } from '#app/admin/people/orphaned-text.tsx'
import { ORPHANED_COPIES_KEY } from '#app/admin/people/people-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { adoptOrphanedCopy, discardOrphanedCopy } from '#core/data/orphaned-copies.ts'
import type { OrphanedCopy } from '#core/domain/orphaned-copy.ts'

const titleOf = ({ title }: OrphanedCopy) => title || t('people.orphans.untitled')

/** Where an administrator goes on with one. */
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
