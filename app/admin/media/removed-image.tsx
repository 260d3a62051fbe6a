import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'

interface RemovedImageProps {
  address: string
  isReplaced: boolean
  onUndo: () => void
  /** It cannot be taken back any more. */
  onForget: () => void
}

/** Offers the image that was there before, and to delete its file when nothing else has it. */
export function RemovedImage({ address, isReplaced, onUndo, onForget }: RemovedImageProps) {
  const name = fileNameOf(address)
  const found = useQuery({ ...mediaByNameQuery(name ?? ''), enabled: name !== null, staleTime: 0 })
  const [isAsked, setIsAsked] = useState(false)
  const file = found.data
  return (
    <Notice role="status" className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{isReplaced ? t('media.hero.replaced') : t('media.hero.removed')}</p>
        <Button variant="secondary" size="sm" onClick={onUndo}>
          {t('media.hero.undo')}
        </Button>
        {file && isUnused(file) && (
          <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
            {t('media.hero.deleteFile')}
          </Button>
        )}
      </div>
      {file && isAsked && (
        <DeleteMediaDialog files={[file]} onDeleted={onForget} onClose={() => setIsAsked(false)} />
      )}
    </Notice>
  )
}

/** The form from which it was removed may itself be the one that is stored with it, and not saved. */
function isUnused({ use, in_trash, in_revisions, in_copies }: ListedFile): boolean {
  return use === 'none' || (use === 'past' && in_trash + in_revisions === 0 && in_copies <= 1)
}
