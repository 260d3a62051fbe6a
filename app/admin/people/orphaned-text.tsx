import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { t } from '#app/admin/messages.ts'
import { ORPHANED_COPIES_KEY } from '#app/admin/people/people-queries.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { readOrphanedCopy } from '#core/data/orphaned-copies.ts'
import type { OrphanedCopy } from '#core/domain/orphaned-copy.ts'

interface OrphanedTextProps {
  copy: OrphanedCopy
  title: string
  onClose: () => void
}

const textQuery = (id: string) =>
  deskQuery([...ORPHANED_COPIES_KEY, 'text', id], (client) => readOrphanedCopy(client, id), { refuses: true })

/** What somebody typed and may not save any more, as Markdown. */
export function OrphanedText({ copy, title, onClose }: OrphanedTextProps) {
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
