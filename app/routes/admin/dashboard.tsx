import { useQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router'
import { DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { dashboardQuery, restorationQuery } from '#app/admin/dashboard/dashboard-queries.ts'
import { DashboardTabs } from '#app/admin/dashboard/dashboard-tabs.tsx'
import { RecentArticles } from '#app/admin/dashboard/recent-articles.tsx'
import { StatCards } from '#app/admin/dashboard/stat-cards.tsx'
import { describeIssue } from '#app/admin/dashboard/waiting-issues.ts'
import { hasWaiting, WaitingSection } from '#app/admin/dashboard/waiting-section.tsx'
import { AnswerRefusal } from '#app/admin/errors/answer-refusal.ts'
import { CALENDAR_PATH } from '#app/admin/ideas/idea-paths.ts'
import { t } from '#app/admin/messages.ts'
import { MyDesk } from '#app/admin/my-desk/my-desk.tsx'
import { TranslationQueue } from '#app/admin/my-desk/translation-queue.tsx'
import { WhileYouWereAway } from '#app/admin/my-desk/while-you-were-away.tsx'
import { issuePath, NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { formatHere } from '#app/admin/schedule/format-time.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { isSetUpQuery } from '#app/admin/setup/setup-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ScreenLink, useMayOpen } from '#app/admin/shell/screen-link.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { isWelcome, SetupOffer, Welcome } from '#app/admin/welcome/welcome.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { confirmRestoration } from '#core/data/restorations.ts'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const [, , desk] = matches
  const isOfMember = desk?.loaderData && desk.loaderData.member.role !== 'admin'
  return adminMeta(t(isOfMember ? 'myDesk.title' : 'dashboard.title'), matches)
}

/** What the publication needs for administrators, and what they have to do for everybody else. */
export default function Dashboard() {
  return useMember().role === 'admin' ? <DashboardOfPublication /> : <DashboardOfMember />
}

function DashboardOfMember() {
  const { role } = useMember()
  const now = new Date()
  const { data } = useQuery(dashboardQuery(now))
  // Drafts and what was handed over are in the lists of the desk.
  const waiting = data && { ...data.waiting, handIns: [], drafts: { count: 0, newest: [] } }
  const asked = waiting?.issues.filter(({ may_have_left }) => may_have_left) ?? []
  const others = waiting && { ...waiting, issues: waiting.issues.filter((issue) => !asked.includes(issue)) }
  return (
    <>
      <ListHeading
        title={t('myDesk.title')}
        subtitle={now.toLocaleDateString('en-US', { dateStyle: 'full' })}
      />
      <RestoredNotice />
      {waiting && asked.length > 0 && (
        <Notice tone="problem" className="mb-8" title={t('newsletter.restored.title')}>
          {asked.map((issue) => (
            <ScreenLink
              key={issue.id}
              to={issuePath(issue.id)}
              className="block underline underline-offset-4"
            >
              {describeIssue(issue, waiting).text}
            </ScreenLink>
          ))}
        </Notice>
      )}
      <WhileYouWereAway />
      {role === 'translator' && <TranslationQueue />}
      <MyDesk />
      {role !== 'translator' && <TranslationQueue />}
      <DeskLinks />
      {others && hasWaiting(others) && (
        <div className="mt-10">
          <WaitingSection waiting={others} title={t('myDesk.others')} empty={null} />
        </div>
      )}
    </>
  )
}

/** Leads to the calendar whoever does not come to it from the drafts, and who makes the newsletter also to that. */
function DeskLinks() {
  const hasDrafts = useMayOpen(DRAFTS_PATH)
  const makesNewsletter = useMember().role === 'newsletter'
  if (hasDrafts) return null
  return (
    <ul className="mt-10 space-y-1 text-sm">
      {makesNewsletter && <DeskLink to={NEWSLETTER_PATH} icon={Mail} text={t('myDesk.newsletter')} />}
      <DeskLink to={CALENDAR_PATH} icon={CalendarDays} text={t('myDesk.calendar')} />
    </ul>
  )
}

function DeskLink({ to, icon: Icon, text }: { to: string; icon: typeof Mail; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-9 items-center gap-2 text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
      >
        <Icon aria-hidden size={16} />
        {text}
      </Link>
    </li>
  )
}

function DashboardOfPublication() {
  const now = new Date()
  const dashboard = useQuery(dashboardQuery(now))
  const { data: isSetUp } = useQuery(isSetUpQuery)
  return (
    <>
      <ListHeading
        title={t('dashboard.title')}
        subtitle={now.toLocaleDateString('en-US', { dateStyle: 'full' })}
      />
      <DashboardTabs />
      <RestoredNotice />
      <QueryView query={dashboard} what={t('dashboard.what')} pending={<DashboardSkeleton />}>
        {({ counts, recent, firstSteps, waiting }) => (
          <>
            {isSetUp !== undefined &&
              (isWelcome({ firstSteps, counts, isSetUp }) ? (
                <Welcome {...{ firstSteps, counts, isSetUp }} />
              ) : (
                !isSetUp && !firstSteps.isDismissed && <SetupOffer />
              ))}
            <WhileYouWereAway />
            <WaitingSection waiting={waiting} />
            <StatCards counts={counts} />
            <RecentArticles articles={recent} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** On a site that was restored from a backup, until an administrator lets it go on. */
function RestoredNotice() {
  const { data: restoration } = useQuery(restorationQuery)
  const isAdministrator = useMember().role === 'admin'
  const confirm = useDeskMutation({
    async run(client) {
      const answer = await confirmRestoration(client)
      if (answer.status !== 'clock_behind') return
      throw new AnswerRefusal(t('dashboard.restored.clock', { time: formatHere(new Date(answer.made_at)) }))
    },
    invalidates: [[]],
  })
  if (!restoration) return null
  return (
    <Notice tone="warning" className="mb-10" title={t('dashboard.restored.title')}>
      <p>
        <FilledMessage
          text={t('dashboard.restored.text')}
          values={{ time: <LocalTime iso={restoration.made_at} precision="minute" /> }}
        />
      </p>
      <p>{t('dashboard.restored.byHand')}</p>
      <p>{t('dashboard.restored.after')}</p>
      {isAdministrator ? (
        <>
          <p>{t('dashboard.restored.advice')}</p>
          <Button
            aria-disabled={confirm.isPending}
            onClick={() => confirm.isPending || void confirm.attempt()}
          >
            {t('dashboard.restored.action')}
          </Button>
        </>
      ) : (
        <p>{t('dashboard.restored.others')}</p>
      )}
    </Notice>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <Skeleton className="h-24 w-full" />
      <div className="mt-12">
        <ListSkeleton rows={5} />
      </div>
    </>
  )
}
