import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { LoadError } from '#app/admin/errors/load-error.tsx'
import { MailList } from '#app/admin/outbox/mail-list.tsx'
import { MailView } from '#app/admin/outbox/mail-view.tsx'
import { outboxPath, readOutboxUrl } from '#app/admin/outbox/outbox-path.ts'
import { TroubledMails } from '#app/admin/outbox/troubled-mails.tsx'
import { adminContext } from '#app/admin/session/admin-context.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { Button } from '#app/components/ui/button.tsx'
import { ArrowLeft, RefreshCw } from '#app/components/ui/icons.tsx'
import { listTroubledMails } from '#core/data/mail-deliveries.ts'
import { findOutboxMail, listOutboxMails } from '#core/data/outbox-mails.ts'
import type { Route } from './+types/outbox.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Outbox', matches)

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { client } = context.get(adminContext)
  const { mail: asked, before } = readOutboxUrl(new URL(request.url))
  const [page, troubled, mail] = await Promise.all([
    listOutboxMails(client, { before }),
    listTroubledMails(client),
    asked.kind === 'id' ? findOutboxMail(client, asked.id) : null,
  ])
  return { page, troubled, before, mail, isAsked: asked.kind !== 'none' }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadError title="Outbox" what="The outbox" />
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { page, troubled, before, mail, isAsked } = loaderData
  const list = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownId = useRef(mail?.id)

  // Where list and mail take turns, focus goes where the eye has to; where they stand side by side, it stays.
  useEffect(() => {
    const previousId = shownId.current
    shownId.current = mail?.id
    if (mail && mail.id !== previousId && list.current?.offsetParent === null) heading.current?.focus()
    if (!mail && previousId) list.current?.querySelector<HTMLElement>(`[data-mail="${previousId}"]`)?.focus()
  }, [mail])

  return (
    <>
      <div className="mb-6 flex items-start justify-between gap-4">
        <h1 className="font-display font-medium text-title-lg">Outbox</h1>
        <RefreshButton />
      </div>
      <div className={isAsked ? 'hidden md:block' : ''}>
        <TroubledMails {...troubled} />
      </div>
      {page.mails.length === 0 && !isAsked ? (
        <EmptyOutbox before={before} />
      ) : (
        <div className="gap-8 border-line border-t md:grid md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:gap-12">
          <div ref={list} className={isAsked ? 'hidden md:block' : ''}>
            <MailList page={page} before={before} selectedId={mail?.id ?? null} />
          </div>
          <div
            className={`pt-5 md:sticky md:top-0 md:max-h-dvh md:self-start md:overflow-y-auto md:-mx-2 md:px-2 md:pb-6 ${isAsked ? '' : 'hidden md:block'}`}
          >
            {isAsked && (
              <Link
                to={outboxPath({ before })}
                className="mb-4 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink md:hidden"
              >
                <ArrowLeft aria-hidden size={16} />
                All mails
              </Link>
            )}
            {mail ? (
              <MailView mail={mail} headingRef={heading} />
            ) : (
              <p className="text-faint text-sm">
                {isAsked ? 'This mail is not in the outbox.' : 'Choose a mail to read it here.'}
              </p>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function RefreshButton() {
  const { state, revalidate } = useRevalidator()
  const busy = state !== 'idle'
  return (
    <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => void (busy || revalidate())}>
      <RefreshCw aria-hidden size={15} className={busy ? 'animate-spin' : ''} />
      Refresh
    </Button>
  )
}

function EmptyOutbox({ before }: { before: number | null }) {
  if (before) {
    return (
      <p className="border-line border-t py-8 text-sm text-soft">
        There are no older mails.{' '}
        <Link to={outboxPath({})} className="underline underline-offset-4">
          Newest mails
        </Link>
      </p>
    )
  }
  return (
    <div className="max-w-prose border-line border-t py-8">
      <p className="font-display font-medium text-title-sm">No mail is kept here</p>
      <p className="mt-1.5 text-sm text-soft">
        While the site has a mail server, mail leaves through it, and only what could not be sent is listed
        here. Without one, every mail that the site would send appears on this page.
      </p>
    </div>
  )
}
