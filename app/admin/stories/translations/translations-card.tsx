import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, reviewPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import {
  aiModelQuery,
  ModelNotice,
  type ModelProblem,
  modelProblemOf,
} from '#app/admin/settings/ai/ai-model.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { useFollowing } from '#app/admin/stories/translations/follow-translations.tsx'
import { ACTION, RowActions, type RowCommands } from '#app/admin/stories/translations/row-actions.tsx'
import type { TranslateRequest } from '#app/admin/stories/translations/translate-dialogs.tsx'
import { useAskedTranslations } from '#app/admin/stories/translations/translate-dialogs.tsx'
import type {
  TranslationHint,
  TranslationState,
  TranslationStatus,
} from '#app/admin/stories/translations/translation-state.ts'
import {
  lastRunsKey,
  lastRunsQuery,
  ownIdQuery,
  storyTranslationsQuery,
  useTranslationStates,
} from '#app/admin/stories/translations/translations-queries.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { cancelTranslation } from '#core/data/article-translations.ts'
import type { Article } from '#core/domain/article.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import type { RunState } from '#core/domain/translation-run.ts'

interface OriginalCardProps {
  /** A translation. */
  article: Article
  originalId: string
}

/** The form of the article, of which only what is saved is translated. */
export interface UnsavedForm {
  /** Takes in what was typed in the moment before. */
  isDirty(): boolean
  /** Answers whether it was saved; if not, the form says why. */
  save(): Promise<boolean>
}

interface TranslationsCardProps {
  article: Article
  form: UnsavedForm
}

/** Of an original its translations with what can be done with them, of a translation its original. */
export function TranslationsCard({ article, form }: TranslationsCardProps) {
  const originalId = article.original_article_id
  return (
    <RailSection
      id="translations"
      title={originalId === null ? t('translations.title') : t('translations.original.title')}
    >
      {originalId === null ? (
        <TranslationsOfOriginal article={article} form={form} />
      ) : (
        <OriginalCard article={article} originalId={originalId} />
      )}
    </RailSection>
  )
}

/** Leads from a translation to its original, where it is translated, and to its review. */
function OriginalCard({ article, originalId }: OriginalCardProps) {
  const story = useQuery(storyTranslationsQuery(originalId))
  return (
    <QueryView query={story} what={t('translations.what')} pending={<ListSkeleton rows={2} />}>
      {({ versions }) => {
        const original = versions.find((version) => version.is_original)
        return original ? (
          <Original article={article} original={original} />
        ) : (
          <p className="text-faint text-sm">{t('translations.original.gone')}</p>
        )
      }}
    </QueryView>
  )
}

function Original({ article, original }: { article: Article; original: StoryVersion }) {
  const { toast } = useToast()
  const { loaded } = useTranslationStates(original.id)
  const state = loaded?.states.find(({ language }) => language === article.language)
  return (
    <div className="space-y-3 text-sm">
      <p>
        <Link to={editArticlePath(original)} className={`${ACTION} break-words`}>
          {original.title || t('article.untitled')}
        </Link>
      </p>
      {state && (
        <div className="space-y-1.5">
          <StatusBadge status={state.status} />
          <StateHints hints={state.hints} />
          <Link to={reviewPath({ originalId: original.id, language: state.language })} className={ACTION}>
            {t('translations.original.review')}
          </Link>
        </div>
      )}
      <p id="only-originals" className="text-soft">
        {t('translations.original.where')}
      </p>
      <Button
        size="sm"
        variant="secondary"
        aria-describedby="only-originals"
        onClick={() =>
          toast({
            title: t('ui.error'),
            description: t('translations.original.only'),
            variant: 'destructive',
          })
        }
      >
        {t('translations.action.update')}
      </Button>
    </div>
  )
}

/** The translations of an original, once everything about them is known. */
function TranslationsOfOriginal({ article, form }: { article: Article; form: UnsavedForm }) {
  const model = useQuery(aiModelQuery)
  const { queries, loaded } = useTranslationStates(article.id)
  useAdoptOwnRuns(article.id)
  const [story, runs] = queries
  const pending = <ListSkeleton rows={5} />
  const failing = [story, runs].find((query) => query?.error) ?? story
  if (!failing) return null
  return (
    <QueryView query={failing} what={t('translations.what')} pending={pending}>
      {() => (
        <QueryView query={model} what={t('ai.what')} pending={pending}>
          {(state) =>
            loaded ? (
              <LanguageList article={article} form={form} problem={modelProblemOf(state)} {...loaded} />
            ) : (
              pending
            )
          }
        </QueryView>
      )}
    </QueryView>
  )
}

