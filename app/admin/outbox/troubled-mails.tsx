import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { CircleAlert, CircleX } from '#app/components/ui/icons.tsx'
import type { TroubledMails as Troubled, TroubledMail } from '#core/data/mail-deliveries.ts'

const STATES = {
  failed: { says: 'Not sent', Icon: CircleX, colour: 'text-red', edge: 'border-red' },
  uncertain: {
    says: 'May or may not have arrived',
    Icon: CircleAlert,
    colour: 'text-orange',
    edge: 'border-orange',
  },
} as const

const KINDS = new Map([
  ['send-confirmation-mail', 'Newsletter confirmation'],
  ['send-recovery-mail', 'Link for a forgotten password'],
  ['send-sign-in-link', 'Sign-in link'],
  ['send-invitation', 'Invitation of an administrator'],
  ['send-security-notice', 'Notice of a changed account'],
])

/** Mails that did not leave, or of which nobody knows; nothing when there are none. */
export function TroubledMails({ mails, hasMore }: Troubled) {
  if (mails.length === 0) return null
  return (
    <section aria-labelledby="troubled-mails" className="mb-8">
      <h2 id="troubled-mails" className="font-display font-medium text-title-sm">
        Needs a look
      </h2>
      <p className="mt-1 max-w-prose text-sm text-soft">
        None of these is sent again by itself. The addressee can ask for another.
      </p>
      <ul className="mt-4 grid gap-px border-line border-y bg-line">
        {mails.map((mail) => (
          <Trouble key={mail.id} mail={mail} />
        ))}
      </ul>
      {hasMore && (
        <p className="mt-2 text-faint text-sm">There are older ones. All are kept for thirty days.</p>
      )}
    </section>
  )
}

function Trouble({ mail }: { mail: TroubledMail }) {
  const { says, Icon, colour, edge } = STATES[mail.status]
  return (
    <li className="bg-paper py-3">
      <div
        className={`grid gap-x-6 gap-y-1 border-l-2 pl-3 text-sm md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] ${edge}`}
      >
        <div className="min-w-0">
          <p className={`flex items-start gap-1.5 font-semibold ${colour}`}>
            <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
            {says}
          </p>
          <p className="mt-1 break-words font-medium">{mail.recipient}</p>
          <p className="text-faint text-xs">
            {KINDS.get(mail.kind) ?? mail.kind} · <LocalTime iso={mail.created_at} precision="minute" />
          </p>
        </div>
        {mail.last_error && <p className="min-w-0 break-words text-soft">{mail.last_error}</p>}
      </div>
    </li>
  )
}
