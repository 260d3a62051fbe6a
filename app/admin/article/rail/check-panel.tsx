import { useArticleCheckResult } from '#app/admin/article/article-check-provider.tsx'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'

/** The findings of the live check. */
export function CheckPanel({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  return (
    <RailSection id="check" title={t('check.title')}>
      {check.wasChecked ? (
        <FindingList check={check} onGoTo={onGoTo} />
      ) : (
        <p className="text-sm text-soft">{t('check.checking')}</p>
      )}
    </RailSection>
  )
}
