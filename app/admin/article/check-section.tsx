import { useState } from 'react'
import { useArticleCheckResult } from '#app/admin/article/check-scope.tsx'
import { describeCounts } from '#app/admin/check/describe-counts.ts'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'

/** What the check finds while the article is written: folded, with how much there is. */
export function CheckSection({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="border-line border-y py-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer font-medium text-sm">
        {t('check.title')}
        {!isOpen && (
          <span className="ml-3 font-normal text-soft">
            {check.wasChecked ? describeCounts(check.findings) : t('check.checking')}{' '}
            {check.unchecked.length > 0 && (
              <span className="text-faint">{t('check.unchecked', { count: check.unchecked.length })}</span>
            )}
          </span>
        )}
      </summary>
      {isOpen && (
        <div className="mt-3">
          <FindingList check={check} onGoTo={onGoTo} />
        </div>
      )}
    </details>
  )
}
