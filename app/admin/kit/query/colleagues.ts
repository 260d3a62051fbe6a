import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listColleagues, listPeople, type Person } from '#core/data/profiles.ts'
import type { Colleague } from '#core/domain/profile.ts'

const LIVE = { live: ['profiles', 'user_roles'], refuses: true } as const

/** Everybody who has a role, the member among them. */
export const colleaguesQuery = deskQuery(['people', 'colleagues'], listColleagues, LIVE)
/** Everybody who has or had a role. */
const peopleQuery = deskQuery(['people', 'names'], listPeople, LIVE)

const NO_COLLEAGUES: readonly Colleague[] = []
const NO_PEOPLE: readonly Person[] = []

/** Everybody who has a role; nobody until that is known. */
export function useColleagues(): readonly Colleague[] {
  return useQuery(colleaguesQuery).data ?? NO_COLLEAGUES
}

/** Tells whether somebody else has a role. What only several people need is shown only then. */
export function useHasColleagues(): boolean {
  return useColleagues().length > 1
}

/** Everybody who has or had a role, by their ids; nobody until that is known. */
export function usePeople(): ReadonlyMap<string, Person> {
  const { data = NO_PEOPLE } = useQuery(peopleQuery)
  return new Map(data.map((person) => [person.user_id, person]))
}
