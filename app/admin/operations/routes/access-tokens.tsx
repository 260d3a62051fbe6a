import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'
import { requireSession } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { CopyField } from '#app/admin/kit/ui/copy-button.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { IntegrationsHeading } from '#app/admin/operations/integrations-heading.tsx'
import {
  MakeTokenDialog,
  SCOPE_TEXTS,
  TOKENS_KEY,
  tokensQuery,
} from '#app/admin/operations/make-token-dialog.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { revokeAccessToken } from '#core/data/access-tokens.ts'
import type { AccessToken } from '#core/domain/access-token.ts'

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

interface NewTokenProps {
  made: { name: string; token: string }
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Shows a token once, until the editor says that it is stored elsewhere. */
function NewToken({ made: { name, token }, onClose, focusAfter }: NewTokenProps) {
  const id = useId()
  const [isStored, setStored] = useState(false)
  return (
    <ModalDialog title={t('tokens.new.title', { name })} width="list" focusAfter={focusAfter}>
      <div className="space-y-4 text-sm">
        <p className="text-soft">{t('tokens.new.once')}</p>
        <CopyField label={t('tokens.new.field')} value={token} action={t('tokens.new.copy')} />
        <p className="text-soft">{t('tokens.new.use')}</p>
        <label htmlFor={id} className="flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
            className="size-5 shrink-0 accent-ink"
          />
          {t('tokens.new.stored')}
        </label>
      </div>
      <div className="mt-5 flex justify-end">
        <Button disabled={!isStored} onClick={onClose}>
          {t('tokens.new.done')}
        </Button>
      </div>
    </ModalDialog>
  )
}

/** All tokens: what each may do, who made it, when it was last used and when it ends. */
function TokenList({ tokens }: { tokens: AccessToken[] }) {
  const people = usePeople()
  const [asked, setAsked] = useState<AccessToken | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { toast } = useToast()
  const revoke = useDeskMutation({
    async run(client, id: string) {
      // For a session that has ended there is no such row, and no error.
      if (!(await revokeAccessToken(client, id))) await requireSession(client)
    },
    invalidates: [TOKENS_KEY],
  })
  const nameOf = (id: string) => people.get(id)?.name ?? '…'

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="access-tokens" className="divide-y divide-line">
        {tokens.map((token) => (
          <li
            key={token.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0"
          >
            <Description token={token} maker={nameOf(token.made_by)} />
            <Button
              variant="secondary"
              className="min-h-11"
              aria-label={t(textsOf(token).label, { name: token.name })}
              onClick={() => setAsked(token)}
            >
              {t(textsOf(token).action)}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t(textsOf(asked).title)}
          action={t(textsOf(asked).action)}
          onConfirm={async () => {
            await revoke.mutateAsync(asked.id)
            toast({ title: t('ui.success'), description: t(textsOf(asked).done, { name: asked.name }) })
          }}
          onClose={() => setAsked(null)}
          focusAfter={list}
        >
          <p className="wrap-anywhere">{t(textsOf(asked).warning, { name: asked.name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const REVOKING = {
  action: 'tokens.revoke',
  label: 'tokens.revoke.label',
  title: 'tokens.revoke.title',
  warning: 'tokens.revoke.warning',
  done: 'tokens.revoke.done',
} as const
const REMOVING = {
  action: 'tokens.remove',
  label: 'tokens.remove.label',
  title: 'tokens.remove.title',
  warning: 'tokens.remove.warning',
  done: 'tokens.remove.done',
} as const

/** The messages for what ends a token, or takes one that has ended off the list. */
const textsOf = (token: AccessToken) => (hasEnded(token) ? REMOVING : REVOKING)

const hasEnded = ({ ends_at }: AccessToken) => Date.parse(ends_at) <= Date.now()

function Description({ token, maker }: { token: AccessToken; maker: string }) {
  const { name, hint, scopes, created_at, last_used_at, ends_at } = token
  const minute = (iso: string) => ({ time: <LocalTime iso={iso} precision="minute" /> })
  return (
    <div className="min-w-0 grow basis-64 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {hasEnded(token) && <Badge tone="orange">{t('tokens.ended')}</Badge>}
      </p>
      <p className="mt-1">{scopes.map((scope) => SCOPE_TEXTS[scope].name).join(' · ')}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint">
        <span className="font-mono">{hint}</span>
        <span className="min-w-0 wrap-anywhere">
          <FilledMessage text={t('tokens.made', { maker })} values={minute(created_at)} />
        </span>
        <span>
          {last_used_at ? (
            <FilledMessage text={t('tokens.lastUsed')} values={minute(last_used_at)} />
          ) : (
            t('tokens.neverUsed')
          )}
        </span>
        <span>
          <FilledMessage
            text={t(hasEnded(token) ? 'tokens.endedAt' : 'tokens.ends')}
            values={minute(ends_at)}
          />
        </span>
      </p>
    </div>
  )
}
