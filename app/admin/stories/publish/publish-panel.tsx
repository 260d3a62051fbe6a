import type { UseQueryResult } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { use, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { MomentFields, type TimeProblems } from '#app/admin/kit/form/moment-fields.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { formatHere, formatPlanned, languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { describeFields } from '#app/admin/stories/articles/describe-fields.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { FindingList } from '#app/admin/stories/check/finding-list.tsx'
import { FeaturedField } from '#app/admin/stories/featured/featured-field.tsx'
import type { StoredPlan } from '#app/admin/stories/publish/plan.ts'
import { type PublishPlan, readEnd, readPublishTime } from '#app/admin/stories/publish/plan.ts'
import { SharedLink } from '#app/admin/stories/publish/shared-link.tsx'
import { type PlannedVersion, useStoryVersions } from '#app/admin/stories/schedule/schedule-queries.ts'
import { ScheduleState } from '#app/admin/stories/schedule/schedule-state.tsx'
import { describeJudgeFinding } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { Finding } from '#core/check/finding.ts'
import type { Article } from '#core/domain/article.ts'
import { type ArticleSchedule, STALE_TRANSLATION } from '#core/domain/article-schedule.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface PublishPanelProps {
  article: Article | null
  articleId: string
  language: Language
  form: UseFormReturn<ArticleForm>
  /** The one that waits. */
  schedule: ArticleSchedule | null
  planningZone: string
  initial: PublishPlan
  isUnpublishingSet: boolean
  checkNow: () => Promise<readonly Finding[]>
  isCovered: () => Promise<boolean>
  onGoTo: (finding: Finding) => void
  /** Closes it, because something in the text is to be seen. */
  onLeave: () => void
  onPublish: (plan: PublishPlan, stored: StoredPlan) => Promise<void>
  onClose: (plan: PublishPlan) => void
}

export interface PlanProblems {
  at: TimeProblems
  end: TimeProblems
}

const NO_PROBLEMS: PlanProblems = { at: {}, end: {} }

