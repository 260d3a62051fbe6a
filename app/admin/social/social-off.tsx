import { t } from '#app/admin/messages.ts'
import { SECTIONS, SETTING_LABELS, settingsPath } from '#app/admin/settings/sections.ts'
import { ScreenLink, useMayOpen } from '#app/admin/shell/screen-link.tsx'
import { useHandleOf } from '#app/admin/social/accounts-section.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'

const SWITCH = settingsPath(SECTIONS.site, SETTING_LABELS.social_web)

/** What switching on means, and where it is done. */
export function SocialOff() {
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
