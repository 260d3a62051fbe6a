import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { historyPath } from '#app/admin/stories/history/history-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { dismissActivity, listActivity } from '#core/data/activity.ts'
import type { Activity } from '#core/domain/activity.ts'
import type { Language } from '#core/i18n/languages.ts'

const ACTIVITY_KEY = ['activity']
/** The database tells at most this many at once. */
const MOST = 200

const activityQuery = deskQuery(ACTIVITY_KEY, (client) => listActivity(client, { most: MOST }), {
  live: ['articles', 'article_workflow', 'profiles', 'user_roles'],
  isCalm: true,
  refuses: true,
})

/** The number that is shown before all of them are asked for. */
const SHOWN = 6

/** Shows what colleagues did while the member was away; nothing where they did nothing, or there are none. */
export function WhileYouWereAway() {
  const hasColleagues = useHasColleagues()
  const { data } = useQuery({ ...activityQuery, enabled: hasColleagues })
  const [isWhole, setIsWhole] = useState(false)
  const dismissal = useDeskMutation({
    run: dismissActivity,
    // The section disappears with its button.
    done: () => document.querySelector<HTMLElement>('h1')?.focus(),
    invalidates: [ACTIVITY_KEY],
  })
  if (!hasColleagues || !data?.since || data.entries.length === 0) return null
  const { since, entries } = data

  return (
    <section aria-labelledby="while-away" className="mb-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 border-ink border-b pb-2">
        <div>
          <h2 id="while-away" className="font-semibold">
            {t('activity.title')}
          </h2>
          <p className="text-faint text-sm">
            <FilledMessage text={t('activity.since')} values={{ when: <ShortTime iso={since} /> }} />
          </p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={dismissal.isPending}
          onClick={() => dismissal.isPending || void dismissal.attempt()}
        >
          {t('activity.dismiss')}
        </Button>
      </div>
      <ol className="divide-y divide-line">
        {(isWhole ? entries : entries.slice(0, SHOWN)).map((entry) => (
          <Entry key={`${entry.name} ${entry.before} ${entry.title} ${entry.after}`} entry={entry} />
        ))}
      </ol>
      {!isWhole && entries.length > SHOWN && (
        <Button variant="ghost" size="sm" className="mt-2 -ml-3" onClick={() => setIsWhole(true)}>
          {t('activity.more', { count: entries.length })}
        </Button>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: Activity }) {
  const { name, before, after, title, original_id, happened_at, times } = entry
  const mayOpen = useMayOpen()
  const to = original_id && historyPath(original_id)
  const languages = languagesOf(entry)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5 text-sm">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{name}</bdi> {before}
        {title !== null &&
          (to && mayOpen(to) ? (
            <Link to={to} className="underline decoration-line underline-offset-4 hover:decoration-current">
              “{title}”
            </Link>
          ) : (
            `“${title}”`
          ))}
        {after}
        {languages.length > 0 && ` ${t('activity.in', { languages: listLanguages(languages) })}`}
        {times > Math.max(1, languages.length) && (
          <span className="text-faint"> · {t('activity.times', { count: times })}</span>
        )}
      </p>
      <span className="text-faint tabular-nums">
        <ShortTime iso={happened_at} />
      </span>
    </li>
  )
}

/** The languages that a sentence names: English only beside others. */
export function languagesOf({
  languages,
  in_english,
}: Pick<Activity, 'languages' | 'in_english'>): Language[] {
  const translated = languages as Language[]
  return in_english && translated.length > 0 ? ['en', ...translated] : translated
}
