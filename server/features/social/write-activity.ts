import type { Activity } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'

/**
 * Names everybody in full in what Fedify writes: some servers compare strings and do not know `as:Public`, and a proof of Fedify is one of
 * the full name. Within a text the quotation marks are escaped.
 */
export const namePublic = (json: string): string =>
  json.replaceAll('"as:Public"', '"https://www.w3.org/ns/activitystreams#Public"')

/** An activity as it is sent. */
export const writeActivity = async (activity: Activity, contextLoader: DocumentLoader): Promise<string> =>
  namePublic(JSON.stringify(await activity.toJsonLd({ contextLoader })))