/** Everything that is decided when an article is published. Its main button has the focus, so that Enter publishes. */
export function PublishPanel(props: PublishPanelProps) {
  const { article, form, language, schedule, initial, onGoTo } = props
  const [plan, setPlan] = useState(initial)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState('')
  const main = useRef<HTMLButtonElement>(null)
  const { check } = useArticleCheckResult()
  const versions = useStoryVersions(article)
  // Somebody may save another version of a translation while the panel is open.
  const [seen] = useState(versions.data)
  const open = openIds(check.findings)
  const isAt = plan.when === 'at'
  const isTakenAway = isAt && article?.published === true
  const isStale = versions.data?.find(({ id }) => id === article?.id)?.unfinished === 'stale'
  const action = actionOf({ article, isAt, isWaiting: schedule !== null })

  /** Returns what is to be stored; null when a time is not valid, which is then said. */
  function readPlan(): Omit<StoredPlan, 'accepted'> | null {
    const at = isAt ? readPublishTime(plan.at) : null
    const end = plan.ends ? readEnd(plan.end, at && 'moment' in at ? at.moment : null) : null
    const found = {
      at: at && 'problems' in at ? at.problems : {},
      end: end && 'problems' in end ? end.problems : {},
    }
    setProblems(found)
    if ((at && 'problems' in at) || (end && 'problems' in end)) {
      setSaid([...Object.values(found.at), ...Object.values(found.end)].join(' '))
      return null
    }
    const isFirst = article !== null && !article.published && article.original_article_id === null
    const along = isFirst ? (seen ?? versions.data ?? []).filter(goesAlong) : []
    return { at, end: end ?? (props.isUnpublishingSet ? null : undefined), along }
  }

  async function publish() {
    const stored = readPlan()
    if (!stored || isBusy) return
    setIsBusy(true)
    try {
      const now = openIds(await props.checkNow())
      if (!(await props.isCovered())) return setSaid(t('sources.publish.refused'))
      // Nobody has seen these yet.
      if (now.some((id) => !open.includes(id))) return setSaid(t('article.publish.open'))
      await props.onPublish(plan, { ...stored, accepted: isStale ? [...now, STALE_TRANSLATION] : now })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <ModalDialog title={t('article.publish.title')} onClose={() => props.onClose(plan)} width="list">
      {/* The button stays in sight, however long the rest is. */}
      <div className="-mx-6 max-h-[calc(100dvh-14.5rem)] min-h-40 space-y-6 overflow-y-auto px-6 pb-1 sm:-mx-7 sm:px-7">
        {schedule && <ScheduleState schedule={schedule} focusAfter={main} />}
        <TimeFields
          plan={plan}
          onChange={(next) => {
            setPlan(next)
            setProblems(NO_PROBLEMS)
          }}
          problems={problems}
          planningZone={props.planningZone}
          canSchedule={!article?.published || initial.when === 'at'}
          date={form.getValues('publish_date')}
        />
        {isTakenAway && <Notice tone="warning">{t('publish.takenAway')}</Notice>}
        {isStale && <Notice tone="warning">{t('publish.stale')}</Notice>}
        <UncoveredList onGoTo={props.onLeave} />
        <section>
          {/* In one line, so that nothing below moves when the check ends. */}
          <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm">
            <h3 className="font-semibold">{t('check.title')}</h3>
            <p role="status" className="text-soft">
              {check.isChecking && t('article.publish.checking')}
            </p>
          </div>
          <p role="status" className="mb-2 text-sm text-soft empty:hidden">
            {open.length > 0 && t('article.publish.open')}
          </p>
          <FindingList check={check} onGoTo={onGoTo} />
        </section>
        {article && <PanelTranslations article={article} versions={versions} />}
        <FeaturedField
          form={form}
          articleId={props.articleId}
          language={language}
          isPublished={article?.published === true || !isAt}
          isFeatured={article?.featured ?? false}
        />
        <SharedLink form={form} article={article} language={language} />
      </div>
      <Announcement urgent>{said}</Announcement>
      <div className="-mx-6 -mb-2 flex flex-wrap justify-end gap-3 border-line border-t px-6 pt-4 sm:-mx-7 sm:px-7">
        <Button variant="secondary" onClick={() => props.onClose(plan)}>
          {t('article.keepEditing')}
        </Button>
        <Button ref={main} autoFocus aria-disabled={isBusy} onClick={() => void publish()}>
          {open.length > 0 ? t('article.publish.anyway', { action }) : action}
        </Button>
      </div>
    </ModalDialog>
  )
}

function openIds(findings: readonly Finding[]): string[] {
  return findings.filter(({ reason }) => reason === null).map(({ id }) => id)
}

interface ActionOptions {
  article: Article | null
  isAt: boolean
  isWaiting: boolean
}

function actionOf({ article, isAt, isWaiting }: ActionOptions): string {
  if (isAt) return isWaiting ? t('schedule.change.action') : t('schedule.action')
  if (!article) return t('article.action.create')
  return article.published ? t('article.action.update') : t('article.action.publish')
}

/** The sentences that keep an article from being published, each of which leads to its place; nothing while there are none. */
function UncoveredList({ onGoTo }: { onGoTo: () => void }) {
  const { draft } = use(SourcesContext)
  const red = [...(draft?.states.keys() ?? [])].filter((index) => draft?.states[index] === 'red')
  if (!draft || red.length === 0) return null
  return (
    <Notice tone="problem" role="status" title={t('sources.publish.uncovered', { count: red.length })}>
      <p>{t('sources.publish.refused')}</p>
      <ul className="divide-y divide-line border-line border-y">
        {red.map((index) => {
          const { text, findings } = draft.sentences[index] ?? { text: '', findings: [] }
          return (
            <li key={index} className="py-2">
              <button
                type="button"
                className="block min-h-6 w-full text-left text-ink wrap-anywhere hover:underline"
                onClick={() => {
                  onGoTo()
                  // Delayed until the dialog has given the focus back.
                  requestAnimationFrame(() => draft.goTo(index))
                }}
              >
                {text}
              </button>
              <p className="mt-0.5 wrap-anywhere">{findings.map(describeJudgeFinding).join(' ')}</p>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** Tells whether it is published together with its original, as the server decides it for a schedule. */
const goesAlong = ({ is_original, published, missing, ownTime, unfinished }: PlannedVersion) =>
  !is_original && !published && !ownTime && missing.length === 0 && unfinished === null

interface PanelTranslationsProps {
  article: Article
  versions: UseQueryResult<PlannedVersion[]>
}

/** Shows which translations are published together with an original, and why others are not. */
function PanelTranslations({ article, versions }: PanelTranslationsProps) {
  return (
    <section className="text-sm">
      <h3 className="font-semibold">{t('publish.translations')}</h3>
      {article.original_article_id !== null ? (
        <p className="mt-1 text-soft">{t('schedule.versions.translation')}</p>
      ) : (
        <QueryView
          query={versions}
          what={t('publish.translations')}
          pending={<Skeleton className="mt-1 h-5" />}
        >
          {(rows) => <Versions article={article} versions={rows.filter((row) => !row.is_original)} />}
        </QueryView>
      )}
    </section>
  )
}

function Versions({ article, versions }: { article: Article; versions: PlannedVersion[] }) {
  const offered = useOfferedTranslations()
  if (versions.length === 0) return <p className="mt-1 text-soft">{t('schedule.versions.none')}</p>
  const missing = offered.filter((code) => !versions.some(({ language }) => language === code))
  return (
    <>
      <ul className="mt-2 space-y-1.5">
        {versions.map((version) => (
          <li key={version.id} className="flex items-start gap-2">
            <VersionIcon version={version} />
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{languageName(version.language)}</span>{' '}
              <span className="text-soft">{prospectOf(version, article)}</span>
            </p>
          </li>
        ))}
      </ul>
      {article.language === DEFAULT_LANGUAGE && missing.length > 0 && (
        <p className="mt-2 text-faint">
          {t('publish.translations.missing', { languages: missing.map(languageName).join(', ') })}
        </p>
      )}
    </>
  )
}

function VersionIcon({ version }: { version: PlannedVersion }) {
  if (goesAlong(version)) return <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-green" />
  const Icon = version.ownTime ? Clock : Minus
  return <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
}

function prospectOf(version: PlannedVersion, article: Article): string {
  const { published, ownTime, missing, unfinished } = version
  if (published)
    return unfinished === 'stale'
      ? t('publish.translations.publishedStale')
      : t('schedule.versions.published')
  if (ownTime) {
    const when = formatPlanned(new Date(ownTime.publish_at), ownTime.zone)
    return t('schedule.versions.own', { when })
  }
  if (missing.length > 0) return t('schedule.versions.lacks', { fields: describeFields(missing) })
  if (unfinished === 'stale') return t('publish.translations.stale')
  if (unfinished === 'unreviewed') return t('publish.translations.unreviewed')
  return article.published ? t('publish.translations.draft') : t('schedule.versions.ready')
}

interface TimeFieldsProps {
  plan: PublishPlan
  onChange: (plan: PublishPlan) => void
  problems: PlanProblems
  planningZone: string
  /** True if there is a choice of when; an article that is published has none. */
  canSchedule: boolean
  /** The date in the form; empty for the moment of publishing. */
  date: string
}

const CHOICE = 'flex min-h-11 cursor-pointer items-center gap-2.5 text-sm sm:min-h-9'
const CONTROL = 'size-4.5 shrink-0 accent-ink'

/** The choice whether the article is published now or at a time, and until when. */
function TimeFields(props: TimeFieldsProps) {
  const { plan, onChange, problems, planningZone, canSchedule, date } = props
  const isBackdated = date !== '' && Date.parse(date) < Date.now() - 60_000
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">{t('publish.when')}</legend>
      {canSchedule && (
        <>
          <label className={CHOICE}>
            <input
              type="radio"
              name="publish-when"
              className={CONTROL}
              checked={plan.when === 'now'}
              onChange={() => onChange({ ...plan, when: 'now' })}
            />
            {isBackdated ? t('publish.nowDated', { when: formatHere(new Date(date)) }) : t('publish.now')}
          </label>
          <label className={CHOICE}>
            <input
              type="radio"
              name="publish-when"
              className={CONTROL}
              checked={plan.when === 'at'}
              onChange={() => onChange({ ...plan, when: 'at' })}
            />
            {t('publish.at')}
          </label>
          {plan.when === 'at' && (
            <fieldset aria-label={t('publish.at')} className="pb-3 pl-7">
              <MomentFields
                value={plan.at}
                onChange={(at) => onChange({ ...plan, at })}
                problems={problems.at}
                planningZone={planningZone}
              />
            </fieldset>
          )}
        </>
      )}
      <label className={CHOICE}>
        <input
          type="checkbox"
          className={CONTROL}
          checked={plan.ends}
          onChange={({ target }) => onChange({ ...plan, ends: target.checked })}
        />
        {t('publish.end')}
      </label>
      {plan.ends && (
        <fieldset aria-label={t('publish.end')} className="pl-7">
          <MomentFields
            value={plan.end}
            onChange={(end) => onChange({ ...plan, end })}
            problems={problems.end}
            planningZone={planningZone}
          />
          <p className="mt-2 text-faint text-sm">{t('publish.end.hint')}</p>
        </fieldset>
      )}
    </fieldset>
  )
}
