import * as Tabs from 'radix-ui/tabs'
import { use, useEffect, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { StoryPanel, type StoryPanelProps } from '#app/admin/stories/article/rail/story-panel.tsx'
import { RAIL_TABS, type RailTab } from '#app/admin/stories/article-form/use-rail-tab.ts'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { describeCounts } from '#app/admin/stories/check/describe-finding.ts'
import { NotesContext } from '#app/admin/stories/notes/notes-provider.tsx'
import { countStates } from '#app/admin/stories/sources/live/open-sentences.ts'
import { SourcesContext } from '#app/admin/stories/sources/sources-context.ts'

const TAB =
  '-mb-px inline-flex min-h-11 items-center gap-1.5 border-transparent border-b-2 px-1 text-sm text-soft xl:px-0.5 xl:text-[0.8125rem] hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

const LABELS: Record<RailTab, string> = {
  sources: t('sources.tab'),
  details: t('article.tab.details'),
  translations: t('article.tab.translations'),
  check: t('article.tab.check'),
  notes: t('notes.tab'),
  history: t('article.tab.history'),
}

interface StoryRailProps extends StoryPanelProps {
  tab: RailTab
  onTab: (tab: RailTab) => void
  className: string
}

/**
 * The tabs with what belongs to a story besides its text. A panel is shown first when its tab is opened, and keeps then what is typed in
 * it.
 */
export function StoryRail({ tab: wanted, onTab, className, ...story }: StoryRailProps) {
  const notes = use(NotesContext)
  // Notes that are wanted keep their tab while colleagues are asked for, so that the tab does not change under the cursor.
  const hasNotes = notes !== null && (notes.isShown ?? wanted === 'notes')
  // So do sources while they are asked for.
  const hasSources = use(SourcesContext).isShown ?? wanted === 'sources'
  // Translations are asked for by those who edit.
  const isShown = { sources: hasSources, notes: hasNotes, translations: story.rights.edits }
  const tabs = RAIL_TABS.filter((name) => isShown[name as keyof typeof isShown] ?? true)
  const isOffered = tabs.includes(wanted)
  const tab = isOffered ? wanted : 'details'
  // Otherwise the rail would leave the details when the tab is offered later.
  useEffect(() => {
    if (!isOffered) onTab('details')
  }, [isOffered, onTab])
  // The details have fields of the form, which must exist to be focused.
  const opened = useRef<ReadonlySet<RailTab>>(new Set(['details']))
  if (!opened.current.has(tab)) opened.current = new Set([...opened.current, tab])
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => onTab(value as RailTab)}
      // The page gives it more room then.
      data-sources={hasSources || undefined}
      className={`flex min-h-0 min-w-0 flex-col ${className}`}
    >
      <Tabs.List
        aria-label={t('article.tabs')}
        className="flex shrink-0 flex-wrap justify-between border-line border-b sm:justify-start sm:gap-x-5 xl:gap-x-1.5"
      >
        {tabs.map((name) => (
          <Tabs.Trigger key={name} value={name} className={TAB}>
            {LABELS[name]}
            {name === 'sources' && <SourcesCount />}
            {name === 'check' && <CheckCount />}
            {name === 'notes' && <NotesCount />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Content
          key={name}
          value={name}
          forceMount
          // The margins leave room for the outlines of what has the focus at the edges, and the lowest part can be scrolled out from
          // under a toast.
          className="-mx-1 min-h-0 grow px-1 pt-5 pb-1 xl:pb-32 focus-visible:-outline-offset-2 data-[state=inactive]:hidden xl:overflow-y-auto xl:overscroll-contain"
        >
          {opened.current.has(name) && <StoryPanel tab={name} {...story} />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** The number of sentences that need somebody, in the tab of the sources. */
function SourcesCount() {
  const { red, amber } = countStates(use(SourcesContext).draft?.states ?? [])
  if (red + amber === 0) return null
  return (
    <span data-tone={red > 0 ? 'red' : 'orange'} className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{red > 0 ? red : amber}</span>
      <span className="sr-only">
        , {red > 0 ? t('sources.count.red', { count: red }) : t('sources.count.amber', { count: amber })}
      </span>
    </span>
  )
}

/** The number of open findings, in the tab of the check. */
function CheckCount() {
  const { check } = useArticleCheckResult()
  const open = check.findings.filter(({ reason }) => reason === null)
  if (open.length === 0) return null
  const isProblem = open.some(({ severity }) => severity === 'problem')
  return (
    <span data-tone={isProblem ? 'red' : 'orange'} className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{open.length}</span>
      <span className="sr-only">, {describeCounts(check.findings)}</span>
    </span>
  )
}

/** The number of open notes and suggestions, in the tab of notes. */
function NotesCount() {
  const open =
    use(NotesContext)?.notes.filter(({ parent, outcome }) => parent === null && outcome === null) ?? []
  if (open.length === 0) return null
  return (
    <span data-tone="blue" className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{open.length}</span>
      <span className="sr-only">, {t('notes.open', { count: open.length })}</span>
    </span>
  )
}
