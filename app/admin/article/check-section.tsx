import { useArticleCheckResult } from '#app/admin/article/check-scope.tsx'
import { describeCounts } from '#app/admin/check/describe-counts.ts'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'

/** What the check finds while the article is written: folded, with how much there is. */
export function CheckSection({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  return (
    <details className="group border-line border-y py-3">
      <summary className="min-h-6 cursor-pointer font-medium text-sm">
        {t('check.title')}
        <span className="ml-3 font-normal text-soft group-open:hidden">
          {check.wasChecked ? describeCounts(check.findings) : t('check.checking')}
        </span>
      </summary>
      <div className="mt-3">
        <FindingList
          findings={check.findings}
          onGoTo={onGoTo}
          onOverride={check.override}
          onWithdraw={check.withdraw}
        />
      </div>
    </details>
  )
}
