import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { altOf, describeBytes, fileNameOf, titleOf } from '#app/admin/media/media-card.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaQuery } from '#app/admin/media/media-queries.ts'
import { MediaUses } from '#app/admin/media/media-uses.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'

/** One picture, shown instead of the library. Its heading gets focus. */
export function MediaPage({ id, backTo }: { id: string; backTo: string }) {
  const media = useQuery(mediaQuery(id))
  return (
    <>
      <Link
        to={backTo}
        className="mb-4 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('media.page.back')}
      </Link>
      <QueryView query={media} what={t('media.page.what')} pending={<ListSkeleton rows={4} />}>
        {(file) =>
          file ? (
            <Media key={file.id} file={file} backTo={backTo} />
          ) : (
            <p className="text-soft">{t('media.page.gone')}</p>
          )
        }
      </QueryView>
    </>
  )
}

function Media({ file, backTo }: { file: ListedFile; backTo: string }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article aria-labelledby="media-name">
      <h2
        id="media-name"
        ref={heading}
        tabIndex={-1}
        className="font-display font-medium text-title wrap-anywhere"
      >
        {titleOf(file)}
      </h2>
      <p className="mt-1 text-faint text-sm">
        {[
          altOf(file) && fileNameOf(file),
          file.type?.replace('image/', '').toUpperCase(),
          describeBytes(file.size),
        ]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <LocalTime iso={file.uploaded_at} precision="minute" />
      </p>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <section aria-label={t('media.focus.title')}>
          <FocusPoint file={file} />
          <h3 className="mt-8 mb-3 border-line border-t pt-6 font-semibold">{t('media.uses.title')}</h3>
          <MediaUses file={file} />
        </section>
        <section aria-labelledby="media-details">
          <h3 id="media-details" className="mb-4 font-semibold">
            {t('media.details.title')}
          </h3>
          <MediaDetails file={file} />
        </section>
      </div>
      <div className="mt-8 flex flex-wrap gap-3 border-line border-t pt-6">
        <a
          href={fileAddress(file.name)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyles({ variant: 'secondary', size: 'sm' })}
        >
          {t('media.page.open')}
        </a>
        <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
          {t('media.page.delete')}
        </Button>
      </div>
      {isAsked && (
        <DeleteMediaDialog
          files={[file]}
          onDeleted={() => void navigate(backTo)}
          onClose={() => setIsAsked(false)}
        />
      )}
    </article>
  )
}
