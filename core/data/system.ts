import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { SystemChecks, SystemState } from '#core/domain/system.ts'

/** The state of the server. @throws if the caller is not an administrator, and when the request failed */
export const readSystem = (client: Client): Promise<SystemState> => get<SystemState>(client, 'read-system')

/** The result of `npm run doctor`, which takes up to five seconds. */
export const checkSystem = (client: Client): Promise<SystemChecks> =>
  get<SystemChecks>(client, 'check-system')

const NOT_AS_IT_WAS = [404, 409]

/** Retries a job that failed for good; refused when it is gone, or when another one like it waits. */
export const retryJob = (client: Client, id: string): Promise<Answer<{ status: 'retried' }>> =>
  callFunction(client, 'retry-job', { id }, NOT_AS_IT_WAS)

/** Deletes a job that failed for good; refused when it is gone. */
export const dismissJob = (client: Client, id: string): Promise<Answer<{ status: 'dismissed' }>> =>
  callFunction(client, 'dismiss-job', { id }, NOT_AS_IT_WAS)

async function get<Data>(client: Client, name: string): Promise<Data> {
  const { data, error } = await client.functions.invoke<Data>(name, { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
