import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { useEffect, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { mailQuery } from '#app/admin/mail/mail-queries.ts'
import { MailFrame } from '#app/admin/mail/outbox/mail-frame.tsx'
import { MailState } from '#app/admin/mail/outbox/mail-state.tsx'
import { findDeskLink, splitLinks } from '#app/admin/mail/outbox/split-links.ts'
import type { FoundMail, OutboxMail } from '#core/data/mails.ts'

/** One mail, shown instead of the list. Its heading gets focus. */
export function MailPage({ id, backTo }: { id: string; backTo: string }) {
  const mail = useQuery(mailQuery(id))
  return (
    <>
      <BackLink to={backTo}>{t('outbox.mail.back')}</BackLink>
      <QueryView query={mail} what={t('outbox.mail.what')} pending={<ListSkeleton rows={4} />}>
        {(found) => (found ? <Mail {...found} /> : <p className="text-soft">{t('outbox.mail.missing')}</p>)}
      </QueryView>
    </>
  )
}

function Mail({ delivery, stored }: FoundMail) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { kind, subject, recipient, status, last_error, attempts, created_at } = delivery
  return (
    <article aria-labelledby="mail-subject" className="max-w-3xl">
      <h2
        id="mail-subject"
        ref={heading}
        tabIndex={-1}
        className="break-words font-display font-medium text-title"
      >
        {subject}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-faint">{t('outbox.mail.to')}</dt>
        <dd className="min-w-0 break-words">{recipient}</dd>
        <dt className="text-faint">{t('outbox.date')}</dt>
        <dd>
          <LocalTime iso={created_at} precision="minute" />
        </dd>
        <dt className="text-faint">{t('outbox.statusLabel')}</dt>
        <dd className="flex min-w-0 flex-wrap gap-x-2">
          <MailState mail={delivery} />
          {attempts > 1 && <span className="text-faint">{t('outbox.mail.tries', { count: attempts })}</span>}
        </dd>
        {last_error && (
          <>
            <dt className="text-faint">{t('outbox.mail.error')}</dt>
            <dd className="min-w-0 break-words text-soft">{last_error}</dd>
          </>
        )}
      </dl>
      {stored ? (
        <>
          {KINDS_WITH_LINK.has(kind) && <MailedLink mail={stored} />}
          <MailView mail={stored} />
        </>
      ) : (
        <p className="mt-6 border-line border-t pt-5 text-sm text-soft">{t('outbox.mail.notStored')}</p>
      )}
      {(status === 'failed' || status === 'uncertain') && (
        <p className="mt-3 text-sm text-soft">{t('outbox.mail.notSentAgain')}</p>
      )}
    </article>
  )
}

/** The mails whose only purpose is a link. */
const KINDS_WITH_LINK = new Set(['send-invitation', 'send-recovery-mail', 'send-sign-in-link'])

/** Copies the link of a mail that its addressee does not get. */
function MailedLink({ mail }: { mail: OutboxMail }) {
  const link = findDeskLink(mail.body_text)
  if (!link) return null
  return (
    <div className="mt-5">
      <CopyButton text={() => link}>{t('outbox.mail.copyLink')}</CopyButton>
      <p className="mt-2 max-w-prose text-sm text-soft">{t('outbox.mail.copyLinkHint')}</p>
    </div>
  )
}

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

/** A mail: its headers, and tabs for its HTML and text parts. */
function MailView({ mail }: { mail: OutboxMail }) {
  const headers = Object.entries({ From: mail.sender, 'Message-ID': mail.message_id, ...mail.headers })
  return (
    <>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-9 items-center text-soft underline underline-offset-4 hover:text-ink">
          {t('outbox.mail.headers')}
        </summary>
        <dl className="mt-1 grid grid-cols-1 gap-x-5 gap-y-1 bg-wash p-4 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd className="min-w-0 break-words">{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Tabs.Root defaultValue="html" className="mt-4">
        <Tabs.List aria-label={t('outbox.mail.view')} className="mb-4 flex gap-5 border-line border-b">
          <Tabs.Trigger value="html" className={TAB}>
            {t('outbox.mail.html')}
          </Tabs.Trigger>
          <Tabs.Trigger value="text" className={TAB}>
            {t('outbox.mail.text')}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="html">
          <MailFrame
            title={t('outbox.mail.htmlTitle', { subject: mail.subject })}
            html={mail.body_html}
            className="h-[36rem] max-h-[80dvh] w-full"
          />
        </Tabs.Content>
        <Tabs.Content value="text">
          <MailText text={mail.body_text} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

/** The text part of a mail, with web addresses as links. */
function MailText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap break-words font-mono text-sm leading-relaxed">
      {splitLinks(text).map(({ text: part, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-2"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
