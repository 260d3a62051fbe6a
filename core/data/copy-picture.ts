import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'

export interface CopiedPicture {
  /** The address of the copy, relative to the site. */
  path: string
  /** False when it was in the library already. */
  isNew: boolean
}

/** Copies a picture of another server into the library. The answer contains the reason if that is not possible. */
export function copyPicture(client: Client, url: string): Promise<Answer<CopiedPicture>> {
  return callFunction(client, 'copy-picture', { url }, [422])
}
