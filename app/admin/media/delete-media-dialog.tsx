import { useQueryClient } from '@tanstack/react-query'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { describeUses, MediaImage, titleOf } from '#app/admin/media/media-card.tsx'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { type ListedFile, MEDIA_BUCKET } from '#core/data/media-files.ts'

interface DeleteMediaDialogProps {
  files: ListedFile[]
  onDeleted: () => void
  onClose: () => void
  focusAfter?: React.RefObject<HTMLElement | null>
}

/** Asks before pictures are deleted, and says what shows them. */
export function DeleteMediaDialog({ files, onDeleted, onClose, focusAfter }: DeleteMediaDialogProps) {
  const queries = useQueryClient()
  const { toast } = useToast()
  const used = files.filter(({ use }) => use !== 'none')
  const count = files.length

  async function remove() {
    await signedIn((client) =>
      removeMedia(
        client,
        files.map(({ name }) => name),
      ),
    )
    onDeleted()
    toast({ title: t('ui.success'), description: t('media.delete.done.text', { count }) })
    void queries.invalidateQueries({ queryKey: MEDIA_KEY })
  }

  return (
    <ConfirmDialog
      title={t('media.delete.title', { count })}
      action={t('media.delete.action', { count })}
      onConfirm={remove}
      onClose={onClose}
      {...(focusAfter && { focusAfter })}
    >
      <p>{t('media.delete.text')}</p>
      {used.length === 0 ? (
        <p>{t('media.delete.unused', { count })}</p>
      ) : (
        <>
          <p className="font-medium text-ink">{t('media.delete.used', { count: used.length })}</p>
          <ul className="max-h-60 space-y-3 overflow-y-auto">
            {used.map((file) => (
              <li key={file.id} className="flex gap-3">
                <MediaImage file={file} sizes="3.5rem" className="size-14 shrink-0 bg-wash object-cover" />
                <span className="min-w-0">
                  <span className="line-clamp-2 text-ink wrap-anywhere">{titleOf(file)}</span>
                  {describeUses(file).map((sentence) => (
                    <span key={sentence} className="block">
                      {sentence}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Removes files. Files that a colleague has already removed count as removed. */
async function removeMedia(client: Client, names: readonly string[]): Promise<void> {
  const { data, error } = await client.storage.from(MEDIA_BUCKET).remove([...names])
  if (error) throw error
  if (data.length === names.length) return
  // To a session that has ended there are no files, so nothing was removed.
  const { kind } = await identifyVisitor(client, { trustMs: 0 })
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind !== 'member') throw new Refusal('session_not_found')
}