/** Goes on following what the editor asked for before the tab was loaded anew, and is still being done. */
function useAdoptOwnRuns(articleId: string): void {
  const { data: runs } = useQuery(lastRunsQuery(articleId))
  const { data: ownId } = useQuery(ownIdQuery)
  const { followed, follow } = useFollowing()
  const adopted = useRef<string | null>(null)
  useEffect(() => {
    if (!runs || !ownId || adopted.current === articleId) return
    adopted.current = articleId
    const own = runs.filter(
      ({ status, requested_by, language }) =>
        requested_by === ownId &&
        (status === 'queued' || status === 'running') &&
        !followed.some((one) => one.articleId === articleId && one.language === language),
    )
    if (own.length > 0) follow(own.map(({ language }) => ({ articleId, language, after: null })))
  }, [runs, ownId, followed, follow, articleId])
}

const CONTROLS = 'button, a[href]'

interface CardActionsProps {
  states: readonly TranslationState[]
  ask: (request: TranslateRequest) => void
  /** Gets the focus when there is nothing left to do with all of them. */
  list: React.RefObject<HTMLElement | null>
}

interface LanguageRowProps {
  state: TranslationState
  commands: RowCommands
}

interface LanguageListProps {
  article: Article
  form: UnsavedForm
  states: TranslationState[]
  problem: ModelProblem | null
}

/** A row for each language, and below them what can be done with several at once. */
function LanguageList({ article, form, states, problem }: LanguageListProps) {
  const { toast } = useToast()
  const cancelling = useDeskMutation({ run: cancelTranslation, invalidates: [lastRunsKey(article.id)] })
  const list = useRef<HTMLUListElement>(null)
  const { ask, dialog } = useAskedTranslations({ article, form, focusAfter: list })
  const hasModel = !problem?.isUnset

  function cancel({ id }: RunState) {
    cancelling.mutate(id, {
      onError: (error) =>
        toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' }),
    })
  }

  const commands = {
    originalId: article.id,
    hasModel,
    ask,
    cancel,
  }
  return (
    <>
      {problem && <ModelNotice problem={problem} className="mb-2" />}
      <ul ref={list} tabIndex={-1} aria-labelledby="translations" className="divide-y divide-line">
        {states.map((state) => (
          <LanguageRow key={state.language} state={state} commands={commands} />
        ))}
      </ul>
      {hasModel && <CardActions states={states} ask={ask} list={list} />}
      {dialog}
    </>
  )
}

/** The translation into one language: its state, what else is to be known, and what can be done. */
function LanguageRow({ state, commands }: LanguageRowProps) {
  const { language, status } = state
  const focus = useRestoredRowFocus<HTMLLIElement>()
  return (
    <li {...focus} aria-label={languageName(language)} className="space-y-1.5 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={status === 'missing' ? 'text-soft' : 'font-medium'}>{languageName(language)}</span>
        <StatusBadge status={status} />
      </div>
      <StateDetails state={state} />
      <RowActions state={state} commands={commands} />
    </li>
  )
}

function StateDetails({ state: { status, run, hints } }: { state: TranslationState }) {
  if (status === 'running' && run) return <RunProgress run={run} />
  return (
    <>
      {run?.reason && <p className="break-words text-soft">{run.reason}</p>}
      {status !== 'queued' && <StateHints hints={hints} />}
    </>
  )
}

/** The actions for several translations at once. */
function CardActions({ states, ask, list }: CardActionsProps) {
  const languagesWith = (status: TranslationStatus) =>
    states.filter((state) => state.status === status).map(({ language }) => language)
  const missing = languagesWith('missing')
  const failed = languagesWith('failed')
  const focus = useRestoredRowFocus<HTMLDivElement>(list)
  return (
    <div {...focus} className="mt-3 flex flex-wrap gap-2">
      {missing.length > 0 && (
        <Button size="sm" onClick={() => ask({ kind: 'translate', languages: missing })}>
          {t('translations.action.allMissing')}
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          size="sm"
          variant={missing.length > 0 ? 'secondary' : 'primary'}
          onClick={() => ask({ kind: 'retry', languages: failed })}
        >
          {t('translations.action.retryFailed')}
        </Button>
      )}
    </div>
  )
}

/**
 * Keeps the focus in a row whose controls change with its state: when the focused one disappears, the first one gets the focus, or
 * else the other element.
 * @returns the props of the row element
 */
