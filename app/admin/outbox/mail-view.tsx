import * as Tabs from 'radix-ui/tabs'
import { t } from '#app/admin/messages.ts'
import { splitLinks } from '#app/admin/outbox/split-links.ts'
import type { OutboxMail } from '#core/data/mails.ts'

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

/** A mail: its headers, and tabs for its HTML and text parts. */
export function MailView({ mail }: { mail: OutboxMail }) {
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
          <MailHtml html={mail.body_html} subject={mail.subject} />
        </Tabs.Content>
        <Tabs.Content value="text">
          <MailText text={mail.body_text} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

/**
 * Comes first, so that it wins over a base element of the mail: links open in a new tab. A `srcdoc` document without a
 * doctype is still rendered in standards mode.
 */
const LINKS_OPEN_OUTSIDE = '<base target="_blank">'

/** The HTML part of a mail, in a sandboxed iframe without scripts and without our origin. */
function MailHtml({ html, subject }: { html: string; subject: string }) {
  return (
    <iframe
      title={t('outbox.mail.htmlTitle', { subject })}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={LINKS_OPEN_OUTSIDE + html}
      className="block h-[36rem] max-h-[80dvh] w-full border border-line bg-[white]"
    />
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
