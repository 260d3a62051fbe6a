import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { maskEmail, type NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { MailAnswer, OwnSubscription, SubscriptionByLink } from '#core/domain/subscription.ts'
import {
  sendConfirmationMailJob,
  sendErasureMailJob,
  sendSubscriberDataJob,
} from '#server/features/newsletter/jobs.ts'
import type { SiteServices } from '#server/features/services.ts'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

type Deps = Pick<SiteServices, 'sql' | 'queue' | 'limits' | 'subscriberLinks'>
type Row = Pick<
  NewsletterSubscriber,
  'email' | 'language' | 'confirmed' | 'is_active' | 'left_reason' | 'sections'
>

/** The form of an erasure token; anything else needs no query. */
const ERASURE_TOKEN = /^[\w-]{43}$/

/**
 * The actions of subscribers by a mailed link. Unsubscribing has no rate limit, because providers unsubscribe thousands of their users from
 * one address; everything else is limited by the network address, and mails also by subscriber. `clientIp` is that of the reader.
 */
export function createSubscriptionByLink(deps: Deps, clientIp: string): SubscriptionByLink {
  const { sql, queue, limits, subscriberLinks } = deps

  async function read(id: string): Promise<Row | null> {
    const [row] = await sql<Row[]>`
      select email, language, confirmed, is_active, left_reason, private.present_sections(sections) as sections
      from public.newsletter_subscribers where id = ${id}`
    return row ?? null
  }

  async function describe(id: string): Promise<OwnSubscription> {
    const row = await read(id)
    const preferencesToken = subscriberLinks.tokenFor('preferences', id)
    if (!row)
      return {
        state: 'gone',
        email: '',
        language: 'en',
        sections: null,
        acceptsMail: false,
        preferencesToken,
      }
    return {
      state: !row.is_active ? 'left' : row.confirmed ? 'active' : 'pending',
      email: maskEmail(row.email),
      language: row.language,
      sections: row.sections,
      acceptsMail: acceptsMail(row),
      preferencesToken,
    }
  }

  const isLimited = async () => (await limits.take('subscription-change', clientIp)) > 0

  /** Enqueues a mail to the subscriber, within the limit of each day. */
  async function mail(
    token: string,
    job: typeof sendSubscriberDataJob | typeof sendErasureMailJob,
  ): Promise<MailAnswer | null> {
    const subscriberId = subscriberLinks.read('preferences', token)
    if (!subscriberId) return null
    const row = await read(subscriberId)
    if (!row || !acceptsMail(row)) return 'refused'
    if (await isLimited()) return 'limited'
    if ((await limits.take('subscriber-mail', `${job.name} ${subscriberId}`)) > 0) return 'limited'
    return orLimited(async () => {
      await queue.enqueue(job, { subscriberId })
      return 'asked'
    })
  }

  return {
    async find(purpose, token) {
      const id = subscriberLinks.read(purpose, token)
      return id === null ? null : describe(id)
    },
    async leave(purpose, token) {
      const id = subscriberLinks.read(purpose, token)
      if (!id) return null
      await sql`select private.leave_newsletter(${id})`
      return describe(id)
    },
    async returnLater(purpose, token, language) {
      const id = subscriberLinks.read(purpose, token)
      if (!id) return null
      if (await isLimited()) return 'limited'
      if ((await limits.take('subscriber-mail', `return ${id}`)) > 0) return 'limited'
      return orLimited(() =>
        sql.transaction(async (transaction) => {
          const [{ email }] = await transaction<[{ email: string | null }]>`
            select private.ask_to_return(${id}, ${language}, ${clientIp}) as email`
          if (email === null) return 'refused'
          await queue.enqueue(sendConfirmationMailJob, { email, byLink: true }, { transaction })
          return 'asked'
        }),
      )
    },
    async chooseLanguage(token, language) {
      const id = subscriberLinks.read('preferences', token)
      if (!id) return null
      if (await isLimited()) return 'limited'
      await sql`update public.newsletter_subscribers set language = ${language} where id = ${id}`
      return 'changed'
    },
    async chooseSections(token, sections) {
      const id = subscriberLinks.read('preferences', token)
      if (!id) return null
      if (await isLimited()) return 'limited'
      const [{ chosen }] = await sql<[{ chosen: boolean }]>`
        select private.choose_sections(${id}, ${sections}, ${clientIp}) as chosen`
      return chosen ? 'changed' : 'refused'
    },
    mailData: (token) => mail(token, sendSubscriberDataJob),
    mailErasure: (token) => mail(token, sendErasureMailJob),
    async canErase(token) {
      if (!ERASURE_TOKEN.test(token)) return false
      const hash = createHash('sha256').update(token).digest('hex')
      const found = await sql`
        select from private.newsletter_erasure_tokens where token_hash = ${hash} and expires_at > now()`
      return found.length > 0
    },
    async erase(token) {
      if (!ERASURE_TOKEN.test(token)) return false
      const [row] = await sql<[{ erased: boolean }]>`select private.erase_by_link(${token}) as erased`
      return row.erased
    },
  }
}

/** Tells whether the address accepts mail: it has neither bounced nor complained. */
export function acceptsMail({ left_reason }: Pick<Row, 'left_reason'>): boolean {
  return left_reason !== 'bounced' && left_reason !== 'complained'
}

async function orLimited(work: () => Promise<MailAnswer>): Promise<MailAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QueueFullError) return 'limited'
    throw error
  }
}

const ANSWERS = {
  left: 'You are unsubscribed.',
  invalid:
    'This link does not work: please use the unsubscribe link in one of our mails. Nothing was changed.',
}

/**
 * Handles one-click unsubscribing by mail programs (RFC 8058): a form with `List-Unsubscribe=One-Click`, in either encoding, authorised by
 * the token in the address. It uses no session, so that any origin may post. Other posts to this address come from our page, and are passed
 * on.
 */
export function oneClickUnsubscribe({ sql, subscriberLinks }: Pick<SiteServices, 'sql' | 'subscriberLinks'>) {
  return createMiddleware<{ Bindings: RequestBindings }>(async (c, next) => {
    if (!(await isOneClick(c.req.raw))) return next()
    const id = subscriberLinks.read('unsubscribe', c.req.query('token') ?? '')
    if (!id) return c.text(ANSWERS.invalid, 400, { 'cache-control': 'no-store' })
    // An erased subscriber counts as unsubscribed.
    await sql`select private.leave_newsletter(${id})`
    return c.text(ANSWERS.left, 200, { 'cache-control': 'no-store' })
  })
}

async function isOneClick(request: Request): Promise<boolean> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  return form?.get('List-Unsubscribe') === 'One-Click'
}
