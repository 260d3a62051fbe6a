import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { AffectedList } from '#app/admin/glossary/affected/affected-list.tsx'
import { termQuery } from '#app/admin/glossary/glossary-queries.ts'
import { RuleText } from '#app/admin/glossary/rule-text.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'

interface AffectedPanelProps {
  /** The id of a term. */
  id: string
  closeTo: string
}

/** A term, and the translations that do not keep to it. Its heading gets focus. */
export function AffectedPanel({ id, closeTo }: AffectedPanelProps) {
  const term = useQuery(termQuery(id))
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = term.data !== undefined
  useEffect(() => {
    if (isLoaded) heading.current?.focus()
  }, [isLoaded])
  return (
    <section aria-labelledby="affected" className="mb-8 rounded-md border border-line p-4 sm:p-5">
      <QueryView query={term} what={t('glossary.affected.term')} pending={<ListSkeleton rows={2} />}>
        {(found) => (
          <>
            <div className="flex items-start justify-between gap-3">
              <h2 id="affected" ref={heading} tabIndex={-1} className="min-w-0 font-semibold wrap-anywhere">
                {found ? found.term : t('glossary.affected.gone')}
              </h2>
              <Link
                to={closeTo}
                preventScrollReset
                aria-label={t('glossary.affected.close')}
                className="-m-2 grid size-9 shrink-0 place-items-center rounded-sm text-soft hover:bg-wash hover:text-ink"
              >
                <X aria-hidden size={18} />
              </Link>
            </div>
            {found && (
              <>
                <p className="mt-0.5 mb-4 text-sm text-soft wrap-anywhere">
                  {languageName(found.language)}
                  {' · '}
                  <RuleText term={found} />
                </p>
                <AffectedList term={found} canUpdate />
              </>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}
