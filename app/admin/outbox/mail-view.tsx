import { useState } from 'react'
import { MailHtml } from '#app/admin/outbox/mail-html.tsx'
import { MailText } from '#app/admin/outbox/mail-text.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { OutboxMail } from '#core/data/outbox-mails.ts'

const VIEWS = ['HTML', 'Text'] as const

/** One mail: its envelope, and its two bodies to choose from. The choice holds for the next mail too. */
export function MailView({
  mail,
  headingRef,
}: {
  mail: OutboxMail
  headingRef: React.Ref<HTMLHeadingElement>
}) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('HTML')
  const headers = Object.entries(mail.headers)
  return (
    <article aria-labelledby="mail-subject">
      <h2
        id="mail-subject"
        ref={headingRef}
        tabIndex={-1}
        className="break-words font-display font-medium text-title"
      >
        {mail.subject}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
        <Header name="From">{mail.sender}</Header>
        <Header name="To">{mail.recipient}</Header>
        <Header name="Date">
          <LocalTime iso={mail.created_at} precision="minute" />
        </Header>
      </dl>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-9 items-center text-soft underline underline-offset-4 hover:text-ink">
          All headers
        </summary>
        <dl className="mt-1 grid grid-cols-1 gap-x-5 gap-y-1 bg-wash p-4 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
          <Header name="Message-ID">{mail.message_id}</Header>
          {headers.map(([name, value]) => (
            <Header key={name} name={name}>
              {String(value)}
            </Header>
          ))}
        </dl>
      </details>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are two buttons */}
      <div role="group" aria-label="View" className="mt-4 mb-4 flex gap-5 border-line border-b">
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            onClick={() => setView(name)}
            className="-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-pressed:border-ink aria-pressed:font-semibold aria-pressed:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      {view === 'HTML' ? (
        <MailHtml key={mail.id} html={mail.body_html} subject={mail.subject} />
      ) : (
        <MailText text={mail.body_text} />
      )}
    </article>
  )
}

function Header({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
