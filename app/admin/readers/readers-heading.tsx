import { t } from '#app/admin/kit/messages.ts'
import { READERS_PATH, SOCIAL_PATH } from '#app/admin/kit/paths.ts'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'

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
