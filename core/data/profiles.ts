import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { Colleague, Profile } from '#core/domain/profile.ts'

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

/** The profile of a user; null without one. */
export async function findProfile(client: Client, userId: string): Promise<Profile | null> {
  const { data } = await client
    .from('profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Changes the own profile. */
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
