import type { SubscriberProgram } from '#core/domain/subscriber-import.ts'
import type { ImportField } from '#server/features/newsletter/import/parse-header.ts'
import type { Standing } from '#server/features/newsletter/import/standing.ts'

/** A program whose export is recognised by its columns, as `plainName` writes them. */
interface Program {
  name: SubscriberProgram
  /** One of these sets is among the columns. */
  marks: string[][]
  /** What its columns mean that mean nothing, or something else, in a file of another program. */
  columns: Record<string, ImportField>
}

/**
 * Where the columns come from:
 * - Ghost: its repository, services/members/import-export (`exporter.ts`). Members exist once they have opened the link in their mail;
 *   who has no newsletter has `subscribed_to_emails` false.
 * - Substack: `email_list.….csv` of *Settings → Export*, and the export of the subscribers page, whose columns its help describes under
 *   “subscriber dashboard”. `active_subscription`, `plan` and `Cancel date` are about payment: who cancels is a free subscriber then. Who
 *   unsubscribes is no longer in the file.
 * - Mailchimp: the files of an audience export, which its help describes under “View or export contacts”; CLEAN_TIME is when mail came
 *   back, UNSUB_REASON is one of a list, with `ABUSE` or `SPAM` for a complaint.
 * - Buttondown: docs.buttondown.com, “Subscriber dashboard” and the object of a subscriber in its API; the types are in
 *   github.com/buttondown/openapi, `enums.json`.
 * - listmonk: its repository, cmd/subscribers.go. Whether somebody has left or not confirmed a list is not in its export.
 * - AI Watch: *Export CSV*, and `subscribers.csv` of an export of everything.
 */
const PROGRAMS: readonly Program[] = [
  {
    name: 'ghost',
    marks: [['subscribedtoemails'], ['complimentaryplan', 'stripecustomerid']],
    columns: {
      email: 'email',
      subscribedtoemails: 'active',
      createdat: 'subscribed_at',
      deletedat: 'left_at',
      note: 'note',
    },
  },
  {
    name: 'substack',
    marks: [
      ['activesubscription', 'emaildisabled'],
      ['stripeplan', 'startdate'],
      ['receivingemailsfor', 'subscriptiontype'],
    ],
    columns: {
      email: 'email',
      emaildisabled: 'left_at',
      receivingemailsfor: 'receives',
      createdat: 'subscribed_at',
      startdate: 'subscribed_at',
    },
  },
  {
    name: 'mailchimp',
    marks: [
      ['leid', 'euid'],
      ['memberrating', 'optintime'],
    ],
    columns: {
      emailaddress: 'email',
      optintime: 'subscribed_at',
      optinip: 'ip',
      confirmtime: 'confirmed_at',
      confirmip: 'confirmed_ip',
      unsubtime: 'left_at',
      unsubcampaignid: 'left_at',
      unsubreason: 'reason',
      cleantime: 'bounced_at',
      cleancampaignid: 'bounced_at',
      notes: 'note',
    },
  },
  {
    name: 'buttondown',
    marks: [
      ['creationdate', 'type'],
      ['creationdate', 'subscribertype'],
      ['subscriptiondate', 'undeliverabilitydate'],
      ['subscriptiondate', 'unsubscriptiondate'],
    ],
    columns: {
      emailaddress: 'email',
      email: 'email',
      type: 'status',
      subscribertype: 'status',
      status: 'status',
      creationdate: 'subscribed_at',
      subscriptiondate: 'subscribed_at',
      unsubscriptiondate: 'left_at',
      undeliverabilitydate: 'bounced_at',
      ipaddress: 'ip',
      metadata: 'attributes',
      notes: 'note',
    },
  },
  {
    name: 'listmonk',
    marks: [['uuid', 'attributes', 'status']],
    columns: { email: 'email', attributes: 'attributes', status: 'status', createdat: 'subscribed_at' },
  },
  {
    name: 'ai_watch',
    marks: [['subscribedat', 'leftreason']],
    columns: { email: 'email', leftreason: 'reason', sections: 'sections' },
  },
]

/** The program that has written a file with these columns. */
export function programOf(plainNames: readonly string[]): Program | undefined {
  const names = new Set(plainNames)
  return PROGRAMS.find(({ marks }) => marks.some((set) => set.every((name) => names.has(name))))
}

const STANDING_BY_FILE: readonly [RegExp, Standing][] = [
  // `subscribed_email_audience_export_….csv` and so on, and `…_members_export_….csv` of former years.
  [/^cleaned[_-]/i, 'bounced'],
  [/^nonsubscribed[_-]/i, 'nonsubscribed'],
  [/^unsubscribe(d|rs)([_-]|\.csv$)/i, 'unsubscribed'],
]

/** What the name of a file says of everybody in it: Mailchimp and Buttondown put them into files of their own. */
export function standingOfFile(path: string): Standing | null {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  return STANDING_BY_FILE.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Of a zip, which may have other tables: those of subscribers. */
export const isSubscriberFile = (path: string): boolean =>
  /(^|[/_.-])((un|non)?subscribe|cleaned[_-]|email_list|members[_.-])[^/]*\.csv$/i.test(path)
