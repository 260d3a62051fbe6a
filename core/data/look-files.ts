import { type Answer, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'

/** A stored logo or icon: its name, that of the same for the dark theme, and its size. */
export interface StoredLookFile {
  file: string
  recoloured: string | null
  width: number
  height: number
}

/** Uploads a logo or an icon. It is removed after a week unless a setting names it by then. */
export async function storeLookFile(
  client: Client,
  file: Blob,
  use: 'logo' | 'icon',
): Promise<Answer<StoredLookFile>> {
  const { data, error } = await client.functions.invoke<StoredLookFile>(`store-look-file?use=${use}`, {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  if (!error && data) return { status: 'answered', data }
  const refusal = await refusalOf(error, [413, 422])
  if (refusal) return { status: 'refused', message: refusal.error }
  throw error ?? new TypeError('The function has returned nothing')
}
