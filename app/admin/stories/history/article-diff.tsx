import { useQuery } from '@tanstack/react-query'
import type * as Diff from 'diff'
import { compareTexts, diffQuery, type Piece } from '#app/admin/kit/compare/compare-texts.ts'
import { ChangedPieces } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ARTICLE_FIELD_NAMES, fieldLabel } from '#core/domain/article-fields.ts'
import type { RevisedArticle } from '#core/domain/article-revision.ts'

interface ArticleDiffProps {
  /** Names the two versions. */
  id: string
  before: Partial<RevisedArticle>
  after: RevisedArticle
}

/** Shows what changed between two versions, field by field. */
export function ArticleDiff({ id, before, after }: ArticleDiffProps) {
  const compared = useQuery({
    queryKey: ['history', 'diff', id],
    queryFn: async ({ client }) => compareArticles(await client.ensureQueryData(diffQuery), before, after),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryView query={compared} what={t('history.compare.what')} pending={<ListSkeleton rows={3} />}>
      {({ changed, same }) => (
        <div className="space-y-7">
          {changed.length === 0 && <p className="text-sm text-soft">{t('history.same')}</p>}
          {changed.map(({ name, pieces }) => (
            <section key={name} aria-label={name}>
              <h3 className="font-semibold text-faint text-sm">{name}</h3>
              {pieces ? (
                <p className="mt-1.5 max-w-prose whitespace-pre-wrap font-serif leading-relaxed wrap-anywhere">
                  <ChangedPieces pieces={pieces} sameClass="text-soft" />
                </p>
              ) : (
                <p className="mt-1.5 text-sm text-soft">{t('history.tooDifferent')}</p>
              )}
            </section>
          ))}
          {changed.length > 0 && same.length > 0 && (
            <p className="border-line border-t pt-4 text-faint text-sm">
              {t('history.unchanged', { fields: same.join(', ').toLowerCase() })}
            </p>
          )}
        </div>
      )}
    </QueryView>
  )
}

/** The compared fields in the order of the form, with their labels. */
const FIELDS = new Map(
  ARTICLE_FIELD_NAMES.filter((field) => field !== 'featured').map((field) => [field, fieldLabel(field)]),
)

interface ComparedField {
  name: string
  /** Null when the texts are too long and too different. */
  pieces: Piece[] | null
}

interface ComparedArticles {
  changed: ComparedField[]
  /** The names of the fields that are the same. */
  same: string[]
}

/** The fields in which two versions of an article differ. */
function compareArticles(
  diff: typeof Diff,
  before: Partial<RevisedArticle>,
  after: RevisedArticle,
): ComparedArticles {
  const differing = [...FIELDS].filter(([field]) => (before[field] ?? '') !== (after[field] ?? ''))
  return {
    changed: differing.map(([field, name]) => ({
      name,
      pieces: compareTexts(diff, before[field] ?? '', after[field] ?? ''),
    })),
    same: [...FIELDS]
      .filter((entry) => !differing.some(([field]) => field === entry[0]))
      .map(([, name]) => name),
  }
}
