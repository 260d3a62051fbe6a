import { inject } from 'vitest'
import type { SharedResources } from './global-setup.ts'

/** Returns a resource that all tests of a run share. It is made when the first test asks for it, which that test then waits for. */
export async function sharedResource<Name extends keyof SharedResources>(
  name: Name,
): Promise<SharedResources[Name]> {
  const response = await fetch(`${inject('sharedResources')}/${name}`)
  const body = await response.json()
  if (!response.ok) throw new Error(`The tests have no ${name}: ${body}`)
  return body as SharedResources[Name]
}
