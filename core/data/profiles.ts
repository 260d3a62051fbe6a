import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type Colleague, PICTURE_BUCKET, type Profile } from '#core/domain/profile.ts'

/** Somebody who has or had a role. */
export type Person = Database['public']['Functions']['list_people']['Returns'][number]

/** Everybody who has a role, by name, the caller among them. */
export async function listColleagues(client: Client): Promise<Colleague[]> {
  const { data } = await client.rpc('list_colleagues').throwOnError()
  return data
}

/** Everybody who has or had a role, because histories name those who left as well. */
export async function listPeople(client: Client): Promise<Person[]> {
  const { data } = await client.rpc('list_people').throwOnError()
  return data
}

export async function findProfile(client: Client, userId: string): Promise<Profile | null> {
  const { data } = await client
    .from('profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The name under which readers know the signed-in user; null without one. */
export async function findOwnByline(client: Client): Promise<string | null> {
  const { data } = await client.auth.getSession()
  return data.session ? ((await findProfile(client, data.session.user.id))?.byline ?? null) : null
}

export async function saveProfile(
  client: Client,
  { userId, changes }: { userId: string; changes: Partial<Omit<Profile, 'user_id' | 'updated_at'>> },
): Promise<void> {
  await client
    .from('profiles')
    .update(changes)
    .eq('user_id', userId)
    .select('user_id')
    .single()
    .throwOnError()
}

/** Stores another picture of the signed-in user, or none, and removes the one before. */
export async function changePicture(
  client: Client,
  { userId, file, before }: { userId: string; file: Blob | null; before: string | null },
): Promise<void> {
  const bucket = client.storage.from(PICTURE_BUCKET)
  // Another name each time, because browsers keep a picture for an hour.
  const picture = file && `${userId}/${Date.now()}.jpg`
  if (file && picture) {
    const { error } = await bucket.upload(picture, file, { contentType: file.type })
    if (error) throw error
  }
  await saveProfile(client, { userId, changes: { picture } })
  if (before) await bucket.remove([before])
}
