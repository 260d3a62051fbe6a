import { RULE_NAMES } from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

/** What becomes of a term in translations. */
export function RuleText({ term: { language, rule, translation } }: { term: GlossaryTermValues }) {
  if (rule !== 'translate-as') return RULE_NAMES[rule]
  const words = (
    <span lang={language} className="font-medium text-ink">
      {translation}
    </span>
  )
  return <FilledMessage text={t('glossary.rule.translatedAs')} values={{ translation: words }} />
}
