import type { SubscriberProgram } from '#core/domain/subscriber-import.ts'
import type { ImportField } from '#server/features/newsletter/import/parse-header.ts'
import type { Standing } from '#server/features/newsletter/import/standing.ts'

/** The columns of our own lists of subscribers, which the import reads again. */
export const SUBSCRIBER_COLUMNS = [
  'email',
  'language',
  'subscribed_at',
  'confirmed',
  'confirmed_at',
  'active',
  'left_at',
  'left_reason',
  'sections',
]

/** A program whose export is recognised by its columns, as `plainName` writes them. */
interface Program {
  name: SubscriberProgram
  /** One of these sets is among the columns. */
  marks: string[][]
  /** The meanings of its columns that mean nothing, or something else, in a file of another program. */
  columns?: Record<string, ImportField>
  /** The meanings of its words, numbers and letters that nobody else would understand so; `unclear` is asked for. */
  words?: Record<string, Standing>
}

/**
 * The sources of the columns and words:
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
 * - Kit: the states of a subscriber in developers.kit.com; `inactive` has not confirmed, `cancelled` has left.
 * - beehiiv: “Subscriber status” in its glossary, and the file of members in github.com/TryGhost/migrate (mg-beehiiv-members).
 * - Keila: its schema of contacts; `unreachable` is a mailbox that refuses mail.
 * - MailPoet: its REST API; `inactive` has not opened a mail for long, which says nothing of consent.
 * - The Newsletter Plugin for WordPress: the constants of its class of users, C, S, U, B, P.
 * - Mailtrain: `SubscriptionStatus` in shared/lists.js, 1 to 4.
 * - rapidmail: the states of its API; `new` waits for a confirmation, `abused` has complained.
 * - Constant Contact: “Email status” in its community; no permission and an empty cell are contacts that never agreed.
 * - HubSpot: “What do the columns mean” in its knowledge base; whether somebody is a marketing contact is about its bill.
 * - Klaviyo: its help, “Email marketing consent”.
 * - Shopify: the columns of a customer; `State` is that of an account in the shop.
 * - phpList: the columns of its table of users and their names in an export. `optedin` is only known of those who signed up by a form.
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
      activesubscription: 'note',
      canceldate: 'note',
      preferdigests: 'note',
      digestenabled: 'note',
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
      unsubcampaignid: 'left_by',
      unsubcampaigntitle: 'note',
      unsubreason: 'reason',
      unsubreasonother: 'note',
      cleantime: 'bounced_at',
      cleancampaignid: 'bounced_by',
      cleancampaigntitle: 'note',
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
      unsubscriptionreason: 'reason',
      undeliverabilitydate: 'bounced_at',
      undeliverabilityreason: 'note',
      ipaddress: 'ip',
      metadata: 'attributes',
      notes: 'note',
    },
    words: {
      regular: 'subscribed',
      premium: 'subscribed',
      paid: 'subscribed',
      past_due: 'subscribed',
      unpaid: 'subscribed',
      gifted: 'subscribed',
      trialed: 'subscribed',
      churned: 'subscribed',
      churning: 'subscribed',
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
    words: { undelivered: 'nonsubscribed' },
  },
  {
    name: 'kit',
    marks: [['firstname', 'emailaddress', 'state', 'createdat']],
    columns: { emailaddress: 'email', state: 'status', createdat: 'subscribed_at' },
    words: { inactive: 'unconfirmed' },
  },
  {
    name: 'beehiiv',
    marks: [
      ['status', 'tier', 'stripecustomerid'],
      ['status', 'subscriptiontier'],
    ],
    columns: { email: 'email', status: 'status', createdat: 'subscribed_at' },
  },
  {
    name: 'keila',
    marks: [['externalid', 'data', 'status']],
    columns: { email: 'email', data: 'attributes', status: 'status' },
  },
  {
    name: 'mailerlite',
    marks: [['subscriber', 'subscribed', 'opens', 'clicks']],
    columns: { subscriber: 'email', subscribed: 'subscribed_at', type: 'status' },
    words: { junk: 'complained' },
  },
  {
    name: 'mailpoet',
    marks: [
      ['globalstatus', 'liststatus'],
      ['globalstatus', 'subscriptionip'],
    ],
    columns: { globalstatus: 'status', liststatus: 'status', subscriptionip: 'ip' },
    words: { inactive: 'unclear' },
  },
  {
    name: 'newsletter_plugin',
    marks: [
      ['surname', 'status', 'token'],
      ['surname', 'gender', 'status', 'date'],
    ],
    columns: { email: 'email', status: 'status', date: 'subscribed_at' },
    words: { c: 'subscribed', s: 'unconfirmed', u: 'unsubscribed', b: 'bounced', p: 'complained' },
  },
  {
    name: 'mailtrain',
    marks: [['cid', 'hashemail', 'status']],
    columns: { email: 'email', status: 'status' },
    words: { 1: 'subscribed', 2: 'unsubscribed', 3: 'bounced', 4: 'complained' },
  },
  {
    name: 'rapidmail',
    marks: [['recipientlistid', 'status']],
    columns: { email: 'email', status: 'status' },
    words: { new: 'unconfirmed', abused: 'complained' },
  },
  {
    name: 'cleverreach',
    marks: [['registered', 'activated', 'deactivated']],
    columns: { registered: 'subscribed_at', activated: 'confirmed_at', deactivated: 'left_at' },
  },
  {
    name: 'phplist',
    marks: [['uniqid', 'htmlemail'], ['isthissubscriberconfirmed'], ['isthissubscriberblacklisted']],
    columns: {
      isthissubscriberconfirmed: 'confirmed',
      isthissubscriberblacklisted: 'left_at',
      isthissubscriberdisabled: 'left_at',
      disabled: 'left_at',
      entered: 'subscribed_at',
      optedin: 'note',
      didthissubscribermanuallyconfirm: 'note',
      htmlemail: 'note',
      sendthissubscriberhtmlemails: 'note',
    },
  },
  {
    name: 'hubspot',
    marks: [
      ['unsubscribedfromallemail'],
      ['hsemailoptout'],
      ['marketingcontactstatus'],
      ['portalbounce', 'portalunsubscribe'],
    ],
    columns: { createdate: 'subscribed_at', marketingcontactstatus: 'note' },
  },
  { name: 'salesforce', marks: [['hasoptedoutofemail']], columns: { createddate: 'subscribed_at' } },
  { name: 'zoho', marks: [['emailoptout']], columns: { createdtime: 'subscribed_at' } },
  {
    name: 'klaviyo',
    marks: [['klaviyoid'], ['emailmarketingconsent']],
    columns: {
      emailmarketingconsent: 'status',
      emailmarketingconsenttimestamp: 'subscribed_at',
      emailsuppressions: 'left_by',
    },
  },
  {
    name: 'shopify',
    marks: [['acceptsemailmarketing'], ['acceptsmarketing'], ['acceptssmsmarketing']],
    columns: { acceptsemailmarketing: 'active', acceptsmarketing: 'active', state: 'note' },
  },
  {
    name: 'constant_contact',
    marks: [
      ['emailstatus', 'emailpermissionstatus'],
      ['emailstatus', 'emailupdatesource'],
    ],
    columns: {
      emailstatus: 'status',
      emailpermissionstatus: 'note',
      confirmedoptoutdate: 'left_at',
      confirmedoptoutsource: 'note',
      confirmedoptoutreason: 'note',
    },
  },
  {
    name: 'brevo',
    marks: [['contactid', 'addedtime', 'modifiedtime']],
    columns: { addedtime: 'subscribed_at' },
  },
  {
    name: 'aweber',
    marks: [['adtracking', 'miscnotes']],
    columns: {
      adddate: 'subscribed_at',
      dateadded: 'subscribed_at',
      stopdate: 'left_at',
      stoptime: 'left_at',
      stopstatus: 'note',
    },
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
  // Sendy puts them behind the name of the list, and no column says it.
  [/-unconfirmed\.csv$/i, 'unconfirmed'],
  [/-unsubscribed\.csv$/i, 'unsubscribed'],
  [/-bounced\.csv$/i, 'bounced'],
  [/-marked-as-spam\.csv$/i, 'complained'],
]

/** Tells what the name of a file says of everybody in it: Mailchimp, Buttondown and Sendy put them into files of their own. */
export function standingOfFile(path: string): Standing | null {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  return STANDING_BY_FILE.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Of a zip, which may have other tables: those of subscribers. */
export const isSubscriberFile = (path: string): boolean =>
  /(^|[/_.-])((un|non)?subscribe|cleaned[_-]|email_list|members[_.-])[^/]*\.csv$/i.test(path)
