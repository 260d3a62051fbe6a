import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Button } from '#app/components/ui/button.tsx'
import { makeIssueRecordings, readIssueRecordings } from '#core/data/newsletter-audio.ts'
import type { IssueRecordings as Recordings } from '#core/domain/newsletter-audio.ts'
import { newsletterAudioPath } from '#core/paths.ts'

/** A message takes a minute or more, and nothing tells desks of it. */
const WATCH_MS = 15_000

const recordingsQuery = (issueId: string) => ({
  ...deskQuery(['newsletter', 'recordings', issueId], (client) => readIssueRecordings(client, issueId), {
    refuses: true,
  }),
  refetchInterval: ({ state }: { state: { data?: Recordings | undefined } }) =>
    state.data?.rows.some((row) => row.state === 'waiting') ? WATCH_MS : false,
})

const STATES = {
  silent: t('newsletterRecordings.silent'),
  waiting: t('newsletterRecordings.waiting'),
  made: t('newsletterRecordings.made'),
  failed: t('newsletterRecordings.failed'),
}

/** Shows what of an issue is read aloud by the speech model, where there is one or was. */
export function IssueRecordings({ issueId }: { issueId: string }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { data } = useQuery(recordingsQuery(issueId))
  const make = useDeskMutation({
    run: (client, of: string) => makeIssueRecordings(client, of),
    done(count) {
      // The button is gone by then.
      title.current?.focus()
      return t('newsletterRecordings.begun', { count })
    },
    invalidates: [['newsletter', 'recordings']],
  })
  if (!data || data.rows.length === 0 || !(data.has_model || data.rows.some((row) => row.id))) return null
  const isIncomplete = data.rows.some(({ state }) => state === 'silent' || state === 'failed')

  return (
    <section aria-labelledby={id} className="mb-12">
      <h3 ref={title} id={id} tabIndex={-1} className="font-semibold">
        {t('newsletterRecordings.title')}
      </h3>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('newsletterRecordings.note')}</p>
      <dl className="mt-3 border-line border-t text-sm">
        {data.rows.map((row) => (
          <div key={row.language} className="grid gap-x-6 border-line border-b py-2 sm:grid-cols-[10rem_1fr]">
            <dt>{languageName(row.language)}</dt>
            <dd className="wrap-anywhere">
              {row.state === 'made' && row.id ? (
                <a href={newsletterAudioPath(row.id)} className="underline underline-offset-4">
                  {STATES.made}
                  <span className="sr-only">: {languageName(row.language)}</span>
                </a>
              ) : (
                STATES[row.state]
              )}
              {row.seconds !== null && ` · ${lengthOf(row.seconds)}`}
              {row.state !== 'made' && row.problem && <p className="text-soft">{row.problem}</p>}
            </dd>
          </div>
        ))}
      </dl>
      {data.has_model && isIncomplete && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          onClick={() => void make.attempt(issueId)}
          disabled={make.isPending}
        >
          {t('newsletterRecordings.make')}
        </Button>
      )}
    </section>
  )
}

const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
