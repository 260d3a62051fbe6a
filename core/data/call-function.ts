import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'

/** `refused`: it is not possible in the present state. The message is a sentence of the server with the reason; some have a code, too. */
export type Answer<Data> =
  | { status: 'answered'; data: Data }
  | { status: 'refused'; message: string; code?: string }

/**
 * Calls a function of the server. A response with one of the statuses of `refusals` is an expected outcome.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function callFunction<Data>(
  client: Client,
  name: string,
  body: object,
  refusals: readonly number[],
): Promise<Answer<Data>> {
  const { data, error } = await client.functions.invoke<Data>(name, { body: { ...body } })
  if (!error && data) return { status: 'answered', data }
  const refusal = await refusalOf(error, refusals)
  if (refusal) {
    const { error: message, code } = refusal
    return { status: 'refused', message, ...(typeof code === 'string' && { code }) }
  }
  throw error ?? new TypeError('The function has returned nothing')
}

/** The response of a function with one of these statuses, with its sentence; null when the call failed otherwise. */
export async function refusalOf(
  error: unknown,
  statuses: readonly number[],
): Promise<{ error: string; [field: string]: unknown } | null> {
  if (!(error instanceof FunctionsHttpError) || !statuses.includes(error.context.status)) return null
  const body: unknown = await error.context.json().catch(() => null)
  return isRefusal(body) ? body : null
}

const isRefusal = (body: unknown): body is { error: string } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
