import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { TableSearch } from '#app/admin/kit/table/table-controls.tsx'
import { useReturnFocus } from '#app/admin/kit/ui/modal-dialog.tsx'
import { MediaCard } from '#app/admin/media/media-card.tsx'
import { GridSkeleton, MEDIA_GRID } from '#app/admin/media/media-library.tsx'
import { mediaListQuery } from '#app/admin/media/media-queries.ts'
import { UploadProgress, useUpload } from '#app/admin/media/upload-progress.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { storesPictures } from '#core/domain/role.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface ChosenImage {
  /** The address relative to the site, as articles store it. */
  path: string
  /** A description of what it shows, in the language of the text; empty for a decorative image, and while there is no alt text. */
  alt: string
  credit: string
}

interface ImagePickerProps {
  onChoose: (image: ChosenImage) => void
  onClose: () => void
  /** The language whose alt text is wanted. */
  language?: Language
}

const PAGE_SIZE = 24

/** A dialog for choosing a picture of the library, or adding one to it for who stores pictures. */
export function ImagePicker({ onChoose, onClose, language = DEFAULT_LANGUAGE }: ImagePickerProps) {
  const returnFocus = useReturnFocus()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const media = useQuery({
    ...mediaListQuery({
      search,
      page,
      pageSize: PAGE_SIZE,
      use: null,
      described: null,
      sort: { by: 'uploaded_at', descending: true },
    }),
    placeholderData: keepPreviousData,
  })
  const upload = useUpload((path) => onChoose({ path, alt: '', credit: '' }))
  const uploads = storesPictures(useMember())
  const drop = useFileDrop(([file]) => file && uploads && upload.start(file))

  function choose({ name, alts, credit }: ListedFile) {
    onChoose({ path: fileAddress(name), alt: alts[language] ?? '', credit: credit ?? '' })
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 grid overflow-y-auto bg-scrim p-3 sm:p-6">
          <Dialog.Content
            lang="en"
            aria-describedby={undefined}
            onPointerDownOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={returnFocus}
            // React passes submit events through portals to the form around the picker.
            onSubmit={(event) => event.stopPropagation()}
            {...drop.handlers}
            className={`m-auto w-full max-w-5xl rounded-md border bg-paper p-5 text-ink shadow-float sm:p-7 dark:bg-wash ${drop.isOver ? 'border-ink' : 'border-line'}`}
          >
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <Dialog.Title className="font-display font-medium text-title">
                {t('media.picker.title')}
              </Dialog.Title>
              <Button variant="secondary" size="sm" onClick={onClose}>
                {t('media.picker.close')}
              </Button>
            </div>
            <div className="mb-5 flex flex-wrap items-end gap-4">
              <TableSearch
                label={t('media.search')}
                value={search}
                onSearch={(text) => {
                  setSearch(text)
                  setPage(1)
                }}
              />
              {uploads && (
                <BrowseButton
                  label={t('media.upload.browse.one')}
                  size="md"
                  onFiles={([file]) => file && upload.start(file)}
                />
              )}
            </div>
            <UploadProgress upload={upload} />
            <section aria-label={t('media.list.label')} className="mt-4">
              <QueryView query={media} what={t('media.list.what')} pending={<GridSkeleton />}>
                {({ rows, total }) => (
                  <>
                    {rows.length === 0 && (
                      <p className="text-sm text-soft">
                        {search ? t('media.list.noMatch') : t('media.list.empty')}
                      </p>
                    )}
                    <ul className={`${MEDIA_GRID} ${media.isPlaceholderData ? 'opacity-60' : ''}`}>
                      {rows.map((file) => (
                        <li key={file.id}>
                          <button
                            type="button"
                            className="block w-full text-left"
                            onClick={() => choose(file)}
                          >
                            <MediaCard file={file} />
                          </button>
                        </li>
                      ))}
                    </ul>
                    <PickerPages page={page} total={total} onTurn={setPage} />
                  </>
                )}
              </QueryView>
            </section>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PickerPages({
  page,
  total,
  onTurn,
}: {
  page: number
  total: number
  onTurn: (page: number) => void
}) {
  const pages = Math.ceil(total / PAGE_SIZE)
  return (
    <div className="mt-5 flex items-center gap-3">
      <p role="status" className="grow text-faint text-sm">
        {t('media.picker.count', { count: total })}
      </p>
      {page > 1 && (
        <Button variant="secondary" size="sm" onClick={() => onTurn(page - 1)}>
          {t('table.previous')}
        </Button>
      )}
      {page < pages && (
        <Button variant="secondary" size="sm" onClick={() => onTurn(page + 1)}>
          {t('table.next')}
        </Button>
      )}
    </div>
  )
}
