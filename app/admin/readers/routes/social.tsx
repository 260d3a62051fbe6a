import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ScreenLink, useMayOpen } from '#app/admin/kit/session/member.tsx'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { describeReactions, formatFigure } from '#app/admin/readers/format-figure.ts'
import { ReadersHeading } from '#app/admin/readers/readers-heading.tsx'
import { BlocksSection } from '#app/admin/readers/social/blocks-section.tsx'
import { RepliesSection } from '#app/admin/readers/social/replies-section.tsx'
import { ServersSection } from '#app/admin/readers/social/servers-section.tsx'
import {
  followersQuery,
  reactionsQuery,
  socialWebQuery,
  useIsOnSocialWeb,
} from '#app/admin/readers/social/social-queries.ts'
import {
  BlockButtons,
  ReactedArticleLink,
  Stranger,
  StrangerSection,
} from '#app/admin/readers/social/stranger.tsx'
import { SECTIONS, SETTING_LABELS, settingsPath } from '#app/admin/settings/sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { SocialWebSums } from '#core/domain/social-web.ts'
import type { Language } from '#core/i18n/languages.ts'

const SWITCH = settingsPath(SECTIONS.site, SETTING_LABELS.social_web)

/** Shows who follows on other servers, what they do with articles there, and whom the publication does not hear. */
export default function Social() {
  const isOn = useIsOnSocialWeb()
  return (
    <>
      <ReadersHeading intro={t('social.intro')} />
      {isOn === undefined && <ListSkeleton rows={6} />}
      {isOn === false && <SocialOff />}
      {isOn && <SocialOn />}
    </>
  )
}

/** Says what switching on means, and where it is done. */
function SocialOff() {
  const { siteUrl } = useSiteData()
  const handleOf = useHandleOf()
  const maySwitch = useMayOpen()(SWITCH)
  return (
    <Notice className="max-w-prose" title={t('social.off.title')}>
      <ul className="list-disc space-y-2 pl-5 wrap-anywhere">
        <li>{t('social.off.accounts', { handle: handleOf('en') })}</li>
        <li>{t('social.off.articles')}</li>
        <li>{t('social.off.desk')}</li>
        <li>{t('social.off.stays')}</li>
        <li>{t('social.off.https', { address: siteUrl })}</li>
      </ul>
      {maySwitch ? (
        <ScreenLink
          to={SWITCH}
          className="inline-flex min-h-9 items-center text-ink underline underline-offset-4"
        >
          {t('social.off.switch')}
        </ScreenLink>
      ) : (
        <p>{t('social.off.who')}</p>
      )}
    </Notice>
  )
}

function SocialOn() {
  const { siteUrl } = useSiteData()
  const sums = useQuery(socialWebQuery)
  return (
    <>
      {!siteUrl.startsWith('https:') && (
        <Notice tone="warning" className="mb-8 max-w-prose" title={t('social.local.title')}>
          <p className="wrap-anywhere">{t('social.local.body', { address: siteUrl })}</p>
        </Notice>
      )}
      <QueryView query={sums} what={t('social.what')} pending={<ListSkeleton rows={6} />}>
        {(found) => (
          <>
            <AccountsSection followers={found.followers} />
            <FollowersSection followers={found.followers} />
            <ReactionsSection sums={found} />
            <RepliesSection total={found.replies} />
            <BlocksSection />
            <ServersSection sums={found} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** Likes, shares and replies in all and by article. */
function ReactionsSection({ sums }: { sums: SocialWebSums }) {
  const reactions = useQuery(reactionsQuery)
  return (
    <PageSection id="reactions" title={t('social.reactions.title')} intro={t('social.reactions.intro')}>
      <QueryView query={reactions} what={t('social.reactions.title')} pending={<ListSkeleton rows={3} />}>
        {(articles) =>
          articles.length === 0 ? (
            <p className="text-sm text-soft">{t('social.reactions.none')}</p>
          ) : (
            <>
              <p className="mb-4 text-sm">
                {t('social.reactions.sum', { reactions: describeReactions(sums) })}
              </p>
              <ul aria-labelledby="reactions" className="divide-y divide-line">
                {articles.map((article) => (
                  <li key={article.article_id} className="py-3 text-sm first:pt-0">
                    <p>
                      <ReactedArticleLink article={article} />
                    </p>
                    <p className="mt-0.5 text-soft tabular-nums">
                      {languageName(article.language)} · {describeReactions(article)}
                    </p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </PageSection>
  )
}

/** Returns how people search for the account of a language (RFC 7565, with an @ before it, as Mastodon writes it). */
function useHandleOf(): (language: Language) => string {
  const { siteUrl } = useSiteData()
  return (language) => `@${language}@${new URL(siteUrl).host}`
}

/** The account of each language that readers are offered, with how many follow it. */
function AccountsSection({ followers }: Pick<SocialWebSums, 'followers'>) {
  const handleOf = useHandleOf()
  const languages = useOfferedLanguages()
  return (
    <PageSection id="accounts" title={t('social.accounts.title')} intro={t('social.accounts.intro')}>
      <ul aria-labelledby="accounts" className="divide-y divide-line">
        {languages.map((language) => {
          const count = followers.find((one) => one.language === language)?.followers ?? 0
          const handle = handleOf(language)
          return (
            <li
              key={language}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm first:pt-0"
            >
              <div className="min-w-0 grow basis-56">
                <p className="font-medium wrap-anywhere">{handle}</p>
                <p className="mt-0.5 text-soft">
                  {languageName(language)} ·{' '}
                  {t('social.accounts.followers', { count, followers: formatFigure(count) })}
                </p>
              </div>
              <CopyButton text={() => handle}>
                {t('social.accounts.copy')}
                <span className="sr-only"> {handle}</span>
              </CopyButton>
            </li>
          )
        })}
      </ul>
    </PageSection>
  )
}

/** Lists who follows, the newest first. */
function FollowersSection({ followers }: Pick<SocialWebSums, 'followers'>) {
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