function useRestoredRowFocus<Row extends HTMLElement>(otherwise?: React.RefObject<HTMLElement | null>) {
  const row = useRef<Row>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const lost = focused.current instanceof Node && !focused.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    // During a request the row may have no control; a later rendering moves the focus.
    const control = row.current?.querySelector<HTMLElement>(CONTROLS) ?? otherwise?.current
    control?.focus({ preventScroll: true })
  })
  return {
    ref: row,
    onFocus: ({ target }: React.FocusEvent) => {
      focused.current = target
    },
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}

/** Further hints about a translation: first what matters most. */
function StateHints({ hints }: { hints: readonly TranslationHint[] }) {
  if (hints.length === 0) return null
  return (
    <div className="leading-snug">
      {hints.map((hint, index) => (
        <p key={hint.kind} className={index === 0 ? 'text-soft' : 'text-faint'}>
          <Hint hint={hint} />
        </p>
      ))}
    </div>
  )
}

function Hint({ hint }: { hint: TranslationHint }) {
  switch (hint.kind) {
    case 'stale':
      return describeChanges(hint.blocks)
    case 'conflicts':
      return t('translations.hint.conflicts', { count: hint.count })
    case 'waiting':
      return t(hint.isPublished ? 'translations.hint.waitingRenewed' : 'translations.hint.waitingFirst')
    case 'draft':
      return t('translations.hint.draft')
    case 'unread':
      return t('translations.hint.unread')
    case 'corrected':
      return t('translations.hint.corrected')
    case 'edited':
      return t('translations.hint.edited')
    case 'reviewed':
      return (
        <FilledMessage
          text={t('translations.hint.reviewed')}
          values={{ date: <LocalTime iso={hint.at} precision="day" /> }}
        />
      )
    case 'unrecorded':
      return t('translations.hint.unrecorded')
  }
}

function describeChanges(blocks: number | null): string {
  if (blocks === null) return t('translations.hint.counting')
  return blocks === 0
    ? t('translations.hint.onlyAddresses')
    : t('translations.hint.changed', { count: blocks })
}

const LOOKS: Record<TranslationStatus, [tone: BadgeTone, label: string]> = {
  running: ['blue', t('translations.status.running')],
  queued: ['blue', t('translations.status.queued')],
  paused: ['orange', t('translations.status.paused')],
  failed: ['red', t('translations.status.failed')],
  missing: ['grey', t('translations.status.missing')],
  waiting: ['purple', t('translations.status.waiting')],
  conflict: ['orange', t('translations.status.conflict')],
  stale: ['orange', t('translations.status.stale')],
  draft: ['grey', t('translations.status.draft')],
  unread: ['purple', t('translations.status.unread')],
  reviewed: ['green', t('translations.status.reviewed')],
  current: ['green', t('translations.status.current')],
}

/** The state of a translation, in a word or two. */
function StatusBadge({ status }: { status: TranslationStatus }) {
  const [tone, label] = LOOKS[status]
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}

const NUMBER = new Intl.NumberFormat('en')
const SHORT_NUMBER = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The progress of a run: a bar, the blocks that are done, the time it has taken, and the tokens. */
function RunProgress({ run }: { run: RunState }) {
  const now = useNow()
  const { segments, segments_done: done, started_at, attempt } = run
  const tokens = run.input_tokens + run.output_tokens
  const facts = [
    t('translations.run.blocks', { done: NUMBER.format(done), of: NUMBER.format(segments) }),
    ...(started_at ? [elapsed(now - Date.parse(started_at))] : []),
    ...(tokens > 0 ? [t('translations.run.tokens', { tokens: SHORT_NUMBER.format(tokens) })] : []),
    ...(attempt > 1 ? [t('translations.run.secondTry')] : []),
  ]
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('translations.run.label', { language: languageName(run.language) })}
        aria-valuemin={0}
        aria-valuemax={Math.max(segments, 1)}
        aria-valuenow={done}
        className="h-1 overflow-hidden rounded-sm bg-line"
      >
        <div
          className="h-full bg-blue transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${segments > 0 ? Math.min(100, (done / segments) * 100) : 0}%` }}
        />
      </div>
      <p className="mt-1.5 text-soft tabular-nums">{facts.join(' · ')}</p>
    </>
  )
}

const TICK_MS = 1_000

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The clock of the server may be ahead of this one. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return t('translations.run.seconds', { seconds })
  return t('translations.run.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
