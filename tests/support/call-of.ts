/** The details of the calling user that a function receives. */
export function callOf(userId: string) {
  const user = { userId, claims: { sub: userId } }
  return { ...user, caller: { kind: 'user', ...user } as const }
}
