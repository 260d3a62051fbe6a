import type { ReactNode } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { TOKENS_PATH, WEBHOOKS_PATH } from '#app/admin/kit/paths.ts'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'

/** The heading of all views of how other programs work with this one, with the links between them. */
export function IntegrationsHeading({ action }: { action?: ReactNode }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display font-medium text-title-lg">{t('integrations.title')}</h1>
        {action}
      </div>
      <ViewTabs
        label={t('integrations.views')}
        tabs={[
          { to: TOKENS_PATH, label: t('tokens.title') },
          { to: WEBHOOKS_PATH, label: t('webhooks.title') },
        ]}
      />
    </>
  )
}
