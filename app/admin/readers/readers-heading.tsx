import { t } from '#app/admin/messages.ts'
import { READERS_PATH } from '#app/admin/readers/readers-path.ts'
import { SOCIAL_PATH } from '#app/admin/social/social-path.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'

/** The heading of both views of who reads, here and elsewhere, with the links between them. */
export function ReadersHeading({ intro }: { intro: string }) {
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('readers.title')}</h1>
      <ViewTabs
        label={t('readers.tabs')}
        tabs={[
          { to: READERS_PATH, label: t('readers.tab.site') },
          { to: SOCIAL_PATH, label: t('social.title') },
        ]}
      />
      <p className="mb-8 max-w-prose text-sm text-soft">{intro}</p>
    </>
  )
}
