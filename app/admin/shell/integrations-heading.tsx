import type { ReactNode } from 'react'
import { t } from '#app/admin/messages.ts'
import { TOKENS_PATH } from '#app/admin/tokens/tokens-path.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'

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
