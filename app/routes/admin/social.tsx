import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ReadersHeading } from '#app/admin/readers/readers-heading.tsx'
import { SECTIONS, SETTING_LABELS, settingsPath } from '#app/admin/settings/sections.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ScreenLink, useMayOpen } from '#app/admin/shell/screen-link.tsx'
import { AccountsSection, useHandleOf } from '#app/admin/social/accounts-section.tsx'
import { BlocksSection } from '#app/admin/social/blocks-section.tsx'
import { FollowersSection } from '#app/admin/social/followers-section.tsx'
import { ReactionsSection } from '#app/admin/social/reactions-section.tsx'
import { RepliesSection } from '#app/admin/social/replies-section.tsx'
import { ServersSection } from '#app/admin/social/servers-section.tsx'
import { socialWebQuery, useIsOnSocialWeb } from '#app/admin/social/social-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Route } from './+types/social.ts'

const SWITCH = settingsPath(SECTIONS.site, SETTING_LABELS.social_web)

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('social.title'), matches)

/** Who follows on other servers, what they do with articles there, and whom the publication does not hear. */
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

/** What switching on means, and where it is done. */
function SocialOff() {
  const { siteUrl } = useSiteData()
  const handleOf = useHandleOf()
  const maySwitch = useMayOpen(SWITCH)
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
