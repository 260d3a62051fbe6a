import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import {
  issuePath,
  MODEL_SETTINGS_PATH,
  NEWSLETTER_SETTINGS_PATH,
  OUTBOX_PATH,
  SUBSCRIBERS_PATH,
} from '#app/admin/kit/paths.ts'
import { waitingQuery } from '#app/admin/kit/query/desk-facts.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ScreenLink, useMayOpen } from '#app/admin/kit/session/member.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useMailLeaves } from '#app/admin/mail/mail-queries.ts'
import { HealthCheck } from '#app/admin/mail/outbox/health-check.tsx'
import { MailNotice } from '#app/admin/mail/outbox/mail-notice.tsx'
import { languagesOf } from '#app/admin/newsletter/editions/edition-audience.ts'
import { DroppedList } from '#app/admin/newsletter/editions/edition-texts.tsx'
import { useTranslateIssue } from '#app/admin/newsletter/editions/translate-button.tsx'
import { IssueView, RestoredSiteNotice } from '#app/admin/newsletter/issue/issue-view.tsx'
import { IssueList } from '#app/admin/newsletter/issue-list.tsx'
import { issueQuery, issuesQuery, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { stepLink } from '#app/admin/newsletter/use-step.ts'
import { describeIssue, describeMissingIssue } from '#app/admin/newsletter/waiting-issues.ts'
import { aiModelQuery, modelProblemOf, useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { NewestSubscribers } from '#app/admin/subscribers/newest-subscribers.tsx'
import { SubscriberCounts } from '#app/admin/subscribers/subscriber-counts.tsx'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import { createNewsletter, generateNewsletter } from '#core/data/newsletter-editing.ts'
import type { ListedIssue } from '#core/data/newsletter-issues.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { Waiting } from '#core/domain/dashboard.ts'
import { DEFAULT_DAYS_BACK, type GenerateAnswer, MAX_DAYS_BACK } from '#core/domain/newsletter-composing.ts'

const SHORTCUT = 'inline-flex min-h-6 items-center text-soft underline underline-offset-4 hover:text-ink'

/** The newsletter: who gets it, the issue that is being worked on, and the newest of what has its own pages. */
export function NewsletterPage() {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('newsletter.title')}</h1>
        <ScreenLink
          to={NEWSLETTER_SETTINGS_PATH}
          className={buttonStyles({ variant: 'secondary', size: 'sm' })}
        >
          {t('newsletter.settings')}
        </ScreenLink>
      </div>
      <RestoredSiteNotice />
      <MailNotice />
      <div className="mb-8">
        <SubscriberCounts />
      </div>
      <CurrentIssue />
      <IssueList />
      {useMayOpen()(SUBSCRIBERS_PATH) && <NewestSubscribers />}
      {useMayOpen()(OUTBOX_PATH) && <Delivery />}
    </>
  )
}

/** The issue of this Sunday, or how one is begun. */
function CurrentIssue() {
  const desk = useQuery(waitingQuery)
  const forSunday = desk.data?.waiting.issues.find(({ is_for_sunday }) => is_for_sunday)
  // An issue stays here when it has been sent, so that its outcome can be read.
  const [openId, setOpenId] = useState<string | null>(null)
  const [made, setMade] = useState<GenerateAnswer | null>(null)
  const id = openId ?? forSunday?.id ?? null
  if (openId === null && forSunday) setOpenId(forSunday.id)
  const issue = useQuery({ ...issueQuery(id ?? ''), enabled: id !== null })
  const status = issue.data?.issue.status
  const { search } = useLocation()
  const mayCheckMail = useMayOpen()(OUTBOX_PATH)
  const generate = (
    <GeneratePanel
      draftId={status === 'draft' ? id : null}
      isSecond={forSunday !== undefined && forSunday.status !== 'sent'}
      onMade={(issueId, answer) => {
        setMade(answer)
        setOpenId(issueId)
      }}
    />
  )
  return (
    <section aria-labelledby="this-sunday" className="mb-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="this-sunday" className="font-semibold">
          {t('newsletter.current')}
        </h2>
        <p className="flex gap-x-4 text-sm">
          {status === 'draft' && (
            <Link to={stepLink({ step: 'check', id: 'issue-test' })} className={SHORTCUT}>
              {t('newsletterSending.test')}
            </Link>
          )}
          {mayCheckMail && (
            <Link to={{ search, hash: 'health' }} className={SHORTCUT}>
              {t('newsletter.health')}
            </Link>
          )}
        </p>
      </div>
      <QueryView query={desk} what={t('newsletter.issues.what')} pending={<ListSkeleton rows={6} />}>
        {({ waiting }) => <SundayAnswer waiting={waiting} openId={id} />}
      </QueryView>
      <SendingElsewhere except={id} />
      <ComposedNotice made={status === 'draft' ? made : null} />
      {id !== null && (
        <QueryView query={issue} what={t('newsletter.issue.what')} pending={<ListSkeleton rows={6} />}>
          {(stored) => stored && <IssueView key={id} stored={stored} generate={generate} />}
        </QueryView>
      )}
      {!desk.isPending && status !== 'draft' && (id === null || status) && (
        <div className="mt-6">{generate}</div>
      )}
    </section>
  )
}

