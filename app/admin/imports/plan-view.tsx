import { ActionProblem } from '#app/admin/imports/action-problem.tsx'
import { ChoiceFields } from '#app/admin/imports/choice-fields.tsx'
import { countToImport, describeDuration, formatCount } from '#app/admin/imports/describe-import.ts'
import { CheckFindings, Collisions, NoteGroups } from '#app/admin/imports/note-groups.tsx'
import { KnownArticles, PlanFacts } from '#app/admin/imports/plan-facts.tsx'
import { forgetChoices, useChoices } from '#app/admin/imports/use-choices.ts'
import { useImportAction } from '#app/admin/imports/use-import-action.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { runImport } from '#core/data/imports.ts'
import type { ImportPlan, ImportRecord } from '#core/domain/site-import.ts'

interface PlanViewProps {
  record: ImportRecord
  plan: ImportPlan
  titleRef: React.Ref<HTMLHeadingElement>
}

/** What a dry run found, what the editor decides, and the button that carries it out. */
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
