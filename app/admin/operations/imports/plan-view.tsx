import { t } from '#app/admin/kit/messages.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { ChoiceFields } from '#app/admin/operations/imports/choice-fields.tsx'
import {
  countToImport,
  describeDuration,
  describeLanguages,
  formatCount,
} from '#app/admin/operations/imports/describe-import.ts'
import { ActionProblem, useImportAction } from '#app/admin/operations/imports/import-action.tsx'
import { CheckFindings, Collisions, NoteGroups } from '#app/admin/operations/imports/note-groups.tsx'
import { forgetChoices, useChoices } from '#app/admin/operations/imports/use-choices.ts'
import { Facts } from '#app/admin/operations/system-part.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { runImport } from '#core/data/imports.ts'
import type { ImportPlan, ImportRecord } from '#core/domain/site-import.ts'

const SHOWN_AUTHORS = 8

interface PlanViewProps {
  record: ImportRecord
  plan: ImportPlan
  titleRef: React.Ref<HTMLHeadingElement>
}

/** Shows what a dry run found, what the editor decides, and the button that carries it out. */
export function PlanView({ record, plan, titleRef }: PlanViewProps) {
  const choices = useChoices(record, plan)
  const { act, busy, problem } = useImportAction(runImport)
  const count = countToImport(plan)

  async function run() {
    const { language, section, drafts, terms } = choices
    const site = choices.site.trim() || null
    if (await act({ id: record.id, choices: { language, section, drafts, site, terms } }))
      forgetChoices(record.id)
  }

  const isKept = record.notes.length + plan.collisionCount + plan.findings.length === 0
  return (
    <>
      {record.problem && (
        <Notice tone="warning" className="mb-8">
          <p className="wrap-anywhere">{record.problem}</p>
        </Notice>
      )}
      <PageSection id="found" title={t('imports.found')} intro={t('imports.found.intro')} titleRef={titleRef}>
        <PlanFacts plan={plan} />
        <KnownArticles known={plan.known} />
      </PageSection>
      <PageSection id="places" title={t('imports.choices')} intro={t('imports.choices.intro')}>
        <ChoiceFields plan={plan} choices={choices} />
      </PageSection>
      <PageSection id="changes" title={t('imports.changes')} intro={t('imports.changes.intro')}>
        {isKept ? (
          <p className="text-sm text-soft">{t('imports.changes.none')}</p>
        ) : (
          <div className="divide-y divide-line">
            <Collisions plan={plan} />
            <NoteGroups notes={record.notes} />
            <CheckFindings findings={plan.findings} />
          </div>
        )}
      </PageSection>
      <div className="sticky bottom-0 z-10 -mx-5 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {count > 0 ? (
            <>
              <Button aria-disabled={busy} onClick={() => void run()}>
                {busy ? t('ui.oneMoment') : t('imports.run', { count, shown: formatCount(count) })}
              </Button>
              <p className="text-sm text-soft">
                {t('imports.run.duration', { duration: describeDuration(plan.seconds) })}
              </p>
            </>
          ) : (
            <p className="text-sm text-soft">{t('imports.run.nothing')}</p>
          )}
        </div>
        <ActionProblem>{problem}</ActionProblem>
      </div>
    </>
  )
}

/** Lists the numbers that a dry run found. */
function PlanFacts({ plan }: { plan: ImportPlan }) {
  const { articles, translations, languages, pictures, oldAddresses } = plan
  return (
    <Facts
      facts={[
        { name: t('imports.fact.articles'), value: formatCount(articles), detail: describeStates(plan) },
        { name: t('imports.fact.languages'), value: describeLanguages(languages) },
        ...(translations > 0
          ? [{ name: t('imports.fact.translations'), value: formatCount(translations) }]
          : []),
        ...(plan.authorCount > 0
          ? [
              {
                name: t('imports.fact.authors'),
                value: formatCount(plan.authorCount),
                detail: describeAuthors(plan),
              },
            ]
          : []),
        {
          name: t('imports.fact.pictures'),
          value: formatCount(pictures.inside + pictures.elsewhere + pictures.siteless),
          detail: describePictures(pictures),
        },
        {
          name: t('imports.fact.addresses'),
          value: formatCount(oldAddresses),
          detail: oldAddresses > 0 && t('imports.fact.addressesHint'),
        },
      ]}
    />
  )
}

function describePictures({ elsewhere, siteless }: ImportPlan['pictures']): string {
  return [
    elsewhere > 0 && t('imports.fact.picturesElsewhere', { count: elsewhere, shown: formatCount(elsewhere) }),
    siteless > 0 && t('imports.fact.picturesSiteless', { count: siteless, shown: formatCount(siteless) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function describeStates({ published, drafts, scheduled }: ImportPlan): string {
  return [
    published > 0 && t('imports.fact.published', { count: published, shown: formatCount(published) }),
    drafts > 0 && t('imports.fact.drafts', { count: drafts, shown: formatCount(drafts) }),
    scheduled > 0 && t('imports.fact.scheduled', { count: scheduled, shown: formatCount(scheduled) }),
  ]
    .filter(Boolean)
    .join(', ')
}

function describeAuthors({ authors, authorCount }: ImportPlan): string {
  const shown = authors.slice(0, SHOWN_AUTHORS)
  const names = shown.map(({ name }) => name)
  const others = authorCount - shown.length
  if (others > 0) names.push(t('imports.more', { count: others, shown: formatCount(others) }))
  return names.join(', ')
}

/** Says what an earlier import brought, and what becomes of it; nothing at the first. */
function KnownArticles({ known }: Pick<ImportPlan, 'known'>) {
  const { unchanged, changed, touched, deleted } = known
  const lines = [
    unchanged > 0 && t('imports.known.unchanged', { count: unchanged, shown: formatCount(unchanged) }),
    changed > 0 && t('imports.known.changed', { count: changed, shown: formatCount(changed) }),
    touched > 0 && t('imports.known.touched', { count: touched, shown: formatCount(touched) }),
    deleted > 0 && t('imports.known.deleted', { count: deleted, shown: formatCount(deleted) }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      <h3 className="font-medium">{t('imports.known')}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
