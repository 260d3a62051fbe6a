import { createMiddleware } from 'hono/factory'
import type { SiteServices } from '#server/features/services.ts'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'

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
