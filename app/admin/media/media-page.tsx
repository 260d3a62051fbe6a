import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { formatBytes, languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { altOf, describeUses, fileNameOf, MediaImage, titleOf } from '#app/admin/media/media-card.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaQuery, mediaUsesQuery } from '#app/admin/media/media-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { ListedFile, UsingArticle } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** One picture, shown instead of the library. Its heading gets focus. */
export function MediaPage({ id, backTo }: { id: string; backTo: string }) {
  const media = useQuery(mediaQuery(id))
  return (
    <>
      <BackLink to={backTo}>{t('media.page.back')}</BackLink>
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
          file.size !== null && formatBytes(file.size),
        ]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <LocalTime iso={file.uploaded_at} precision="minute" />
      </p>
      {file.source_url && (
        <p className="mt-1 text-faint text-sm wrap-anywhere">
          {t('media.page.source')}{' '}
          <a href={file.source_url} target="_blank" rel="noopener noreferrer" className="underline">
            {file.source_url}
          </a>
        </p>
      )}
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <section aria-label={t('media.focus.title')}>
          {file.changeable ? (
            <FocusPoint file={file} />
          ) : (
            <MediaImage
              file={file}
              loading="eager"
              sizes="(min-width: 64rem) 32rem, 92vw"
              className="aspect-video w-full bg-wash object-contain"
            />
          )}
          <h3 className="mt-8 mb-3 border-line border-t pt-6 font-semibold">{t('media.uses.title')}</h3>
          <MediaUses file={file} />
        </section>
        <section aria-labelledby="media-details">
          <h3 id="media-details" className="mb-4 font-semibold">
            {t('media.details.title')}
          </h3>
          {file.changeable ? <MediaDetails file={file} /> : <MediaFacts file={file} />}
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
        {file.changeable && (
          <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
            {t('media.page.delete')}
          </Button>
        )}
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

/** Lists what shows a picture: the articles and drafts by name, the rest as numbers. */
function MediaUses({ file }: { file: ListedFile }) {
  const uses = useQuery(mediaUsesQuery(file.name))
  const counts = describeUses(file)
  if (file.use === 'none') return <p className="text-sm text-soft">{t('media.uses.none')}</p>
  return (
    <>
      <ul className="text-sm text-soft">
        {counts.map((count) => (
          <li key={count}>{count}</li>
        ))}
      </ul>
      <QueryView query={uses} what={t('media.uses.what')} pending={<ListSkeleton rows={2} />}>
        {(articles) =>
          articles.length > 0 && (
            <ul className="mt-3 divide-y divide-line border-line border-y text-sm">
              {articles.map((article) => (
                <Use key={article.id} article={article} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  )
}

function Use({ article }: { article: UsingArticle }) {
  const { language, title, slug, published, places } = article
  const where = places.includes('hero')
    ? places.includes('content')
      ? t('media.uses.both')
      : t('media.uses.hero')
    : places.includes('content')
      ? t('media.uses.content')
      : t('media.uses.earlier')
  return (
    <li className="py-2.5">
      <Link
        to={editArticlePath({ slug, language })}
        className="font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
      >
        {title || t('media.uses.untitled')}
      </Link>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-faint">
        <span>{where}</span>
        <span>{languageName(language)}</span>
        {!published && <Badge>{t('media.uses.draft')}</Badge>}
      </p>
    </li>
  )
}

/** Shows what is known of a picture to those who do not change it. */
function MediaFacts({ file }: { file: ListedFile }) {
  const facts = [
    ...LANGUAGE_CODES.flatMap((language) => {
      const name = { language: languageName(language) }
      return [
        { label: t('media.details.alt', name), text: file.alts[language], language },
        { label: t('media.details.caption', name), text: file.captions[language], language },
      ]
    }),
    { label: t('media.details.credit'), text: file.credit },
    { label: t('media.details.licence'), text: file.licence },
  ].filter(({ text }) => text)
  return (
    <>
      <p className="max-w-prose text-sm text-soft">{t('media.page.unchangeable')}</p>
      {file.decorative && <p className="mt-4 text-sm">{t('media.hero.decorative')}</p>}
      {facts.length === 0 && !file.decorative ? (
        <p className="mt-4 text-faint text-sm">{t('media.page.noDetails')}</p>
      ) : (
        <dl className="mt-4 space-y-3 text-sm">
          {facts.map(({ label, text, ...of }) => (
            <div key={label}>
              <dt className="text-faint">{label}</dt>
              <dd lang={'language' in of ? of.language : undefined} className="wrap-anywhere">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
