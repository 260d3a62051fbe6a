import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { TRANSLATION_QUEUE_PATH } from '#app/admin/kit/paths.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { ClaimLine } from '#app/admin/languages/translation-queue/claim-line.tsx'
import { QueuedTitle, Reasons, TakeNext } from '#app/admin/languages/translation-queue/queue-columns.tsx'
import { translationQueueQuery } from '#app/admin/languages/translation-queue/translation-queue-table.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'
import type { QueuedTranslation } from '#core/domain/translation-claim.ts'

/** The number that is shown of what nobody has. */
const NEXT = 5
const MINE = 50

/** Of somebody who translates: what they have, what they are asked about, and what comes next. Nothing while there are no colleagues. */
export function TranslationQueue() {
  const member = useMember()
  const hasColleagues = useHasColleagues()
  const isTranslating = hasRight(member, 'own_languages') || isEditor(member)
  return hasColleagues && isTranslating ? (
    <Queue userId={member.user_id} isTranslator={!isEditor(member)} />
  ) : null
}

function Queue({ userId, isTranslator }: { userId: string; isTranslator: boolean }) {
  const all = { language: null, page: 1 }
  const mine = useQuery(translationQueueQuery({ ...all, person: userId, isFree: false, pageSize: MINE }))
  const next = useQuery({
    ...translationQueueQuery({ ...all, person: null, isFree: true, pageSize: NEXT }),
    enabled: isTranslator,
  })
  // Translations about which somebody is asked are listed above.
  const others = next.data?.rows.filter(({ assigned_to }) => assigned_to !== userId) ?? []
  // An editor has other work: only what they have, or are asked about.
  if (!isTranslator && (mine.data?.total ?? 0) === 0) return null
  return (
    <section aria-labelledby="my-translations" className="my-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-ink border-b pb-2.5">
        <h2 id="my-translations" className="font-semibold">
          {t('coverage.title')}
        </h2>
        <TakeNext language={null} />
      </div>
      <QueryView query={mine} what={t('translationQueue.what')} pending={<ListSkeleton rows={3} />}>
        {({ rows }) =>
          rows.length > 0 ? (
            <Group title={t('translationQueue.mine')} rows={rows} />
          ) : (
            <p className="pt-4 text-sm text-soft">{t('translationQueue.mine.none')}</p>
          )
        }
      </QueryView>
      {isTranslator && others.length > 0 && <Group title={t('translationQueue.next')} rows={others} />}
      {isTranslator && (
        <Link
          to={TRANSLATION_QUEUE_PATH}
          className="mt-3 inline-flex min-h-9 items-center text-sm underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {t('translationQueue.all', { count: next.data?.total ?? 0 })}
        </Link>
      )}
    </section>
  )
}

function Group({ title, rows }: { title: string; rows: readonly QueuedTranslation[] }) {
  return (
    <div className="mt-4">
      <h3 className="text-faint text-sm">{title}</h3>
      <ul className="divide-y divide-line">
        {rows.map((waiting) => (
          <li
            key={`${waiting.original_id} ${waiting.language}`}
            className="flex flex-wrap items-start justify-between gap-x-8 gap-y-1.5 py-3 text-sm"
          >
            <div className="min-w-0 grow basis-64">
              <QueuedTitle waiting={waiting} />
              <p className="mt-0.5 text-faint">
                {languageName(waiting.language)} · <ShortTime iso={waiting.since} />
              </p>
              <div className="text-soft">
                <Reasons waiting={waiting} />
              </div>
            </div>
            <ClaimLine waiting={waiting} />
          </li>
        ))}
      </ul>
    </div>
  )
}
