import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { IntegrationsHeading } from '#app/admin/shell/integrations-heading.tsx'
import { MakeTokenDialog } from '#app/admin/tokens/make-token-dialog.tsx'
import { NewToken } from '#app/admin/tokens/new-token.tsx'
import { TokenList } from '#app/admin/tokens/token-list.tsx'
import { tokensQuery } from '#app/admin/tokens/tokens-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Route } from './+types/access-tokens.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('tokens.title'), matches)

export default function AccessTokens() {
  const tokens = useQuery(tokensQuery)
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IntegrationsHeading
        action={
          <Button ref={button} onClick={() => setAsking(true)}>
            {t('tokens.make')}
          </Button>
        }
      />
      <p className="mb-7 max-w-prose text-sm text-soft">{t('tokens.list.intro')}</p>
      <PageSection id="access-tokens" title={t('tokens.list.title')}>
        <QueryView query={tokens} what={t('tokens.list.what')} pending={<ListSkeleton rows={2} />}>
          {(rows) =>
            rows.length > 0 ? (
              <TokenList tokens={rows} />
            ) : (
              <p className="max-w-prose text-sm text-soft">{t('tokens.list.empty')}</p>
            )
          }
        </QueryView>
      </PageSection>
      {isAsking && (
        <MakeTokenDialog
          onClose={() => setAsking(false)}
          onMade={(token) => {
            setAsking(false)
            setMade(token)
          }}
        />
      )}
      {made && <NewToken made={made} onClose={() => setMade(null)} focusAfter={button} />}
    </>
  )
}
