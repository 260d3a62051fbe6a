import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useArticleCheckResult } from '#app/admin/article/check-scope.tsx'
import { describeCounts } from '#app/admin/check/describe-counts.ts'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { ArticleCheck, Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'

/** What the check finds while the article is written: folded, with how much there is. */
export function CheckSection({ onGoTo }: { onGoTo: (finding: Finding) => void }) {
  const { check } = useArticleCheckResult()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group border-line border-y py-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-6 cursor-pointer items-start justify-between gap-4 text-sm">
        <span>
          <span className="mr-3 font-medium">{t('check.title')}</span>
          {!isOpen && <span className="text-soft">{describe(check)}</span>}
        </span>
        <ChevronDown aria-hidden size={17} className="mt-0.5 shrink-0 text-faint group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="mt-3">
          <FindingList check={check} onGoTo={onGoTo} />
        </div>
      )}
    </details>
  )
}

function describe({ wasChecked, findings, unchecked }: ArticleCheck): string {
  if (!wasChecked) return t('check.checking')
  const links = unchecked.length > 0 ? t('check.unchecked', { count: unchecked.length }) : ''
  return [describeCounts(findings), links].filter(Boolean).join(' · ')
}
