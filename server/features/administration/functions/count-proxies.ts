import { answer, type Call } from '#server/supabase/functions/call.ts'

/** How many addresses have arrived in X-Forwarded-For, which is as many as there are proxies if the caller sent none. */
export async function countProxies(_deps: object, { request }: Call): Promise<Response> {
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim())
  return answer({ proxies: entries.length })
}
