/** The first administrator of the site that the journeys run against. */
export const JOURNEY_ADMIN = { email: 'nora@example.org', password: 'a password for journeys' }
