import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { ListPager, ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { BlockDialog, type BlockQuestion } from '#app/admin/readers/social/blocks-section.tsx'
import { MOST_LISTED, ROWS_PER_PAGE } from '#app/admin/readers/social/social-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { SocialReactions } from '#core/domain/social-web.ts'

interface StrangerLinkProps {
  /** An address that a stranger has chosen. */
  href: string
  'aria-label'?: string
  children: React.ReactNode
}

/** A link to another server, which is neither recommended nor told where the click comes from. */
export function StrangerLink({ children, ...props }: StrangerLinkProps) {
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-block min-h-6 wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {children}
    </a>
  )
}

interface StrangerProps {
  actor: string
  handle: string | null
  name: string | null
}

/** Somebody on another server: what they call themselves as text only, apart from the text around it, and a link to them. */
export function Stranger({ actor, handle, name }: StrangerProps) {
  return (
    <>
      {name && <bdi className="font-medium text-ink wrap-anywhere">{name}</bdi>}
      <StrangerLink href={actor}>
        <bdi>{handle ?? actor}</bdi>
        <span className="sr-only"> {t('social.newTab')}</span>
      </StrangerLink>
    </>
  )
}

interface BlockButtonsProps {
  person: { actor: string; handle: string | null; host: string }
  onAsk: (question: BlockQuestion) => void
}

/** For administrators, beside what somebody on another server did. */
export function BlockButtons({ person: { actor, handle, host }, onAsk }: BlockButtonsProps) {
  if (useMember().role !== 'admin') return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('social.block.person.named', { whom: handle ?? actor })}
        onClick={() => onAsk({ whom: actor, name: handle })}
      >
        {t('social.block.person')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('social.block.server.named', { whom: host })}
        onClick={() => onAsk({ whom: host })}
      >
        {t('social.block.server')}
      </Button>
    </>
  )
}

interface ReactedArticleLinkProps {
  article: Pick<SocialReactions, 'slug' | 'language' | 'title'>
}

/** The article to which others reacted, as the desk edits it. */
export function ReactedArticleLink({ article }: ReactedArticleLinkProps) {
  return (
    <Link
      to={editArticlePath(article)}
      lang={article.title ? article.language : undefined}
      className="inline-block min-h-6 font-medium text-ink wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {nameOf(article)}
    </Link>
  )
}

interface StrangerSectionProps<Row> {
  id: string
  title: string
  intro: string
  none: string
  query: UseQueryResult<Row[]>
  /** The number on all pages. */
  total: number
  page: number
  onPage: (page: number) => void
  /** A row, as an element of a list. */
  children: (row: Row, onAsk: (question: BlockQuestion) => void) => React.ReactNode
}

/** Lists what people on other servers did, page by page, each of whom can be blocked. */
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
