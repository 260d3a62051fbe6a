import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listAuthors } from '#core/data/authors.ts'
import { findProfile } from '#core/data/profiles.ts'

export const PROFILE_KEY = ['account', 'profile']

export const myProfileQuery = (userId: string) =>
  deskQuery([...PROFILE_KEY, userId], (client) => findProfile(client, userId), { live: ['profiles'] })

const MOST_AUTHORS = 100

/** The names that published articles have, to choose a byline from. */
export const knownAuthorsQuery = deskQuery([...PROFILE_KEY, 'authors'], async (client) => {
  const authors = await listAuthors(client, { language: 'en', limit: MOST_AUTHORS })
  return authors.map(({ name }) => name)
})
