import { createMiddleware } from 'hono/factory'
import type { SiteServices } from '#server/features/services.ts'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'

const ANSWERS = {
  left: 'You are unsubscribed.',
  invalid:
    'This link does not work: please use the unsubscribe link in one of our mails. Nothing was changed.',
}

/**
 * Unsubscribes for mail programs (RFC 8058): the body says `List-Unsubscribe=One-Click`, in one of the two ways in which forms are sent, and the
 * token in the address is all that is asked for. There is no session that another site could make use of, so that any origin may post. Other posts
 * to this address are those of our page, and are passed on.
 */
export function oneClickUnsubscribe({ sql, subscriberLinks }: Pick<SiteServices, 'sql' | 'subscriberLinks'>) {
  return createMiddleware<{ Bindings: RequestBindings }>(async (c, next) => {
    if (!(await isOneClick(c.req.raw))) return next()
    const id = subscriberLinks.read('unsubscribe', c.req.query('token') ?? '')
    if (!id) return c.text(ANSWERS.invalid, 400, { 'cache-control': 'no-store' })
    // Whoever is gone is unsubscribed, too.
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
