/** The first administrator of the site that the end-to-end tests share. */
export const JOURNEY_ADMIN = { email: 'nora@example.org', password: 'a password for journeys' }
