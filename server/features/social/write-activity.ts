import type { Activity } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

/**
 * An activity as it is sent. Everybody is named in full: some servers compare strings and do not know `as:Public`, and a proof of Fedify is
 * one of the full name.
 */
export const writeActivity = async (activity: Activity, contextLoader: DocumentLoader): Promise<string> =>
  JSON.stringify(await activity.toJsonLd({ contextLoader }), (_, value) =>
    value === 'as:Public' ? PUBLIC : value,
  )
