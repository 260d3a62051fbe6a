import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { BlockButtons } from '#app/admin/social/block-buttons.tsx'
import { ReactedArticleLink } from '#app/admin/social/reacted-article-link.tsx'
import { repliesQuery } from '#app/admin/social/social-queries.ts'
import { Stranger, StrangerLink } from '#app/admin/social/stranger.tsx'
import { StrangerSection } from '#app/admin/social/stranger-section.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { SocialReply } from '#core/domain/social-web.ts'

/** What people on other servers have replied, the newest first. */
export function RepliesSection({ total }: { total: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...repliesQuery(page), placeholderData: keepPreviousData })
  return (
    <StrangerSection
      id="replies"
      title={t('social.replies.title')}
      intro={t('social.replies.intro')}
      none={t('social.replies.none')}
      query={query}
      total={total}
      page={page}
      onPage={setPage}
    >
      {(reply, onAsk) => (
        <li key={reply.id} className="py-4 text-sm first:pt-0">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-soft">
            <Stranger {...reply} />
            <span>
              <FilledMessage
                text={t('social.replies.about')}
                values={{ article: <ReactedArticleLink article={reply} /> }}
              />
            </span>
          </p>
          {reply.body ? (
            // The language is not known, so that no voice pretends to.
            <p
              dir="auto"
              lang=""
              className="mt-1.5 max-w-prose whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]"
            >
              {reply.body}
            </p>
          ) : (
            <p className="mt-1.5 text-faint">{t('social.replies.empty')}</p>
          )}
          <ReplyTimes reply={reply} />
          <div className="-mx-3 mt-1 flex flex-wrap items-center">
            <span className="px-3">
              <StrangerLink
                href={reply.uri}
                aria-label={t('social.replies.open.named', { whom: reply.handle ?? reply.actor })}
              >
                {t('social.replies.open')}
              </StrangerLink>
            </span>
            <BlockButtons person={reply} onAsk={onAsk} />
          </div>
        </li>
      )}
    </StrangerSection>
  )
}

function ReplyTimes({ reply: { received_at, changed_at } }: { reply: SocialReply }) {
  return (
    <p className="mt-1.5 text-faint">
      <LocalTime iso={received_at} precision="minute" />
      {changed_at && (
        <>
          {' · '}
          <FilledMessage
            text={t('social.replies.changed')}
            values={{ when: <LocalTime iso={changed_at} precision="minute" /> }}
          />
        </>
      )}
    </p>
  )
}
