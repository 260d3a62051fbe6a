import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { repliesQuery } from '#app/admin/readers/social/social-queries.ts'
import {
  BlockButtons,
  ReactedArticleLink,
  Stranger,
  StrangerLink,
  StrangerSection,
} from '#app/admin/readers/social/stranger.tsx'
import type { SocialReply } from '#core/domain/social-web.ts'

const ATTACHED = {
  picture: 'social.replies.attached.picture',
  video: 'social.replies.attached.video',
  sound: 'social.replies.attached.sound',
  file: 'social.replies.attached.file',
} as const

const UNDESCRIBED = {
  picture: 'social.replies.undescribed.picture',
  video: 'social.replies.undescribed.video',
  sound: 'social.replies.undescribed.sound',
  file: 'social.replies.undescribed.file',
} as const

/** Lists what people on other servers have replied, the newest first. */
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
          {reply.warning === null ? (
            <ReplyContent reply={reply} />
          ) : (
            <Folded
              title={
                reply.warning ? (
                  <FilledMessage
                    text={t('social.replies.warning')}
                    values={{ warning: <Foreign>{reply.warning}</Foreign> }}
                  />
                ) : (
                  t('social.replies.sensitive')
                )
              }
            >
              <ReplyContent reply={reply} />
            </Folded>
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

/** A text of somebody else. Its language is not known, so that no voice pretends to know it. */
function Foreign({ children }: { children: string }) {
  return (
    <bdi lang="" className="wrap-anywhere">
      {children}
    </bdi>
  )
}

/** The text, and what is attached in words: nothing of it is loaded. */
function ReplyContent({ reply: { body, attachments } }: { reply: SocialReply }) {
  return (
    <>
      {body && (
        <p
          dir="auto"
          lang=""
          className="mt-1.5 max-w-prose whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]"
        >
          {body}
        </p>
      )}
      {attachments.length > 0 && (
        <ul className="mt-1.5 max-w-prose">
          {attachments.map(({ kind, alt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name of their own, and their order does not change
            <li key={index}>
              {alt ? (
                <FilledMessage text={t(ATTACHED[kind])} values={{ alt: <Foreign>{alt}</Foreign> }} />
              ) : (
                t(UNDESCRIBED[kind])
              )}
            </li>
          ))}
        </ul>
      )}
      {!body && attachments.length === 0 && <p className="mt-1.5 text-faint">{t('social.replies.empty')}</p>}
    </>
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
