import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { BlockDialog, type BlockQuestion } from '#app/admin/social/block-dialog.tsx'
import { MOST_LISTED, ROWS_PER_PAGE } from '#app/admin/social/social-queries.ts'
import { ListPager } from '#app/admin/ui/list-pager.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'

interface StrangerSectionProps<Row> {
  id: string
  title: string
  intro: string
  none: string
  query: UseQueryResult<Row[]>
  /** How many there are on all pages. */
  total: number
  page: number
  onPage: (page: number) => void
  /** A row, as an element of a list. */
  children: (row: Row, onAsk: (question: BlockQuestion) => void) => React.ReactNode
}

/** What people on other servers did, page by page, each of whom can be blocked. */
export function StrangerSection<Row>(props: StrangerSectionProps<Row>) {
  const { id, title, intro, none, query, total, page, onPage, children } = props
  const [asked, setAsked] = useState<BlockQuestion | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <PageSection id={id} title={title} titleRef={heading} intro={intro}>
      <QueryView query={query} what={title} pending={<ListSkeleton rows={3} />}>
        {(rows) => (
          <div className="space-y-5">
            {rows.length === 0 ? (
              <p className="text-sm text-soft">{none}</p>
            ) : (
              <ul aria-labelledby={id} className="divide-y divide-line">
                {rows.map((row) => children(row, setAsked))}
              </ul>
            )}
            <ListPager
              page={page}
              pageSize={ROWS_PER_PAGE}
              total={Math.min(total, MOST_LISTED)}
              labels={{ previous: t('social.newer'), next: t('social.older') }}
              onPage={(next) => {
                onPage(next)
                heading.current?.focus()
              }}
            />
          </div>
        )}
      </QueryView>
      {asked && (
        <BlockDialog
          question={asked}
          focusAfter={heading}
          onDone={() => onPage(1)}
          onClose={() => setAsked(null)}
        />
      )}
    </PageSection>
  )
}