/** Says what is sent this Sunday, in the words of the dashboard. */
function SundayAnswer({ waiting, openId }: { waiting: Waiting; openId: string | null }) {
  const issue = waiting.issues.find(({ is_for_sunday }) => is_for_sunday)
  const lines = issue ? [describeIssue(issue, waiting)] : describeMissingIssue(waiting)
  return (
    <div className="mt-1 mb-3 max-w-prose space-y-2 text-sm text-soft">
      {lines.map(({ text, detail, to }) => (
        <p key={to}>
          {issue && issue.id !== openId && (
            <Link to={to} className="mr-2 text-ink underline underline-offset-4 wrap-anywhere">
              {text}
            </Link>
          )}
          {detail}
        </p>
      ))}
      {openId === null && <p>{t('newsletter.none')}</p>}
    </div>
  )
}

/** Says whether newsletters leave, in a line. The page of the delivery has the rest. */
function Delivery() {
  const leaves = useMailLeaves()
  return (
    <section
      aria-labelledby="health"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-t py-6"
    >
      <div>
        <h2 id="health" tabIndex={-1} className="font-semibold">
          {t('newsletter.delivery')}
        </h2>
        {leaves !== undefined && (
          <p className="mt-1 text-sm text-soft">
            {t(leaves ? 'newsletter.delivery.leaves' : 'newsletter.delivery.stays')}
          </p>
        )}
      </div>
      <HealthCheck>
        <ScreenLink to={OUTBOX_PATH} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          {t('newsletter.delivery.open')}
        </ScreenLink>
      </HealthCheck>
    </section>
  )
}

const NUMBER = new Intl.NumberFormat('en')

/** The most issues that are shown; more than one is rarely sent at a time. */
const MOST = 3

const sendingQuery = issuesQuery({ statuses: ['sending'], page: 1, pageSize: MOST })

/** The progress of issues that are being sent, other than the one on this page. */
function SendingElsewhere({ except }: { except: string | null }) {
  const { data } = useQuery(sendingQuery)
  const others = data?.rows.filter(({ id }) => id !== except) ?? []
  return (
    <ul className="mb-4 space-y-2 empty:hidden">
      {others.map((issue) => (
        <SendingLine key={issue.id} issue={issue} />
      ))}
    </ul>
  )
}

function SendingLine({ issue: { id, subject, messages, audience, into_outbox } }: { issue: ListedIssue }) {
  const title = subject || t('newsletter.issue.untitled')
  const done = messages?.sent ?? 0
  return (
    <li className="border border-line p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Link to={issuePath(id)} className="font-medium underline underline-offset-4 wrap-anywhere">
          {title}
        </Link>
        <span className="tabular-nums">
          {t(into_outbox ? 'newsletterSending.outbox.handedOver' : 'newsletterSending.handedOver', {
            sent: NUMBER.format(done),
            total: NUMBER.format(audience ?? 0),
          })}
        </span>
      </p>
      <progress
        aria-label={title}
        value={done}
        max={Math.max(1, audience ?? 0)}
        className="mt-2 h-2 w-full accent-green"
      />
    </li>
  )
}

interface GeneratePanelProps {
  /** The draft that is composed again; a new one is begun without it. */
  draftId: string | null
  /** True while this Sunday has an issue, which has buttons of its own. */
  isSecond: boolean
  /** `made` says how it was composed; null of an empty one, and of one that was there already. */
  onMade: (issueId: string, made: GenerateAnswer | null) => void
}

/**
 * Composes an issue of the articles of the last days, in every language that is read where a model is set up, or begins an empty one.
 */
