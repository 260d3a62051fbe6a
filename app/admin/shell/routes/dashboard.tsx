import { useQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { CALENDAR_PATH, DRAFTS_PATH, issuePath, NEWSLETTER_PATH } from '#app/admin/kit/paths.ts'
import { dashboardQuery, restorationQuery } from '#app/admin/kit/query/desk-facts.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ScreenLink, useMayOpen, useMember } from '#app/admin/kit/session/member.tsx'
import { FigureCards } from '#app/admin/kit/ui/figure-cards.tsx'
import { formatHere } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { TranslationQueue } from '#app/admin/languages/translation-queue/own-queue.tsx'
import { describeIssue } from '#app/admin/newsletter/waiting-issues.ts'
import { DashboardTabs } from '#app/admin/shell/dashboard/dashboard-tabs.tsx'
import { hasWaiting, WaitingSection } from '#app/admin/shell/dashboard/waiting-section.tsx'
import { isWelcome, SetupOffer, Welcome } from '#app/admin/shell/dashboard/welcome.tsx'
import { isSetUpQuery } from '#app/admin/shell/setup/setup-steps.ts'
import { ListHeading } from '#app/admin/stories/articles/list-heading.tsx'
import { RecentArticles } from '#app/admin/stories/articles/recent-articles.tsx'
import { WhileYouWereAway } from '#app/admin/stories/history/while-you-were-away.tsx'
import { MyDesk } from '#app/admin/stories/work/my-desk.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { confirmRestoration } from '#core/data/backups.ts'
import type { DashboardCounts } from '#core/domain/dashboard.ts'
import { hasRight, makesNewsletters } from '#core/domain/role.ts'

/** The state of the publication and its open tasks for administrators, and their own tasks for everybody else. */
export default function Dashboard() {
  return useMember().role === 'admin' ? <DashboardOfPublication /> : <DashboardOfMember />
}

function DashboardOfMember() {
  const translates = hasRight(useMember(), 'own_languages')
  const now = new Date()
  const { data } = useQuery(dashboardQuery(now))
  // Drafts and hand-ins are in the lists of the desk.
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
      {translates && <TranslationQueue />}
      <MyDesk />
      {!translates && <TranslationQueue />}
      <DeskLinks />
      {others && hasWaiting(others) && (
        <div className="mt-10">
          <WaitingSection waiting={others} title={t('myDesk.others')} empty={null} />
        </div>
      )}
    </>
  )
}

/** Links to the calendar for people who cannot get there from the drafts, and to the newsletter for those who make it. */
function DeskLinks() {
  const hasDrafts = useMayOpen()(DRAFTS_PATH)
  const makesNewsletter = makesNewsletters(useMember())
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

/** A notice on a site that was restored from a backup, until an administrator ends its hold. */
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

const CARDS: { label: string; count: keyof DashboardCounts }[] = [
  { label: t('dashboard.count.total'), count: 'total' },
  { label: t('dashboard.count.featured'), count: 'featured' },
  { label: t('dashboard.count.publishedToday'), count: 'publishedToday' },
  { label: t('dashboard.count.drafts'), count: 'drafts' },
]

/** The numbers of the dashboard. */
function StatCards({ counts }: { counts: DashboardCounts }) {
  return <FigureCards figures={CARDS.map(({ label, count }) => ({ label, value: counts[count] }))} />
}
