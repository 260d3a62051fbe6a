import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { formatHere } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ArticleDiff } from '#app/admin/stories/history/article-diff.tsx'
import { revisionQuery } from '#app/admin/stories/history/history-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { openVersion } from '#core/data/article-revisions.ts'
import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'

/** Says who has saved another version than the one that was seen, and when. */
export const describeChanged = ({ by, at }: ChangedVersion): string =>
  t('history.changed', { who: by ?? t('history.by.program'), when: formatHere(new Date(at)) })

interface ChangedTextProps<Output> {
  articleId: string
  changed: ChangedVersion
  /** The name of the act that was asked for. */
  action: string
  /** Does it with the version that is shown. */
  act: (client: Client, seen: ArticleVersion) => Promise<Output>
  done: (output: Output) => void
}

/** Says that another version was saved, what it changes, and once that is shown offers the act that was asked for. */
export function ChangedText<Output>({ articleId, changed, action, act, done }: ChangedTextProps<Output>) {
  const [shown, setShown] = useState<number | null>(null)
  const acting = useDeskMutation({
    async run(client) {
      await openVersion(client, { id: articleId, version: changed.version })
      return act(client, { id: articleId, updated_at: changed.version })
    },
    done,
    invalidates: [ARTICLES_KEY],
  })
  const isShown = shown === changed.to
  return (
    <div className="space-y-3">
      <p className="text-orange">{describeChanged(changed)}</p>
      {isShown ? (
        <Difference changed={changed}>
          <Button
            size="sm"
            className="mt-4"
            aria-disabled={acting.isPending}
            onClick={() => acting.isPending || void acting.attempt()}
          >
            {action}
          </Button>
        </Difference>
      ) : (
        <Button size="sm" variant="secondary" onClick={() => setShown(changed.to)}>
          {t('history.changed.show')}
        </Button>
      )}
    </div>
  )
}

/** Shows the changes since the version that was seen, or the whole text, and `children` from then on. */
function Difference({
  changed: { from, to },
  children,
}: {
  changed: ChangedVersion
  children: React.ReactNode
}) {
  const before = useQuery({ ...revisionQuery(from ?? to), enabled: from !== null })
  const after = useQuery(revisionQuery(to))
  if (from !== null && !before.data)
    return (
      <QueryView query={before} what={t('history.compare.what')} pending={<ListSkeleton rows={3} />}>
        {() => <p className="text-soft">{t('history.version.gone')}</p>}
      </QueryView>
    )
  return (
    <QueryView query={after} what={t('history.compare.what')} pending={<ListSkeleton rows={3} />}>
      {(revision) =>
        revision ? (
          <>
            <ArticleDiff
              id={`${from ?? ''} ${to}`}
              before={from === null ? {} : (before.data?.article ?? {})}
              after={revision.article}
            />
            {children}
          </>
        ) : (
          <p className="text-soft">{t('history.version.gone')}</p>
        )
      }
    </QueryView>
  )
}