function GeneratePanel({ draftId, isSecond, onMade }: GeneratePanelProps) {
  const { toast } = useToast()
  const queries = useQueryClient()
  const modelProblem = useModelProblem()
  const offered = useOfferedLanguages()
  const { translate } = useTranslateIssue()
  const failed = (message: string): ToastMessage => ({
    title: t('newsletter.generate.failed', { message }),
    variant: 'destructive',
  })
  const generate = useNewsletterCall(generateNewsletter, {
    async done(answer) {
      if (answer.composedBy === null) {
        onMade(answer.issueId, null)
        return {
          title: t('newsletter.generate.opened'),
          description: t('newsletter.generate.openedText'),
        }
      }
      onMade(answer.issueId, answer)
      toast({
        title: t('newsletter.generate.done'),
        description: t('newsletter.generate.count', { n: answer.newsletter.articleCount }),
      })
      await makeEditions(answer.issueId)
    },
    failed,
  })
  const create = useNewsletterCall(createNewsletter, {
    done: ({ issueId }) => onMade(issueId, null),
    failed,
  })
  const [days, setDays] = useState(String(DEFAULT_DAYS_BACK))
  const [problem, setProblem] = useState('')
  const another = isSecond ? { another: true } : {}
  const isBusy = generate.isPending || create.isPending
  /** A ref, because the state would be too late for a double click. */
  const isBeginning = useRef(false)

  function compose() {
    if (isBusy) return
    const daysBack = Number(days)
    const isValid = /^\d{1,2}$/.test(days.trim()) && daysBack >= 1 && daysBack <= MAX_DAYS_BACK
    setProblem(isValid ? '' : t('newsletter.generate.wrongDays', { most: MAX_DAYS_BACK }))
    if (!isValid) return
    void generate.attempt({ daysBack, ...(draftId ? { issueId: draftId } : another) })
  }

  function labelOf(): string {
    return t(isSecond && !draftId ? 'newsletter.generate.another' : 'newsletter.generate.action')
  }

  /** Texts that a person wrote stay as they are. */
  async function makeEditions(issueId: string) {
    const model = await queries.fetchQuery({ ...aiModelQuery, staleTime: 0 })
    if (modelProblemOf(model) !== null) return
    const read = languagesOf(await queries.fetchQuery({ ...subscriberCountsQuery, staleTime: 0 }), offered)
    const languages = TRANSLATED_LANGUAGES.filter((language) => read.includes(language))
    if (languages.length > 0) await translate({ issueId, languages })
  }

  async function begin() {
    if (isBusy || isBeginning.current) return
    isBeginning.current = true
    await create.attempt(another)
    isBeginning.current = false
  }

  return (
    <>
      <p className="mb-4 max-w-prose text-faint text-sm">
        {t(draftId ? 'newsletter.generate.again' : 'newsletter.generate.intro')}
        {modelProblem?.isUnset && (
          <>
            {' '}
            {t('newsletter.generate.englishOnly')}{' '}
            <ScreenLink to={MODEL_SETTINGS_PATH} className="text-ink underline underline-offset-4">
              {t('ai.notice.settings')}
            </ScreenLink>
          </>
        )}
      </p>
      <form
        noValidate
        method="post"
        id={draftId ? undefined : 'generate'}
        tabIndex={-1}
        aria-label={t('newsletter.generate.title')}
        aria-busy={isBusy}
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          compose()
        }}
      >
        <TextField
          label={t('newsletter.generate.days')}
          className="w-36"
          inputMode="numeric"
          autoComplete="off"
          value={days}
          error={problem}
          onChange={(event) => setDays(event.target.value)}
        />
        <div className="flex flex-wrap gap-3 sm:mt-[1.625rem]">
          <Button type="submit" variant={isSecond ? 'secondary' : 'primary'} aria-disabled={isBusy}>
            {generate.isPending ? t('newsletter.generate.busy') : labelOf()}
          </Button>
          <Button variant="secondary" aria-disabled={isBusy} onClick={() => void begin()}>
            {create.isPending
              ? t('ui.oneMoment')
              : t(isSecond ? 'newsletter.generate.anotherEmpty' : 'newsletter.generate.empty')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Says how an issue was just composed, where that needs an explanation. */
function ComposedNotice({ made }: { made: GenerateAnswer | null }) {
  return (
    <div role="status">
      {made && (made.composedBy === 'rules' || made.dropped.length > 0) && (
        <Notice
          tone={made.composedBy === 'rules' ? 'warning' : 'plain'}
          className="mb-5"
          title={t(
            made.composedBy === 'rules' ? 'newsletter.generate.byRules' : 'newsletter.generate.byModel',
          )}
        >
          {made.reason && <p>{made.reason}</p>}
          <DroppedList dropped={made.dropped} />
        </Notice>
      )}
    </div>
  )
}
