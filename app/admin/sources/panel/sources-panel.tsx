import { use, useState } from 'react'
import type { FormField } from '#app/admin/article/article-form.ts'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { useHasNewsroom } from '#app/admin/dashboard/dashboard-queries.ts'
import { t } from '#app/admin/messages.ts'
import { countStates } from '#app/admin/sources/live/open-sentences.ts'
import { AddSource } from '#app/admin/sources/panel/add-source.tsx'
import { HowItCame } from '#app/admin/sources/panel/how-it-came.tsx'
import { SentenceCard } from '#app/admin/sources/panel/sentence-card.tsx'
import { SourceList } from '#app/admin/sources/panel/source-list.tsx'
import { type SourcedDraft, SourcesContext } from '#app/admin/sources/sources-context.ts'
import { Button } from '#app/components/ui/button.tsx'

/** A source whose text is to be read; each wish is an object of its own. */
export type ReadWish = { source: number } | null

const NONE: ReadonlySet<string> = new Set()

/** What the article rests on, and the sentence under the cursor beside what it cites. */
export function SourcesPanel({ onField }: { onField: (field: FormField) => void }) {
  const { draft, isShown, add } = use(SourcesContext)
  const [reading, setReading] = useState<ReadWish>(null)
  const hasNewsroom = useHasNewsroom()
  if (!draft)
    return (
      isShown && (
        <RailSection id="source-list" title={t('sources.title')} intro={t('sources.beginIntro')}>
          <AddSource known={NONE} groupId={null} isOpen onAdd={add} />
        </RailSection>
      )
    )
  return (
    <>
      <Summary draft={draft} />
      <SentenceCard draft={draft} reading={reading} onField={onField} />
      <RailSection id="source-list" title={t('sources.title')}>
        <SourceList draft={draft} onRead={(source) => setReading({ source })} />
        {hasNewsroom && draft.rights.edits && (
          <AddSource
            known={new Set(draft.sources.flatMap(({ item_id }) => item_id ?? []))}
            groupId={draft.stored.article.group_id}
            onAdd={add}
          />
        )}
      </RailSection>
      <HowItCame draft={draft} />
    </>
  )
}

/** How many sentences need somebody, and the way from one to the next. */
function Summary({ draft: { states, wasJudged, walk } }: { draft: SourcedDraft }) {
  const { red, amber, green, signed } = countStates(states)
  const open = red + amber
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-soft">
        {!wasJudged
          ? t('sources.judging')
          : open === 0
            ? t('sources.none')
            : [
                red > 0 ? t('sources.count.red', { count: red }) : '',
                amber > 0 ? t('sources.count.amber', { count: amber }) : '',
                t('sources.count.green', { count: green + signed }),
              ]
                .filter(Boolean)
                .join(' · ')}
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-keyshortcuts="Control+Alt+Shift+K"
          aria-disabled={open === 0}
          onClick={() => walk('previous')}
        >
          {t('sources.previous')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-keyshortcuts="Control+Alt+K"
          aria-disabled={open === 0}
          onClick={() => walk('next')}
        >
          {t('sources.next')}
        </Button>
      </div>
    </div>
  )
}
