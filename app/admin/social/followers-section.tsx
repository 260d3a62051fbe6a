import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { BlockButtons } from '#app/admin/social/block-buttons.tsx'
import { followersQuery } from '#app/admin/social/social-queries.ts'
import { Stranger } from '#app/admin/social/stranger.tsx'
import { StrangerSection } from '#app/admin/social/stranger-section.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { SocialWebSums } from '#core/domain/social-web.ts'

/** Who follows, the newest first. */
export function FollowersSection({ followers }: Pick<SocialWebSums, 'followers'>) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...followersQuery(page), placeholderData: keepPreviousData })
  return (
    <StrangerSection
      id="followers"
      title={t('social.followers.title')}
      intro={t('social.followers.intro')}
      none={t('social.followers.none')}
      query={query}
      total={followers.reduce((sum, one) => sum + one.followers, 0)}
      page={page}
      onPage={setPage}
    >
      {(follower, onAsk) => (
        <li
          key={`${follower.language} ${follower.actor}`}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5 py-4 text-sm first:pt-0"
        >
          <div className="min-w-0 grow basis-64">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-soft">
              <Stranger {...follower} />
            </p>
            <p className="mt-0.5 text-faint">
              <FilledMessage
                text={t('social.followers.since', { language: languageName(follower.language) })}
                values={{ when: <LocalTime iso={follower.since} precision="day" /> }}
              />
            </p>
          </div>
          <div className="-mx-3 flex flex-wrap sm:mx-0">
            <BlockButtons person={follower} onAsk={onAsk} />
          </div>
        </li>
      )}
    </StrangerSection>
  )
}
