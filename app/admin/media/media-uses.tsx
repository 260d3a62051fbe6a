import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { mediaUsesQuery } from '#app/admin/media/media-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { ListedFile, UsingArticle } from '#core/data/media-files.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

/** What shows a picture: the articles and drafts by name, the rest as numbers. */
export function MediaUses({ file }: { file: ListedFile }) {
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
        <span>{LANGUAGES.find(({ code }) => code === language)?.name}</span>
        {!published && <Badge>{t('media.uses.draft')}</Badge>}
      </p>
    </li>
  )
}

/** Where a picture is used, one sentence for each kind of place. */
export function describeUses(file: ListedFile): string[] {
  const { in_articles, in_drafts, in_revisions, in_trash, in_copies } = file
  return [
    in_articles > 0 ? t('media.uses.articles', { count: in_articles }) : '',
    in_drafts > 0 ? t('media.uses.drafts', { count: in_drafts }) : '',
    in_revisions > 0 ? t('media.uses.revisions', { count: in_revisions }) : '',
    in_trash > 0 ? t('media.uses.trash', { count: in_trash }) : '',
    in_copies > 0 ? t('media.uses.copies', { count: in_copies }) : '',
  ].filter(Boolean)
}
