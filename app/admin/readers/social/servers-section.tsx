import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { describeProblem } from '#app/admin/operations/webhooks/describe-webhook.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import { serversQuery } from '#app/admin/readers/social/social-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { SocialServer, SocialWebSums } from '#core/domain/social-web.ts'

/** Shows what waits to be sent, servers that take nothing, and those that were left. */
export function ServersSection({ sums }: { sums: SocialWebSums }) {
  const servers = useQuery(serversQuery)
  return (
    <PageSection id="servers" title={t('social.servers.title')} intro={t('social.servers.intro')}>
      <p className="mb-4 text-sm">
        <Waiting sums={sums} />
      </p>
      <QueryView query={servers} what={t('social.servers.title')} pending={<ListSkeleton rows={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-soft">{t('social.servers.none')}</p>
          ) : (
            <ul aria-labelledby="servers" className="divide-y divide-line">
              {rows.map((server) => (
                <li key={server.host} className="py-4 text-sm first:pt-0">
                  <ServerFacts server={server} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </PageSection>
  )
}

function Waiting({ sums: { waiting, waiting_servers, waiting_since } }: { sums: SocialWebSums }) {
  if (!waiting_since) return t('social.waiting.none')
  const servers = t('social.waiting.servers', {
    count: waiting_servers,
    servers: formatFigure(waiting_servers),
  })
  return (
    <FilledMessage
      text={t('social.waiting.since', { count: waiting, messages: formatFigure(waiting), servers })}
      values={{ when: <LocalTime iso={waiting_since} precision="minute" /> }}
    />
  )
}

function ServerFacts({ server }: { server: SocialServer }) {
  const { host, failing_since, failures, problem, http_status, waiting, resumes_at, left_at } = server
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium wrap-anywhere">{host}</bdi>
        <Badge tone={left_at ? 'grey' : 'orange'}>
          {t(left_at ? 'social.servers.left' : 'social.servers.failing')}
        </Badge>
      </p>
      {failing_since && (
        <p className="mt-1 text-soft">
          <FilledMessage
            text={t('social.servers.attempts', { count: failures })}
            values={{ when: <LocalTime iso={failing_since} precision="minute" /> }}
          />{' '}
          {problem && describeFailure(problem, http_status)}
        </p>
      )}
      <p className="mt-0.5 text-faint">
        <FilledMessage
          text={
            left_at
              ? t('social.servers.leftAt')
              : `${t('social.servers.waiting', { count: waiting })} ${t('social.servers.next')}`
          }
          values={{ when: <LocalTime iso={left_at ?? resumes_at} precision="minute" /> }}
        />
      </p>
    </>
  )
}

/** Messages are sent like those of webhooks, to addresses that nobody has entered. */
function describeFailure(problem: NonNullable<SocialServer['problem']>, status: number | null): string {
  return problem === 'redirect'
    ? t('social.problem.redirect', { status: status ?? '' })
    : describeProblem(problem, status)
}
